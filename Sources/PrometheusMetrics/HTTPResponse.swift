// SPDX-License-Identifier: Apache-2.0

/// The answer to a request for metrics, as HTTP/1.1 has it; the connection ends behind it.
struct HTTPResponse {
  private(set) var status: String
  private var headers: [String] = []
  private var body: String
  private var isBodyLeftOut = false

  /// The answer where the head has more than ``MetricsEndpoint/requestBytesMax``.
  static let tooLong = HTTPResponse(
    "431 Request Header Fields Too Large", "a request has at most \(MetricsEndpoint.requestBytesMax) bytes\n")

  private init(_ status: String, _ body: String) { (self.status, self.body) = (status, body) }

  /// Answers `GET` and `HEAD` of `/metrics`, and says to others where that is.
  init(to request: [UInt8], text: () -> String) {
    let head = String(decoding: request.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    let words = head.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      (status, body) = ("400 Bad Request", "this is no HTTP request\n")
      return
    }
    guard words[0] == "GET" || words[0] == "HEAD" else {
      (status, body) = ("405 Method Not Allowed", "the metrics are read by GET /metrics\n")
      headers = ["Allow: GET, HEAD"]
      return
    }
    guard Self.path(of: words[1]) == "/metrics" else {
      (status, body) = ("404 Not Found", "the metrics are at /metrics\n")
      return
    }
    (status, body) = ("200 OK", text())
    isBodyLeftOut = words[0] == "HEAD"
  }

  /// The path of a request's target, which may be a whole URL (RFC 9112, 3.2.2).
  private static func path(of target: Substring) -> Substring {
    var rest = target.prefix { $0 != "?" }
    if rest.lowercased().hasPrefix("http://") { rest = rest.dropFirst(7).drop { $0 != "/" } }
    return rest
  }

  /// What is sent.
  var bytes: [UInt8] {
    let type = status.hasPrefix("200") ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8"
    let lines =
      ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)", "Connection: close"]
      + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (isBodyLeftOut ? "" : body)).utf8)
  }
}
