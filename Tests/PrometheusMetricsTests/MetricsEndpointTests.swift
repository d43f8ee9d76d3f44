// SPDX-License-Identifier: Apache-2.0

import Glibc
import PrometheusMetrics
import Testing

@Suite("The endpoint of metrics") struct MetricsEndpointTests {
  /// An endpoint at a port of its own that tells `value 1`.
  private func withEndpoint(_ body: (UInt16) throws -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0)
      }
    }
    #expect(listen(listener, MetricsEndpoint.backlog) == 0)
    let endpoint = try #require(MetricsEndpoint(listening: listener) { "value 1\n" })
    defer { endpoint.stop() }
    try body(UInt16(bigEndian: address.sin_port))
  }

  private func connect(_ port: UInt16) -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0)
      }
    }
    return connection
  }

  /// All that comes until the connection ends.
  private func read(_ connection: Int32) -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 { text += buffer.prefix(count) }
    close(connection)
    return String(decoding: text, as: UTF8.self)
  }

  private func ask(_ request: String, _ port: UInt16) -> String {
    let connection = connect(port)
    #expect(send(connection, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count)
    return read(connection)
  }

  @Test(
    "a request gets what it asks for, or why not",
    arguments: [
      ("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "200 OK", "\r\n\r\nvalue 1\n"),
      ("GET /metrics?x=1 HTTP/1.0\n\n", "200 OK", "\r\n\r\nvalue 1\n"),
      ("HEAD /metrics HTTP/1.1\r\n\r\n", "200 OK", "Content-Length: 8\r\nConnection: close\r\n\r\n"),
      ("GET http://host:9477/metrics?x=1 HTTP/1.1\r\n\r\n", "200 OK", "value 1\n"),
      ("GET http://host HTTP/1.1\r\n\r\n", "404 Not Found", "the metrics are at /metrics\n"),
      ("GET / HTTP/1.1\r\n\r\n", "404 Not Found", "the metrics are at /metrics\n"),
      (
        "POST /metrics HTTP/1.1\r\n\r\n", "405 Method Not Allowed",
        "Allow: GET, HEAD\r\n\r\nthe metrics are read by GET /metrics\n"
      ),
      ("\u{1}\u{2}\r\n\r\n", "400 Bad Request", "this is no HTTP request\n"),
    ])
  func answers(request: String, status: String, end: String) throws {
    try withEndpoint { port in
      let answer = ask(request, port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n") && answer.hasSuffix(end), "\(answer)")
    }
  }

  @Test("a head that does not end is not read on, and who says nothing keeps others waiting for a while only")
  func bounds() throws {
    try withEndpoint { port in
      let endless = connect(port)
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
      while send(endless, piece, piece.count, Int32(MSG_NOSIGNAL)) > 0 {}
      #expect(read(endless).hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
      let silent = connect(port)
      #expect(ask("GET /metrics HTTP/1.1\r\n\r\n", port).hasSuffix("value 1\n"))
      #expect(read(silent).isEmpty)
    }
  }
}
