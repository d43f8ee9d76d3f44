// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Waykeeper

@Suite("Waiting for a registration", .timeLimit(.minutes(20)))
struct RegistrationWaitTests {
  let wait = RegistrationWait()
  let refusal = NavigatorError(.refused, "another worker has that")

  @Test("A refusal that came before anybody waited is heard by the next who waits, once")
  func unheard() async throws {
    let number = wait.next()
    wait.refuse(number, refusal)
    let first = await #expect(throws: NavigatorError.self) { try await wait.wait() }
    #expect(first?.message == refusal.message)
    let second = Task { try await wait.wait() }
    wait.take(number)
    try await second.value
  }

  @Test("A refusal counts for no registration behind it, nor once the same one is taken")
  func earlier() async throws {
    let first = wait.next()
    wait.refuse(first, refusal)
    let second = wait.next()
    let waiting = Task { try await wait.wait() }
    wait.take(second)
    try await waiting.value
    wait.refuse(wait.next(), refusal)
    wait.take(wait.last)
    try await wait.wait()
  }

  @Test("A refusal of an earlier registration takes none away that nobody has heard yet")
  func unheardBehind() async {
    let (former, last) = (wait.next(), wait.next())
    wait.refuse(last, refusal)
    wait.refuse(former, NavigatorError(.refused, "something else"))
    let error = await #expect(throws: NavigatorError.self) { try await wait.wait() }
    #expect(error?.message == refusal.message)
  }

  @Test("A task that is cancelled does not wait on, whether it waits already or not; the others do")
  func cancelled() async throws {
    let number = wait.next()
    let other = Task { try await wait.wait() }
    let waiting = Task { try await wait.wait() }
    waiting.cancel()
    let error = await #expect(throws: NavigatorError.self) { try await waiting.value }
    #expect(error?.code == .withdrawn)
    wait.take(number)
    try await other.value
  }

  @Test("After the end nobody waits")
  func end() async throws {
    let waiting = Task { try await wait.wait() }
    _ = wait.next()
    wait.end(NavigatorError(.withdrawn, "the worker has ended"))
    await #expect(throws: NavigatorError.self) { try await waiting.value }
    await #expect(throws: NavigatorError.self) { try await wait.wait() }
  }
}
