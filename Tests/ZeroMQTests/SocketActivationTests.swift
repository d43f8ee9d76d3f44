// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

/// Sockets that somebody else has bound and listens on, as systemd does.
@Suite struct SocketActivationTests {
  let context: Context
  let folder: TemporaryFolder

  init() throws {
    context = try Context()
    folder = try TemporaryFolder()
  }

  /// A listening socket file, as systemd would hand it over.
  private func listen(_ name: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/\(name)".utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && Glibc.listen(descriptor, 16) == 0)
    return descriptor
  }

  @Test("a socket takes over a listening descriptor, then another, and binds a third place by itself")
  func socketTakesOver() throws {
    let descriptors = [try listen("a"), try listen("b")]
    defer { for descriptor in descriptors { close(descriptor) } }
    do {
      let router = try Socket(.router, in: context, options: .controlRouter)
      try router.bind(folder.endpoint("a"), listeningOn: descriptors[0])
      try router.bind(folder.endpoint("b"), listeningOn: descriptors[1])
      try router.bind(folder.endpoint("c"))
      for name in ["a", "b", "c"] {
        let client = try Socket(.dealer, in: context, options: .clientDealer)
        try client.connect(folder.endpoint(name))
        try client.sendPatiently([bytes(name)])
        #expect(try router.next().frames.last == bytes(name))
      }
    }
    // Ours still listens: the socket had a duplicate.
    #expect(try folder.endpoint("a").probe() == .listening)
    #expect(fcntl(descriptors[0], F_GETFD) >= 0)
  }

  @Test("a descriptor that is none is refused")
  func descriptorNoneRefused() throws {
    let router = try Socket(.router, in: context, options: .controlRouter)
    #expect(throws: ZeroMQError.self) { try router.bind(folder.endpoint(), listeningOn: -1) }
  }
}
