// SPDX-License-Identifier: Apache-2.0

import Coordination

/// Binary bodies.
enum MessageProtobuf {
  static func decode(_ kind: Message.Kind, _ body: [UInt8]) throws(FormError) -> Message {
    try MessageJSON.decode(kind, body)
  }

  static func encode(_ message: Message) -> [UInt8] { MessageJSON.encode(message) }
}
