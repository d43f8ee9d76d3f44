// SPDX-License-Identifier: Apache-2.0

/// A URL that leads into the route, in its parts (RFC 3986), each decoded once. Rules: specification, section "Links".
public struct DeepLink: Hashable, Sendable {
  /// A part of the query: `key=value`, or `key` alone, which is a flag.
  public struct Item: Hashable, Sendable {
    /// Its key, not empty.
    public var key: String
    /// Its value; nil for a flag.
    public var value: String?

    /// A part of a query.
    public init(_ key: String, _ value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// The URL as given.
  public let text: String
  /// The scheme, in lower case.
  public let scheme: String
  /// The text before `@`.
  public let userInfo: String?
  /// The host as written; nil for a URL without `//`.
  public let host: String?
  /// The port behind the host.
  public let port: UInt16?
  /// The host, unless it is empty, then the segments of the path that are not empty.
  public let components: [String]
  /// The parts of the query in order, with repeated keys.
  public let query: [Item]
  /// The text behind `#`.
  public let fragment: String?
  /// The values of each key of the query: many patterns look for many keys.
  private let table: [Key: [String?]]

  /// The longest URL, in bytes.
  public static let bytesMax = 8 * 1024
  /// The most components.
  public static let componentsMax = 128
  /// The most parts of a query.
  public static let itemsMax = 256

  /// The parts of `text`, to the letter of RFC 3986. Relative references are refused, and so are URLs beyond the limits,
  /// the segments `.` and `..`, escapes that are no UTF-8, and parts of a query without a key.
  public init(parsing text: some StringProtocol) throws(SyntaxError) {
    self.text = String(text)
    var parser = try DeepLinkParser(text)
    scheme = try parser.scheme()
    let authority = try parser.authority()
    (userInfo, host, port) = (authority?.userInfo, authority?.host, authority?.port)
    components = [host].compactMap { $0?.isEmpty == false ? $0 : nil } + (try parser.segments())
    query = try parser.query()
    fragment = try parser.fragment()
    guard components.count <= Self.componentsMax else {
      throw SyntaxError(offset: text.utf8.count, expected: "at most \(Self.componentsMax) components")
    }
    guard query.count <= Self.itemsMax else {
      throw SyntaxError(offset: text.utf8.count, expected: "at most \(Self.itemsMax) parts of a query")
    }
    var table: [Key: [String?]] = [:]
    for item in query { table[Key(text: item.key), default: []].append(item.value) }
    self.table = table
  }

  /// The values that the query gives `key`, in order; nil for a flag.
  public func values(of key: String) -> [String?] { table[Key(text: key)] ?? [] }

  /// A key of the query, compared octet by octet; texts are equal where Unicode takes them for equivalent.
  private struct Key: Hashable {
    var text: String

    static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = self.text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
