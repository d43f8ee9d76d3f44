// SPDX-License-Identifier: Apache-2.0

/// Reads path syntax by recursive descent over bytes; each function reads one rule of the grammar.
struct PathParser {
  /// What has a meaning in a key or value, and so is percent-encoded there.
  static let reserved = Set("/?&={},%#\"'*".utf8)
  /// How deep branches may nest.
  private static let depthMax = 16

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }

  private var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  private func failure(_ message: String, at place: Int? = nil) -> PathSyntaxError {
    PathSyntaxError(message: message, offset: place ?? offset)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[offset...].starts(with: text.utf8) else { return false }
    offset += text.utf8.count
    return true
  }

  func expectEnd() throws(PathSyntaxError) {
    guard isAtEnd else { throw failure("unexpected '\(Character(UnicodeScalar(bytes[offset])))'") }
  }

  mutating func path() throws(PathSyntaxError) -> [Literal] {
    var path = [try step()]
    while skip("/") { path.append(try step()) }
    return path
  }

  private mutating func step() throws(PathSyntaxError) -> Literal {
    let screen = try screen()
    guard next == UInt8(ascii: "{") else { return Literal(screen) }
    return try branches(of: screen)
  }

  mutating func screen() throws(PathSyntaxError) -> AnyScreen {
    let presentation = presentation()
    let name: ScreenName = try name()
    return AnyScreen(name, content: try content(), presentation: presentation)
  }

  private mutating func presentation() -> Presentation {
    if skip("sheet!:") || skip("^!") { return .sheet(allowsPush: false) }
    if skip("sheet:") || skip("^") { return .sheet(allowsPush: true) }
    return .push
  }

  private mutating func name<Kind>() throws(PathSyntaxError) -> Name<Kind> {
    let start = offset
    while let byte = next, isNameByte(byte) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if text == "sheet" { throw failure("'sheet' is no name but the start of 'sheet:NAME'", at: start) }
    guard let name = Name<Kind>(text) else {
      throw failure(
        text.isEmpty ? "expected a name" : "'\(text)' is no name: a letter, then up to 63 of letters, digits, - _ .",
        at: start)
    }
    return name
  }

  private mutating func content() throws(PathSyntaxError) -> JSONValue {
    if skip("?") { return try members() }
    guard skip(":") else { return .null }
    do {
      let (value, count) = try JSONValue.prefix(of: bytes[offset...])
      offset += count
      return value
    } catch {
      throw failure(error.message, at: offset + error.offset)
    }
  }

  private mutating func members() throws(PathSyntaxError) -> JSONValue {
    var members: [(String, JSONValue)] = []
    repeat {
      let start = offset
      let key = try text(of: "a key")
      guard !key.isEmpty else { throw failure("expected a key", at: start) }
      guard skip("=") else { throw failure("expected '=' after the key '\(key)'") }
      if members.contains(where: { $0.0.utf8.elementsEqual(key.utf8) }) {
        throw failure("the key '\(key)' stands twice", at: start)
      }
      let valueStart = offset
      let value = try text(of: "a value")
      let raw = String(decoding: bytes[valueStart..<offset], as: UTF8.self)
      members.append((key, PathText.literal(raw) ?? .string(value)))
    } while skip("&")
    return .object(members)
  }

  /// Bytes up to the next reserved one, percent-decoded once.
  private mutating func text(of what: String) throws(PathSyntaxError) -> String {
    var decoded: [UInt8] = []
    let start = offset
    while let byte = next {
      if byte == UInt8(ascii: "%") {
        guard offset + 2 < bytes.count, let high = hexValue(bytes[offset + 1]), let low = hexValue(bytes[offset + 2])
        else { throw failure("expected two hexadecimal digits after '%'") }
        decoded.append(high << 4 | low)
        offset += 3
      } else if Self.reserved.contains(byte) {
        break
      } else {
        decoded.append(byte)
        offset += 1
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw failure("\(what) is not UTF-8", at: start)
    }
    return text
  }

  private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private mutating func branches(of screen: AnyScreen) throws(PathSyntaxError) -> Literal {
    guard depth < Self.depthMax else { throw failure("branches nest deeper than \(Self.depthMax)") }
    depth += 1
    defer { depth -= 1 }
    _ = skip("{")
    var branches: [Literal.Branch] = []
    var selected: BranchName?
    repeat {
      let start = offset
      let isSelected = skip("*")
      let name: BranchName = try name()
      if branches.contains(where: { $0.name == name }) { throw failure("the branch '\(name)' stands twice", at: start) }
      if isSelected {
        guard selected == nil else { throw failure("a second branch is marked '*'", at: start) }
        selected = name
      }
      guard skip("=") else { throw failure("expected '=' after the branch '\(name)'") }
      let isEmpty = next == UInt8(ascii: ",") || next == UInt8(ascii: "}")
      branches.append(.init(name, path: isEmpty ? [] : try path()))
    } while skip(",")
    guard skip("}") else { throw failure("expected ',' or '}' after a branch") }
    return Literal(screen, branches: branches, selected: selected)
  }
}
