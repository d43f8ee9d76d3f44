// SPDX-License-Identifier: Apache-2.0

/// What a peer says first, octet by octet.
enum Greeting {
  /// The signature of all versions with a number.
  static let signature: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F]

  /// The greeting of ZMTP 3, with the mechanism NULL.
  static let octets: [UInt8] = signature + [3, 1] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48)

  /// The greeting, and a READY without more than it has to have.
  static let whole = octets + ready([])

  /// A frame.
  static func frame(_ body: [UInt8], more: Bool = false, command: Bool = false) -> [UInt8] {
    let flags: UInt8 = (more ? 1 : 0) | (command ? 4 : 0)
    guard body.count > 255 else { return [flags, UInt8(body.count)] + body }
    return [flags | 2] + size(body.count, octets: 8) + body
  }

  /// A READY with properties behind that which says that its socket is a DEALER. libzmq takes it without the flag of a command, too.
  static func ready(_ properties: [(name: String, value: [UInt8])], command: Bool = true) -> [UInt8] {
    var body = Array("\u{5}READY".utf8)
    for (name, value) in [(name: "Socket-Type", value: Array("DEALER".utf8))] + properties {
      body.append(UInt8(name.utf8.count))
      body += name.utf8
      body += size(value.count, octets: 4)
      body += value
    }
    return frame(body, command: command)
  }

  private static func size(_ count: Int, octets: Int) -> [UInt8] {
    (0..<octets).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
  }
}
