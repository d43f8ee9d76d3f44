// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("What a mock refuses as every coordinator does", .timeLimit(.minutes(20)))
struct MockRefusalTests {
  /// What no coordinator takes, whatever it shows.
  private static let impossible: [Navigation] = [
    .open("no url"), .open(""), .navigate(to: []), .driveTo("x", input: [1]),
    .replace(path: [Home()], in: .id(.root)), .goBack(to: Target.askedElement), .show("x", context: deep),
    .show("x", context: .string(String(repeating: "x", count: 600_000))),
    .batch(Array(repeating: Navigation.goBack(to: Home()), count: 257)),
    .batch([.goBack(to: Home()), .replace(path: [Home()], in: .id(.root))]),
  ]

  /// Deeper than content may be.
  private static let deep = (0..<300).reduce(JSONValue.null) { value, _ in .array([value]) }

  /// How a verb ends, in words.
  private func told(_ navigator: Navigator, _ navigation: Navigation) async -> String {
    do throws(NavigatorError) {
      let outcome = try await navigator.attempt(navigation)
      return "\(outcome.kind): \(outcome.message ?? "")"
    } catch {
      return "throws \(error.code): \(error.message)"
    }
  }

  @Test("Malformed verbs, and those that no route takes, end in a mock as in a coordinator, whatever its test says")
  func impossible() async throws {
    try await Sandbox.run { sandbox in
      let asked = Recorder<Navigation>()
      let sent = SentCommands()
      let mock = Navigator.mock(recording: sent) { command in
        asked.add(Navigation(command.verb))
        return .committed
      }
      try await sandbox.navigator.replace(path: Home())
      for navigation in Self.impossible {
        let real = await told(sandbox.navigator, navigation)
        #expect(real.hasPrefix("rejected") || real.hasPrefix("throws refused"), "\(real.prefix(200))")
        let mocked = await told(mock, navigation)
        #expect(mocked == real, "\(mocked.prefix(200))\n\(real.prefix(200))")
      }
      #expect(asked.all.isEmpty)
      // What is no message was not sent.
      #expect(sent.verbs.contains(.open("no url")) && !sent.verbs.contains(.goBack(to: Target.askedElement)))
      let queued = await #expect(throws: NavigatorError.self) { try await mock.queue(.open("no url")) }
      #expect(queued?.outcome?.kind == .rejected(.invalid))
    }
  }

  @Test("A command that is sent again has its first outcome, and another one under its id is refused")
  func again() async throws {
    try await Sandbox.run { sandbox in
      let sent = SentCommands()
      for navigator in [Navigator.mock(recording: sent), sandbox.navigator] {
        let command = try navigator.command(for: .replace(path: Home()))
        let first = try await navigator.attempt(command)
        #expect(first.kind == .committed)
        #expect(try await navigator.attempt(command) == first)
        #expect(try await navigator.cancel(command.id).kind == .committed)
        var other = command
        other.verb = .back
        let reused = try await navigator.attempt(other)
        #expect(reused.kind == .rejected(.idReused), "\(reused)")
      }
      #expect(sent.verbs == [.replace(path: Home())])
    }
  }

  @Test("A command that is sent again while a mock answers it is recorded once, and has the same outcome")
  func together() async throws {
    let sent = SentCommands()
    let (navigators, answers, seconds) = (Recorder<Navigator>(), Recorder<CommandID>(), Recorder<Outcome>())
    let navigator = Navigator.mock(recording: sent) { command in
      answers.add(command.id)
      guard answers.all.count == 1 else { return .unhandled }
      for other in navigators.all {
        _ = Task.immediate {
          if let outcome = try? await other.attempt(command) { seconds.add(outcome) }
        }
      }
      return .committed
    }
    navigators.add(navigator)
    let first = try await navigator.attempt(.replace(path: Home()))
    #expect(first.kind == .committed)
    #expect(try await seconds.next("the outcome of the second one") == first)
    #expect(sent.verbs == [.replace(path: Home())] && answers.all.count == 1)
  }

  @Test("A command without an answer may be sent again, and is asked about again")
  func withoutAnswer() async throws {
    let answers = Recorder<CommandID>()
    let navigator = Navigator.mock { (command) throws(NavigatorError) in
      answers.add(command.id)
      guard answers.all.count > 1 else { throw NavigatorError(.noAnswer, "test", commandID: command.id) }
      return .committed
    }
    let command = try navigator.command(for: .back)
    let error = await #expect(throws: NavigatorError.self) { try await navigator.attempt(command) }
    #expect(error?.code == .noAnswer)
    #expect(try await navigator.attempt(command).kind == .committed)
    #expect(answers.all == [command.id, command.id])
  }
}
