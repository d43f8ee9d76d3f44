// SPDX-License-Identifier: Apache-2.0

/// Reads one value. The parser does not own the bytes; its caller keeps them alive while it runs.
struct JSONParser {
  /// The whole text.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether objects stay as they are written instead of becoming canonical.
  let isAsWritten: Bool
  /// How deep lists and objects may nest.
  let depthMax: Int
  /// The next byte.
  var position = 0
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>, isAsWritten: Bool, depthMax: Int) {
    self.bytes = bytes
    self.isAsWritten = isAsWritten
    self.depthMax = depthMax
  }

  /// A value with white space before it.
  mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
    skipSpace()
    switch peek {
    case Byte.openBrace: return try nested { (parser) throws(JSONValue.SyntaxError) in try parser.members() }
    case Byte.openBracket: return try nested { (parser) throws(JSONValue.SyntaxError) in try parser.items() }
    case Byte.quote: return .string(try string())
    case Byte.t:
      try word("true")
      return .bool(true)
    case Byte.f:
      try word("false")
      return .bool(false)
    case Byte.n:
      try word("null")
      return .null
    case Byte.minus, Byte.digits: return try number()
    default: throw error("a JSON value")
    }
  }

  /// A value, and nothing but white space round it.
  mutating func document() throws(JSONValue.SyntaxError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw error("the end of the text") }
    return value
  }

  /// The byte at the position; 0, which begins nothing, at the end.
  private var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private func error(_ expected: String, at offset: Int? = nil) -> JSONValue.SyntaxError {
    JSONValue.SyntaxError(offset: offset ?? position, expected: expected)
  }

  private mutating func skipSpace() {
    while position < bytes.count, Byte.isSpace(bytes[position]) { position += 1 }
  }

  /// Takes `byte` if it comes next after white space. It is not 0.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func word(_ word: StaticString) throws(JSONValue.SyntaxError) {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count,
      (0..<count).allSatisfy({ bytes[position + $0] == word.utf8Start[$0] })
    else { throw error("a JSON value") }
    position += count
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONValue.SyntaxError) -> JSONValue
  ) throws(JSONValue.SyntaxError) -> JSONValue {
    guard depth < depthMax else { throw error("at most \(depthMax) levels of nesting") }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return try body(&self)
  }

  private mutating func items() throws(JSONValue.SyntaxError) -> JSONValue {
    var items: [JSONValue] = []
    if take(Byte.closeBracket) { return .array(items) }
    while true {
      items.append(try value())
      if take(Byte.closeBracket) { return .array(items) }
      guard take(Byte.comma) else { throw error("',' or ']'") }
    }
  }

  private mutating func members() throws(JSONValue.SyntaxError) -> JSONValue {
    let start = position
    var members: [JSONValue.Member] = []
    // Members that a canonical printer wrote are sorted already.
    var isSorted = true
    if take(Byte.closeBrace) { return isAsWritten ? .members([]) : .null }
    while true {
      let member = try member()
      if isSorted, let last = members.last { isSorted = last.key.precedes(member.key) }
      members.append(member)
      if take(Byte.closeBrace) { break }
      guard take(Byte.comma) else { throw error("',' or '}'") }
    }
    if isAsWritten, isSorted || Self.areFewAndDiffer(members) { return .members(members) }
    let order = isSorted ? nil : members.indices.sorted { members[$0].key.precedes(members[$1].key) }
    for (one, next) in zip(order ?? [], (order ?? []).dropFirst()) where !members[one].key.precedes(members[next].key) {
      throw repeatedMember(max(one, next), from: start)
    }
    if isAsWritten { return .members(members) }
    if let order { members = order.map { members[$0] } }
    members.removeAll { $0.value.isNull }
    return members.isEmpty ? .null : .members(members)
  }

  /// Whether each key stands once among members that are so few that to compare all pairs is less work than to sort them.
  private static func areFewAndDiffer(_ members: [JSONValue.Member]) -> Bool {
    guard members.count <= 24 else { return false }
    for index in members.indices.dropFirst() {
      for other in 0..<index where members[index].key.hasSameBytes(as: members[other].key) { return false }
    }
    return true
  }

  private mutating func member() throws(JSONValue.SyntaxError) -> JSONValue.Member {
    skipSpace()
    guard peek == Byte.quote else { throw error("a key in double quotes") }
    let key = try string()
    guard take(Byte.colon) else { throw error("':'") }
    return JSONValue.Member(key, try value())
  }

  /// The error for the member at `index` of the object whose members begin at `start`. Only an error needs the offset, so
  /// the parser reads the members once more to find it.
  private func repeatedMember(_ index: Int, from start: Int) -> JSONValue.SyntaxError {
    var parser = self
    parser.position = start
    do throws(JSONValue.SyntaxError) {
      for _ in 0..<index {
        _ = try parser.member()
        _ = parser.take(Byte.comma)
      }
      parser.skipSpace()
      let offset = parser.position
      return error("each member once: member '\(try parser.string())' stands twice", at: offset)
    } catch {
      return error
    }
  }

}

