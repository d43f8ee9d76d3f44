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

  /// Reads libzmq's `Peer-Address` (`localhost:UID:GID:PID`), from the right; nil for the address of a tcp peer.
  package init?(metadata: some StringProtocol) {
    let fields = metadata.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count >= 4, let pid = Int32(fields[fields.count - 1]), let gid = UInt32(fields[fields.count - 2]),
      let uid = UInt32(fields[fields.count - 3]), pid >= 0
    else { return nil }
    self.init(uid: uid, gid: gid, pid: pid)
  }
}
