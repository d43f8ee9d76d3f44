// SPDX-License-Identifier: Apache-2.0

package import Coordination

/// Frames that are no message of this protocol, with what could be read of them, so that an ERROR can be answered.
package struct WireFault: Error, Hashable, Sendable {
  /// The fault, its place, and the remedy.
  package var error: ProtocolError
  /// How the sender writes; nil where no header could be read.
  package var encoding: Encoding?
  /// The correlation that an answer repeats; nil where no header could be read.
  package var correlation: [UInt8]?
  /// The epoch that the sender named; nil where no header could be read.
  package var epoch: Epoch?
  /// What it was to be; nil where no header could be read, or it names no kind.
  package var kind: Message.Kind?

  /// A fault of which nothing could be read.
  init(_ code: ProtocolError.Code, _ message: String) {
    error = ProtocolError(code, message)
  }

  /// A fault behind a header.
  init(_ code: ProtocolError.Code, _ message: String, header: Header) {
    error = ProtocolError(code, message)
    encoding = header.encoding
    correlation = header.correlation
    epoch = header.epoch
    kind = Message.Kind(rawValue: header.kind)
  }

  /// Whether a worker's registration cannot be read: the worker then never comes, and nothing else tells of it.
  package var isMalformedRegistration: Bool {
    error.code == .malformed && (kind == .hello || kind == .register)
  }

  /// How an ERROR is written, and what it repeats; nil where none is due: what has no header of this protocol is dropped and
  /// counted.
  package var answer: (encoding: Encoding, correlation: [UInt8])? {
    guard let encoding, let correlation else { return nil }
    return (encoding, correlation)
  }
}

/// A message as it came.
package struct Inbound: Hashable, Sendable {
  /// The message.
  package var message: Message
  /// How it was written; its answer is written alike.
  package var encoding: Encoding
  /// The epoch that the sender named.
  package var epoch: Epoch
  /// The correlation that an answer repeats, 16 octets.
  package var correlation: [UInt8]
}