extension JSONParser {
  private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
    let start = position
    let isNegative = peek == Byte.minus
    if isNegative { position += 1 }
    let first = position
    guard case Byte.digits = peek else { throw error("a digit") }
    let isZero = peek == Byte.zero
    var magnitude: UInt64 = 0
    var fits = true
    while case Byte.digits = peek {
      if isZero, position > first { throw error("no digit after a leading 0") }
      let hasRoom = magnitude.append(digit: peek - Byte.zero)
      fits = fits && hasRoom
      position += 1
    }
    let isInteger = peek != Byte.point && peek != Byte.e && peek != Byte.capitalE
    if isInteger {
      if fits, let value = Self.integer(magnitude, isNegative: isNegative) { return .integer(value) }
    } else {
      let whole = first..<position
      let fraction = try fraction()
      let exponent = try exponent()
      // A double would round what fits 64 bits and is longer than 53.
      if let magnitude = integer(whole, fraction, exponent),
        let value = Self.integer(magnitude, isNegative: isNegative)
      {
        return .integer(value)
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw error("a number that fits a double", at: start) }
    return .number(value)
  }

  private static func integer(_ magnitude: UInt64, isNegative: Bool) -> Int64? {
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  /// The places of the digits behind a point; none where there is no point.
  private mutating func fraction() throws(JSONValue.SyntaxError) -> Range<Int> {
    guard peek == Byte.point else { return position..<position }
    position += 1
    let first = position
    try digits()
    return first..<position
  }

  /// The number behind `e`, 0 where there is none. One that leaves no digit or no room is as good as any longer one.
  private mutating func exponent() throws(JSONValue.SyntaxError) -> Int {
    guard peek == Byte.e || peek == Byte.capitalE else { return 0 }
    position += 1
    let isNegative = peek == Byte.minus
    if isNegative || peek == Byte.plus { position += 1 }
    let first = position
    try digits()
    var exponent = 0
    for index in first..<position { exponent = min(exponent * 10 + Int(bytes[index] - Byte.zero), 1_000_000_000) }
    return isNegative ? -exponent : exponent
  }

  /// The whole number of these digits, the point shifted by the exponent; nil where some stand behind it that are not 0, or
  /// where it fits no 64 bits.
  private func integer(_ whole: Range<Int>, _ fraction: Range<Int>, _ exponent: Int) -> UInt64? {
    var magnitude: UInt64 = 0
    var places = whole.count + exponent
    for range in [whole, fraction] {
      for index in range {
        let digit = bytes[index] - Byte.zero
        guard places > 0 ? magnitude.append(digit: digit) : digit == 0 else { return nil }
        places -= 1
      }
    }
    while places > 0, magnitude > 0 {
      guard magnitude.append(digit: 0) else { return nil }
      places -= 1
    }
    return magnitude
  }

  private mutating func digits() throws(JSONValue.SyntaxError) {
    guard case Byte.digits = peek else { throw error("a digit") }
    while case Byte.digits = peek { position += 1 }
  }
}

extension JSONParser {
  private mutating func string() throws(JSONValue.SyntaxError) -> String {
    let start = position
    position += 1
    let bits = skipPlain()
    guard peek == Byte.backslash else {
      let text = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<position])
      try closeString()
      // ASCII needs no validation.
      return bits < 0x80 ? String(decoding: text, as: UTF8.self) : try validated(text, from: start)
    }
    var text = Array(bytes[(start + 1)..<position])
    while peek == Byte.backslash {
      try escape(into: &text)
      let plain = position
      _ = skipPlain()
      text += bytes[plain..<position]
    }
    try closeString()
    return try validated(text, from: start)
  }

  /// Skips the bytes that stand for themselves and returns all their bits together.
  private mutating func skipPlain() -> UInt8 {
    var bits: UInt8 = 0
    while position < bytes.count, Byte.isPlain(bytes[position]) {
      bits |= bytes[position]
      position += 1
    }
    return bits
  }

  private mutating func closeString() throws(JSONValue.SyntaxError) {
    guard position < bytes.count else { throw error("'\"'") }
    guard peek == Byte.quote else { throw error("an escape for this control character") }
    position += 1
  }

  private func validated(_ text: some Collection<UInt8>, from start: Int) throws(JSONValue.SyntaxError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else { throw error("a string in UTF-8", at: start) }
    return string
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONValue.SyntaxError) {
    let start = position
    position += 1
    let letter = peek
    position += 1
    switch letter {
    case Byte.quote, Byte.backslash, Byte.slash: text.append(letter)
    case Byte.b: text.append(0x08)
    case Byte.f: text.append(0x0C)
    case Byte.n: text.append(0x0A)
    case Byte.r: text.append(0x0D)
    case Byte.t: text.append(0x09)
    case Byte.u: text += try scalar(escapedAt: start).utf8
    default: throw error("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
    }
  }

  /// The character of `\uXXXX`, or of two of them where the first is half of a pair.
  private mutating func scalar(escapedAt start: Int) throws(JSONValue.SyntaxError) -> Character {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    guard first < 0xDC00, peek == Byte.backslash, position + 1 < bytes.count, bytes[position + 1] == Byte.u else {
      throw error("a whole surrogate pair", at: start)
    }
    position += 2
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw error("a whole surrogate pair", at: start) }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(JSONValue.SyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Byte.hexDigit(peek) else { throw error("four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension UInt64 {
  /// Appends a decimal digit; false where the number has no room for it.
  @inline(__always)
  fileprivate mutating func append(digit: UInt8) -> Bool {
    let (product, overflows) = multipliedReportingOverflow(by: 10)
    let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
    self = sum
    return !overflows && !carries
  }
}
