// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The deepest nesting of lists and objects in content.
  public static let depthMax = 64
  /// The deepest nesting in a message, which may hold a route with contents.
  static let documentDepthMax = 256

  /// The value that `text` spells, in canonical form: RFC 8259 to the letter, UTF-8 without byte order mark. Repeated
  /// keys (compared by bytes), numbers beyond a double, lone surrogates and nesting deeper than ``depthMax`` are refused.
  public init(json text: some Sequence<UInt8>) throws(JSONValue.SyntaxError) {
    self = try Self.parse(text) { (parser: inout JSONParser) throws(JSONValue.SyntaxError) in try parser.document() }
  }

  /// The value that `text` spells, in canonical form.
  public init(json text: some StringProtocol) throws(JSONValue.SyntaxError) {
    try self.init(json: text.utf8)
  }

  /// The value that `text` spells, nested up to 256 deep, as it is written: members keep the order of the text, and `{}`
  /// and null members stay. Messages are read so, because their members have meanings of their own. A part that becomes
  /// content has to become canonical first.
  public static func asWritten(_ text: some Sequence<UInt8>) throws(JSONValue.SyntaxError) -> JSONValue {
    try parse(text, isAsWritten: true, depthMax: documentDepthMax) {
      (parser: inout JSONParser) throws(JSONValue.SyntaxError) in
      try parser.document()
    }
  }

  /// The canonical value at the start of `text`, and how many bytes it takes: JSON ends where its value ends.
  public static func prefix(of text: some Sequence<UInt8>) throws(JSONValue.SyntaxError) -> (
    value: JSONValue, byteCount: Int
  ) {
    try parse(text) { (parser: inout JSONParser) throws(JSONValue.SyntaxError) in
      let value = try parser.value()
      return (value, parser.position)
    }
  }

  private static func parse<Value>(
    _ text: some Sequence<UInt8>, isAsWritten: Bool = false, depthMax: Int = Self.depthMax,
    _ read: (inout JSONParser) throws(JSONValue.SyntaxError) -> Value
  ) throws(JSONValue.SyntaxError) -> Value {
    func run(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Value, JSONValue.SyntaxError> {
      var parser = JSONParser(bytes: bytes, isAsWritten: isAsWritten, depthMax: depthMax)
      do throws(JSONValue.SyntaxError) { return .success(try read(&parser)) } catch { return .failure(error) }
    }
    let result = text.withContiguousStorageIfAvailable(run) ?? ContiguousArray(text).withUnsafeBufferPointer(run)
    return try result.get()
  }
}
