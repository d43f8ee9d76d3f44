// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper
import WireProtocol

/// What a coordinator knows of now that its journal does not tell.
struct Present {
  /// A command that runs.
  struct Running {
    var id: CommandID
    var what: SceneStatus.UnderWay
  }

  /// How far the journal is behind; nil where everything is in it.
  var behind: Behind?
  /// The command that runs in each scene.
  var running: [SceneName: Running] = [:]
  /// Those of each scene that do not run, as many as the coordinator tells of.
  var held: [SceneName: [SceneStatus.Held]] = [:]

  init() {}

  /// Nothing where the status cannot be had: what is told besides is worth no failure.
  init(of navigator: Navigator) async {
    self.init()
    if let status = try? await navigator.status() { self = Present(status) }
  }

  init(_ status: CoordinatorStatus) {
    behind = Behind(status)
    for scene in status.scenes {
      held[scene.scene] = scene.held
      guard let id = scene.running, let what = scene.underWay else { continue }
      running[scene.scene] = Running(id: id, what: what)
    }
  }

  /// The commands that run, wait or are parked and whose ids end so; one alone where this is its whole id.
  func unended(endingIn text: String) -> [Unended] {
    let text = CommandID.meant(by: text)
    let all = running.values.map(Unended.init) + held.values.joined().map(Unended.init)
    let fitting = all.filter { $0.id.description.hasSuffix(text) }
    if let one = fitting.first(where: { $0.id.description == text }) { return [one] }
    return fitting.sorted { $0.id.description < $1.id.description }
  }

  /// A command that has not ended.
  struct Unended {
    var id: CommandID
    /// `runs`, `waits`, `is parked`
    var word: String
    /// What is told of it.
    var text: String

    init(_ running: Running) { (id, word, text) = (running.id, "runs", running.text) }

    init(_ held: SceneStatus.Held) { (id, word, text) = (held.id, held.isParked ? "is parked" : "waits", held.text) }
  }

  /// A journal that is not written.
  struct Behind {
    /// Since when; nil where an older coordinator does not say.
    var since: Date?
    /// Why, for people.
    var problem: String?
    /// What each scene has come to meanwhile.
    var revisions: [SceneName: Revision]

    /// Nil where the journal is written, or where there is none.
    init?(_ status: CoordinatorStatus) {
      guard let journal = status.service?.journal, journal.isWorking == false else { return nil }
      since = journal.failingSince.map { Date(timeIntervalSince1970: Quantity.milliseconds($0) / 1000) }
      problem = journal.problem
      revisions = Dictionary(status.scenes.map { ($0.scene, $0.revision) }) { $1 }
    }

    /// The sentence that says so: `the journal is not being written since 2026-11-22 14:03:10: …`
    var text: String {
      let time = since.map { " since \(Quantity.moment($0))" } ?? ""
      return "the journal is not being written\(time): commits and commands that came later are missing here"
        + (problem.map { " (\($0))" } ?? "")
    }

    /// Beneath ``text``: how far a scene has come meanwhile; nil where it has not moved.
    func text(of scene: SceneName, told revision: Revision?) -> String? {
      guard let now = revisions[scene], now > revision ?? 0 else { return nil }
      let last = revision.map { "revision \($0)" } ?? "no revision"
      return "\(scene) is at revision \(now) now, and the journal has \(last) of it; `way` shows what stands"
    }

    /// `{"since":µs,"problem":…,"scenes":{"main":12}}`
    var json: JSONValue {
      let scenes = revisions.sorted { $0.key < $1.key }
        .map { JSONValue.Member($0.key.rawValue, .integer(Int64(clamping: $0.value))) }
      let members: [(String, JSONValue?)] = [
        ("since", since.map { .integer($0.micros) }), ("problem", problem.map { .string($0) }),
        ("scenes", .members(scenes)),
      ]
      return .members(members.compactMap { key, value in value.map { .init(key, $0) } })
    }
  }
}

extension Present.Running {
  /// `'show list' of way (pid 4411), sent 3 s ago, asks @1 list (kiosk) for 2 s: show list`
  var text: String {
    let start = "'\(what.verb)' of \(what.client), sent \(Quantity.span(what.elapsed)) ago"
    if let asking = what.asking {
      let who = Asked.who(asking.element, asking.screen, request: asking.request)
      let worker = asking.worker.map { " (\($0))" } ?? ""
      return "\(start), asks \(who)\(worker) for \(Quantity.span(asking.elapsed)): \(asking.request)"
    }
    return start + (what.lackOfHost.map { ", \($0)" } ?? "")
  }
}

extension SceneStatus {
  /// Parked commands of which nothing but the id is told: behind many that wait, and by an older coordinator.
  var untoldParked: [CommandID] {
    let told = Set(held.map(\.id))
    return parkedCommands.filter { !told.contains($0) }
  }
}

extension SceneStatus.Held {
  /// `'open museum://exhibit/9' of way (pid 4411), sent 3 s ago, for 7 s at most: no worker reads it`
  var text: String {
    "'\(verb)' of \(client), sent \(Quantity.span(elapsed)) ago"
      + (remaining.map { ", for \(Quantity.span($0)) at most" } ?? "") + (reason.map { ": \($0)" } ?? "")
  }

  /// Of so many that wait, and of as many that are parked, it is told one by one.
  static let toldMax = 4
}

extension PastSource {
  /// What the coordinator knows of now; nothing of a copy, which knows of no coordinator.
  func present() async -> Present {
    guard case .coordinator(let navigator) = self else { return Present() }
    return await Present(of: navigator)
  }
}
