// SPDX-License-Identifier: Apache-2.0

/// Reads a URL by the grammar of RFC 3986, appendix A.
struct DeepLinkParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) throws(DeepLink.SyntaxError) {
    bytes = Array(text.utf8)
    guard bytes.count <= DeepLink.bytesMax else {
      throw DeepLink.SyntaxError(offset: DeepLink.bytesMax, expected: "a URL of at most \(DeepLink.bytesMax) bytes")
    }
  }

  /// `scheme ":"`, in lower case.
  mutating func scheme() throws(DeepLink.SyntaxError) -> String {
    let start = position
    while let byte = peek, Self.isAlphanumeric(byte) || "+-.".utf8.contains(byte) { position += 1 }
    guard let first = bytes[start..<position].first, Self.isAlphanumeric(first), !Byte.digits.contains(first) else {
      throw error("a scheme: a letter, then letters, digits, + - .", at: start)
    }
    let scheme = String(decoding: bytes[start..<position].map(Self.lowercased), as: UTF8.self)
    guard take(Byte.colon) else { throw error("':' after the scheme") }
    return scheme
  }

  /// `"//" [userinfo "@"] host [":" port]`, or nil where there is none.
  mutating func authority() throws(DeepLink.SyntaxError) -> (userInfo: String?, host: String, port: UInt16?)? {
    guard bytes[position...].starts(with: "//".utf8) else { return nil }
    position += 2
    let end = bytes[position...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    var userInfo: String?
    if let at = bytes[position..<end].firstIndex(of: Byte.at) {
      userInfo = try decoded(position..<at, allowing: ":")
      position = at + 1
    }
    let host: String
    if peek == Byte.openBracket {
      guard let close = bytes[position..<end].firstIndex(of: Byte.closeBracket) else {
        throw error("']' behind the address", at: end)
      }
      host = try decoded(position..<(close + 1), allowing: ":[]")
      position = close + 1
    } else {
      let colon = bytes[position..<end].firstIndex(of: Byte.colon) ?? end
      host = try decoded(position..<colon, allowing: "")
      position = colon
    }
    var port: UInt16?
    if position < end {
      guard take(Byte.colon) else { throw error("':' and a port, or a path") }
      port = try self.port(until: end)
    }
    position = end
    return (userInfo, host, port)
  }

  /// The segments of the path that are not empty.
  mutating func segments() throws(DeepLink.SyntaxError) -> [String] {
    let end = bytes[position...].firstIndex { $0 == Byte.question || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    var segments: [String] = []
    while position < end {
      let stop = bytes[position..<end].firstIndex(of: Byte.slash) ?? end
      let segment = try decoded(position..<stop, allowing: ":@")
      guard segment != ".", segment != ".." else { throw error("no dot segment: '\(segment)' names no screen") }
      if !segment.isEmpty { segments.append(segment) }
      position = min(stop + 1, end)
    }
    return segments
  }

  /// `"?" item *("&" item)`, empty ones left out.
  mutating func query() throws(DeepLink.SyntaxError) -> [DeepLink.Item] {
    guard take(Byte.question) else { return [] }
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    var items: [DeepLink.Item] = []
    while position < end {
      let stop = bytes[position..<end].firstIndex(of: Byte.ampersand) ?? end
      let equals = bytes[position..<stop].firstIndex(of: Byte.equals)
      if position < stop {
        let key = try decoded(position..<(equals ?? stop), allowing: ":@/?")
        guard !key.isEmpty else { throw error("a key before '='") }
        let value = try equals.map { equals throws(DeepLink.SyntaxError) in
          try decoded((equals + 1)..<stop, allowing: ":@/?")
        }
        items.append(DeepLink.Item(key, value))
      }
      position = min(stop + 1, end)
    }
    return items
  }

  /// `"#" fragment`, or nil where there is none.
  mutating func fragment() throws(DeepLink.SyntaxError) -> String? {
    guard take(UInt8(ascii: "#")) else { return nil }
    defer { position = bytes.endIndex }
    return try decoded(position..<bytes.endIndex, allowing: ":@/?")
  }
}

extension DeepLinkParser {
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private func port(until end: Int) throws(DeepLink.SyntaxError) -> UInt16? {
    let digits = bytes[position..<end]
    if digits.isEmpty { return nil }
    guard digits.allSatisfy(Byte.digits.contains), let port = UInt16(String(decoding: digits, as: UTF8.self)) else {
      throw error("a port from 0 to 65535")
    }
    return port
  }

  /// The text of a range, its escapes decoded once. Unreserved characters, sub-delimiters and those of `extra` may stand
  /// in it as they are.
  private func decoded(_ range: Range<Int>, allowing extra: String) throws(DeepLink.SyntaxError) -> String {
    do throws(PercentEncoding.Failure) {
      return try PercentEncoding.decoded(bytes[range]) { byte in
        Self.isAlphanumeric(byte) || Self.marks.contains(byte) || extra.utf8.contains(byte)
      }
    } catch {
      switch error {
      case .digits(at: let index): throw self.error("two hexadecimal digits after '%'", at: index)
      case .misplaced(at: let index):
        throw self.error("a character that may stand in a URL here; write another one as %XX", at: index)
      case .notUTF8: throw self.error("escapes that are UTF-8", at: range.lowerBound)
      }
    }
  }

  private func error(_ expected: String, at offset: Int? = nil) -> DeepLink.SyntaxError {
    DeepLink.SyntaxError(offset: offset ?? position, expected: expected)
  }

  /// The rest of `unreserved`, and `sub-delims`.
  private static let marks = Set("-._~!$&'()*+,;=".utf8)

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    Byte.digits.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
