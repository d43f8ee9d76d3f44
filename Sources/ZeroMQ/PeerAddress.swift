// SPDX-License-Identifier: Apache-2.0

/// The process at the other end of an ipc connection, as the kernel saw it at the connect. A message may claim
/// another.
package struct PeerAddress: Hashable, Sendable {
  /// Its user.
  package var uid: UInt32
  /// Its primary group.
  package var gid: UInt32
  /// Its process; 0 where it lies in another pid namespace.
  package var pid: Int32

  /// A process.
  package init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }

  /// Reads libzmq's `Peer-Address` (`localhost:UID:GID:PID`), from the right; nil for the address of a tcp peer. Each message
  /// is asked for it, so nothing is copied.
  package init?(metadata: some BidirectionalCollection<UInt8>) {
    var rest = metadata[...]
    guard let pid = rest.popNumber().flatMap(Int32.init(exactly:)),
      let gid = rest.popNumber().flatMap(UInt32.init(exactly:)),
      let uid = rest.popNumber().flatMap(UInt32.init(exactly:))
    else { return nil }
    self.init(uid: uid, gid: gid, pid: pid)
  }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
  /// Takes a decimal number and the colon before it from the end; nil where there is none.
  fileprivate mutating func popNumber() -> Int64? {
    var (value, factor) = (Int64(0), Int64(1))
    while let octet = popLast() {
      if octet == UInt8(ascii: ":") { return factor == 1 ? nil : value }
      // The largest has ten digits.
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = octet, factor <= 1_000_000_000 else { return nil }
      value += Int64(octet - UInt8(ascii: "0")) * factor
      factor *= 10
    }
    return nil
  }
}
