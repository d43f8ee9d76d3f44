// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What people are told of the command that runs.
extension Scene {
  /// A verb in a message for people, in octets.
  static let verbBytesMax = 128

  /// Why the turn of a command did not come in time, for people.
  func missedTurn(of errand: Errand, in world: World) -> String {
    guard running == nil, world.isInGrace, errand.needsWorkers(on: stage, in: world) else {
      return "its turn did not come in time"
    }
    let names = world.missing.sorted().map(\.rawValue)
    return "workers of before the restart were awaited: " + names.listed(atMost: 3, separator: ", ")
  }

  /// The command that runs, and what it waits for; nil where none does.
  func underWay(in world: World) -> SceneStatus.UnderWay? {
    guard let running else { return nil }
    let errand = running.errand
    func age(of moment: Instant) -> Duration { .milliseconds(Int64(world.time.ms(since: moment))) }
    var told = SceneStatus.UnderWay(
      verb: errand.verbText(in: world), origin: errand.origin.name, pid: errand.origin.pid,
      elapsed: age(of: errand.admitted))
    if let ask = running.openAsk, ask.held == nil {
      told.asking = SceneStatus.UnderWay.Asking(
        request: ask.request, screen: ask.screen, element: ask.party.element, worker: ask.party.worker,
        elapsed: age(of: ask.sent))
    }
    if case .awaitingHosts(_, _, _, let ending) = running.state { told.lacking = ending.lacking }
    return told
  }

  /// Why a command that does not wait is refused: with whom the scene is busy.
  func busyness(in world: World) -> String {
    if var running = underWay(in: world) {
      running.verb = running.verb.shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true)
      return "the scene is busy with \(running.text)"
    }
    guard let next = queue.next else { return "the scene is busy with another command" }
    let verb = next.verbText(in: world).shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true)
    return "the scene is busy: '\(verb)' of \(next.origin.name) waits for its turn"
  }
}
