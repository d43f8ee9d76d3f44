// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// The way back to a peer on a ROUTER socket. The coordinator keeps it as bytes that it does not read.
package struct ReturnAddress: Hashable, Sendable {
  /// The envelope, to be echoed verbatim: the routing id first, then the frames that a REQ put before its body.
  package var envelope: ArraySlice<[UInt8]>
  /// How the peer writes; it is answered in the same encoding.
  package var encoding: Encoding
  /// The correlation of its message, 16 octets or none, echoed in the answer.
  package var correlation: [UInt8]

  /// A way back.
  package init(envelope: ArraySlice<[UInt8]>, encoding: Encoding, correlation: [UInt8] = []) {
    self.envelope = envelope
    self.encoding = encoding
    self.correlation = correlation
  }

  /// The way back that ``bytes`` spells.
  package init(bytes: [UInt8]) {
    encoding = bytes.first == 1 ? .protobuf : .json
    let count = bytes.count > 1 ? Int(bytes[1]) : 0
    correlation = Array(bytes.dropFirst(2).prefix(count))
    var frames: [[UInt8]] = []
    var position = 2 + count
    while position + 4 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = min(position + 4 + length, bytes.count)
      frames.append(Array(bytes[(position + 4)..<end]))
      position = end
    }
    envelope = frames[...]
  }

  /// The whole as bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 + correlation.count + envelope.reduce(0) { $0 + 4 + $1.count })
    bytes.append(encoding == .protobuf ? 1 : 0)
    bytes.append(UInt8(clamping: correlation.count))
    bytes += correlation
    for frame in envelope {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: frame.count >> shift)) }
      bytes += frame
    }
    return bytes
  }
}

extension Peer {
  /// The peer that speaks by a door and is answered at an address. It takes one answer if it is a REQ, whose envelope
  /// ends with an empty frame.
  package init(
    _ door: Door, at address: ReturnAddress, pid: Int32 = 0, uid: UInt32? = nil, command: String = ""
  ) {
    self.init(
      returnAddress: address.bytes,
      connection: door == .screens ? Connection(id: address.envelope.first ?? []) : nil,
      origin: uid == nil ? address.envelope.first : nil,
      takesOneAnswer: address.envelope.last?.isEmpty == true, pid: pid, uid: uid, command: command)
  }

  /// The way back to it.
  package var address: ReturnAddress { ReturnAddress(bytes: returnAddress) }
}
