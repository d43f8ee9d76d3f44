// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

// What a worker does for destinations, by name; one worker for each kind and name in a scene. What is about one element is a
// part of its `Hosts`: `finding` and `onContext`. `ask.context` is the context of the step. A handler that throws makes the
// request fail, and its outcome names the step and this worker.

/// Says whether something holds: a case of a choice (``SwitchAssembly``). Silence means that it does not.
///
/// ```swift
/// Decides("open-today") { ask in await calendar.isOpen(try ask.context(as: Exhibit.self).id) }
/// ```
public struct Decides: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Says whether it holds.
  public init(_ name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> Bool) {
    parts = WorkerParts(.condition, name) { ask in try await handler(ask) ? .allow : .declined }
  }
}

/// Makes another context of one, for all steps that follow (``DestinationStep/adaptingContext(_:using:)``).
///
/// ```swift
/// Converts("shelf-of-exhibit") { ask in ["floor": await catalogue.floor(of: try ask.context(as: Exhibit.self).id)] }
/// ```
public struct Converts: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Makes the new context.
  public init(_ name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> some Encodable & Sendable) {
    parts = WorkerParts(.conversion, name) { ask in
      .value(try ContentCoder.value(try await handler(ask), of: "context"))
    }
  }
}

/// Says which screen is made.
///
/// ```swift
/// Makes("exhibit-of-today") { _ in Exhibit(id: await calendar.exhibitOfToday()) }
/// ```
public struct Makes: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Says which screen.
  public init(_ name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> any ScreenConvertible) {
    self.init(item: name) { ask in PathItem(try await handler(ask).anyScreen) }
  }

  /// Says which screen, with what its branches hold.
  public init(item name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> PathItem) {
    parts = WorkerParts(.factory, name) { ask in .path([try await handler(ask)]) }
  }
}

/// Says which edits put a made screen where it belongs. `ask.element` is the screen that its step comes from, if it is one;
/// the edits may name it `.askedElement`. The screens are those to be put into the route, with their branches.
///
/// ```swift
/// Places("beside") { ask, screens in screens.map { .go(to: $0.screen, on: .askedElement) } }
/// ```
public struct Places: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Says which edits. Verbs that ask workers make it fail.
  public init(_ name: TaskName, handler: @escaping @Sendable (OpenAsk, [PathItem]) async throws -> [Navigation]) {
    parts = WorkerParts(.action, name) { ask in
      guard case .task(.action(_, let screens)) = ask.question else { return .declined }
      return .edit(try await handler(ask, screens))
    }
  }
}

/// A gate before anything changes: allows, denies, or redirects to what has to come first.
///
/// ```swift
/// Intercepts("login") { _ in session.isOpen ? .allow : .redirect(.show("login")) }
/// ```
///
/// A redirect parks the request and carries out its verb. ``Navigator/resume(_:)`` then plans the request again, from the
/// start and on the route as it is by then, and so asks the gate again: answer from what is true by then (``Answer/allow``
/// when the visitor has logged in), not from whether it was asked before. A second redirect parks it once more.
public struct Intercepts: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Answers ``Answer/allow``, ``Answer/deny(_:code:)`` or a redirect.
  public init(_ name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> Answer) {
    parts = WorkerParts(.interceptor, name, handler: handler)
  }
}

/// Hears that a screen is there: a post task. Told once the route stands, or was as asked already; at most once, one after
/// another, and nothing depends on it: an error that it throws is ``WorkerReport/arrivalFailed(_:_:)``.
///
/// ```swift
/// Hears("visited") { arrival in log(arrival.screen, arrival.context) }
/// ```
public struct Hears: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Is told.
  public init(_ name: TaskName, handler: @escaping @Sendable (Arrival) async throws -> Void) {
    var parts = WorkerParts()
    parts.hearers = [(name, handler)]
    self.parts = parts
  }
}
