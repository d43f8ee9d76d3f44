// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

/// Each in a process of its own, for the descriptors are the whole process's.
@Suite("A process with few descriptors left", .timeLimit(.minutes(20)))
struct FewDescriptorsTests {
  /// Those of a reactor with one connection.
  private static let needed = 11

  @Test("A reactor whose connection would find too few is not made; libzmq does not end the process")
  func reactors() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for count in 0..<(Self.needed + 3) {
        let failure = try withDescriptors(count) { try Self.open(folder.endpoint("nobody")) }
        let code = count < Self.needed ? EMFILE : nil
        try #require(failure?.code == code, "with \(count) descriptors: \(String(describing: failure))")
      }
    }
  }

  /// Opens a connection, and returns why that cannot be.
  private static func open(_ endpoint: Endpoint) throws -> ZeroMQError? {
    let before = openDescriptors
    let failure = Mutex<ZeroMQError?>(nil)
    do throws(ZeroMQError) {
      let reactor = try Reactor(name: "few")
      let isOpen = DispatchSemaphore(value: 0)
      _ = reactor.open(.dealer, .clientDealer, to: endpoint) { event in
        if case .failed(let error) = event { failure.withLock { $0 = error } }
      }
      reactor.perform { isOpen.signal() }
      isOpen.wait()
    } catch {
      return error
    }
    // The reactor ends by itself; by then all that it had can be opened again.
    try eventually("the end of the reactor") { openDescriptors <= before }
    return failure.withLock { $0 }
  }

  @Test("The first socket of a context begins libzmq's threads only where there are descriptors for them")
  func contexts() async {
    await #expect(processExitsWith: .success) {
      let context = try Context()
      for count in 0..<5 {
        let failure = try withDescriptors(count) { Self.failure(in: context) }
        try #require(failure?.code == EMFILE, "with \(count) descriptors: \(String(describing: failure))")
      }
      let failure = try withDescriptors(5) { Self.failure(in: context) }
      try #require(failure == nil, "\(String(describing: failure))")
    }
  }

  /// Why a socket cannot be made.
  private static func failure(in context: Context) -> ZeroMQError? {
    do throws(ZeroMQError) {
      _ = try Socket(.dealer, in: context, options: .clientDealer)
      return nil
    } catch {
      return error
    }
  }
}
