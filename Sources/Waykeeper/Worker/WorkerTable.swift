// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// What a worker does, by screen: its parts, checked.
struct WorkerTable: Sendable {
  private var screens: [ScreenName: WorkerParts.Screen] = [:]
  private var installers: [ScreenName: WorkerParts.Handler] = [:]

  /// - Throws: ``NavigatorError/Code/refused`` where two parts are about the same screen, or one cannot be registered.
  init(_ parts: WorkerParts) throws(NavigatorError) {
    for screen in parts.screens {
      if let fault = screen.faults.first { throw NavigatorError(.refused, "screen '\(screen.name)': \(fault)") }
      guard screens.updateValue(screen, forKey: screen.name) == nil else {
        throw NavigatorError(.refused, "two parts of the worker are about the screen '\(screen.name)'; make them one")
      }
    }
    for (name, handler) in parts.roots {
      guard installers.updateValue(handler, forKey: name) == nil else {
        throw NavigatorError(.refused, "two parts of the worker install the root '\(name)'; make them one")
      }
    }
  }

  /// What is registered of it.
  var routables: [ScreenName: Routable] { screens.mapValues(\.routable) }

  /// The roots that are registered.
  var roots: [ScreenName] { installers.keys.sorted() }

  /// The life of an element of this name.
  func life(of name: ScreenName) -> (@Sendable (ElementLife) async throws -> Void)? { screens[name]?.life }

  /// The answer to an ask. What nobody registered for is declined, and allowed where leave is asked.
  func answer(_ ask: OpenAsk) async throws -> Answer {
    guard let handler = handler(for: ask.ask) else {
      return switch ask.question {
      case .handle, .build, .parse: .declined
      case .leave, .host: .allow
      }
    }
    return try await handler(ask)
  }

  private func handler(for ask: Ask) -> WorkerParts.Handler? {
    let screen = screens[ask.screen.name]
    return switch ask.question {
    case .leave: screen?.guards
    case .host: screen?.prepares
    case .build, .parse: nil
    case .handle(.install(let name)): installers[name]
    case .handle(.back): screen?.back
    case .handle(let request):
      // The one with a name before the wildcard.
      screen?.handlers.filter { $0.key.matches(request) }.max { $0.key.name == nil && $1.key.name != nil }?.value
    }
  }
}
