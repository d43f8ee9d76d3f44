// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
public import Waykeeper

/// A worker that says what a test wants, in the place of a process that the test is not about. It shows its screens at once,
/// is asked everything about them but what destinations ask by name, and remembers it.
///
/// ```swift
/// try await Sandbox.run { sandbox in
///   let shop = ScriptedWorker("shop", showing: "shelves", "product", at: sandbox.location) { ask in
///     ask.question == .leave ? .deny("not paid") : nil         // nil: the usual answer
///   }
///   try await sandbox.run(shop.worker) {
///     try await sandbox.navigator.replace(path: AnyScreen("shelves"), AnyScreen("product"))
///     let outcome = try await sandbox.navigator.attempt(.back)
///     #expect(outcome.message == "not paid")
///     #expect(shop.asked == ["product: back", "product: leave"])
///   }
/// }
/// ```
///
/// The usual answer to `show`, `hide`, a change and Back is `declined`, so the next one is asked; steps of walks are taken as those
/// that nobody is asked about; its elements may leave, and may come.
public final class ScriptedWorker: Sendable {
  /// Run it in a sandbox.
  public let worker: ScreenWorker
  private let memory: AskMemory

  /// A worker called `name` for screens of these names.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - screens: The names of its screens, with any content.
  ///   - location: Where the coordinator is.
  ///   - answer: Its answer to each ask; nil for the usual one. `.silence` says nothing at all.
  public init(
    _ name: WorkerName, showing screens: ScreenName..., at location: CoordinatorLocation,
    answer: @escaping @Sendable (Ask) async throws -> Answer? = { _ in nil }
  ) {
    let memory = AskMemory()
    self.memory = memory
    worker = ScreenWorker(name, location: location) {
      for screen in screens {
        Hosts(screen) { $0.didAppear() }
          .onShow { ask, _ in try await memory.answer(ask.ask, answer) ?? .declined }
          .onHide { ask, _ in try await memory.answer(ask.ask, answer) ?? .declined }
          .onChange { ask, _ in try await memory.answer(ask.ask, answer) ?? .declined }
          .onBack { ask, _ in try await memory.answer(ask.ask, answer) ?? .declined }
          .onStep(.toAnyChild, .toParent, .toSelf) { step, _ in
            try await memory.answer(step.ask.ask, answer) ?? .complete
          }
          .guarding { ask, _ in try await memory.answer(ask.ask, answer) ?? .allow }
          .preparing { ask, _ in try await memory.answer(ask.ask, answer) ?? .allow }
      }
    }
  }

  /// Every ask, in order.
  public var asks: [Ask] { memory.asks.withLock(\.self) }

  /// Every ask in words, with the screen that was asked: `product: show help`, `product: to child help`, `product: leave`. Asks to
  /// prepare a screen that comes are left out.
  public var asked: [String] {
    asks.filter { $0.question != .host }.map { "\($0.screen.name): \($0.question.description)" }
  }
}

extension Answer {
  /// No answer: it waits until the coordinator does not want one any more.
  public static var silence: Answer {
    get async throws {
      while true { try await Task.sleep(for: .seconds(3600)) }
    }
  }
}

/// The asks that a worker was asked.
private final class AskMemory: Sendable {
  let asks = Mutex<[Ask]>([])

  func answer(_ ask: Ask, _ answer: (Ask) async throws -> Answer?) async throws -> Answer? {
    asks.withLock { $0.append(ask) }
    return try await answer(ask)
  }
}
