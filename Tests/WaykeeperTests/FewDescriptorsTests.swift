// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@testable import Waykeeper

@Suite("An end whose process has few descriptors left", .timeLimit(.minutes(20)))
struct FewDescriptorsTests {
  @Test("A navigator says so, and neither that there is no coordinator nor that one hangs; nothing ends the process")
  func connecting() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let listener = try Self.listener(at: folder.file("control.sock"))
      // Those of a reactor with one connection.
      let needed = 11
      for count in 0...needed {
        let error = try withDescriptors(count) { Self.failure(at: folder.path) }
        let code: NavigatorError.Code? = count < needed ? .transport : nil
        try #require(error?.code == code, "with \(count) descriptors: \(error?.message ?? "connected")")
      }
      close(listener)
    }
  }

  /// Why a navigator cannot connect.
  private static func failure(at folder: String) -> NavigatorError? {
    do throws(NavigatorError) {
      _ = try Navigator.connect(.runtimeFolder(folder), name: "test")
      return nil
    } catch {
      return error
    }
  }

  /// A descriptor that listens there. Nobody accepts, which would take others.
  private static func listener(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(descriptor, 64) == 0)
    return descriptor
  }

  @Test("Where a connection's socket cannot be opened, a verb and a question say so, and not that nobody answers")
  func failedConnection() async throws {
    let folder = try TemporaryFolder()
    // The socket is made, its monitor is not.
    let context = try Context(socketsMax: 1)
    let connection = try ControlConnection(to: .ipc(folder.file("control.sock")), name: "test") {
      () throws(ZeroMQError) in try Reactor(name: "test", context: context)
    }
    let navigator = Navigator(backend: connection).timeout(.milliseconds(50))
    let command = try navigator.command(for: .back)
    let verb = await #expect(throws: NavigatorError.self) { try await navigator.attempt(command) }
    #expect(verb?.code == .transport && verb?.commandID == command.id, "\(verb?.message ?? "")")
    let queued = await #expect(throws: NavigatorError.self) { try await navigator.queue(.back) }
    #expect(queued?.code == .transport)
    let question = await #expect(throws: NavigatorError.self) { try await navigator.snapshot() }
    #expect(question?.code == .transport)
    #expect(question?.message.hasPrefix("nothing was sent: ") == true, "\(question?.message ?? "")")
    await navigator.close()
  }

  @Test("Where a connection's socket is opened later, and nobody is there by then, a verb says that nobody answers")
  func openedLater() async throws {
    let folder = try TemporaryFolder()
    // For a connection: its socket, and both ends of the monitor. One of the three places is taken.
    let context = try Context(socketsMax: 3)
    let other = try Socket(.dealer, in: context, options: .clientDealer)
    let taken = Mutex<Socket?>(consume other)
    var options = SocketOptions.clientDealer
    options.renewalMs = 10
    let connection = try ControlConnection(
      to: .ipc(folder.file("control.sock")), name: "test", options: options
    ) { () throws(ZeroMQError) in try Reactor(name: "test", context: context) }
    let navigator = Navigator(backend: connection).timeout(.milliseconds(50))
    #expect(await Self.failure(of: navigator) == .transport)
    taken.withLock { $0 = nil }
    try await eventually("a verb that is not answered") {
      await Self.failure(of: navigator)
    } until: {
      $0 == .noAnswer
    }
    await navigator.close()
  }

  /// Why a verb has no outcome.
  private static func failure(of navigator: Navigator) async -> NavigatorError.Code? {
    do throws(NavigatorError) {
      try await navigator.back()
      return nil
    } catch {
      return error.code
    }
  }
}
