// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RouteModel
import Waykeeper

struct Workers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers", abstract: "Lists the registered workers, their screens, and their times to answer.",
    discussion: """
      With --scene those that serve it, or of which that is not known (SCENES is -). STATE: live; suspect, it is connected \
      and answers nothing; leaving, it said that it restarts; gone, its process has ended or has answered nothing for so long \
      that it counts as dead, or it has not come back since the coordinator started; refused, in the last 30 s; quarantined.

      P50 is the median time of its last 64 answers. MISSED counts asks that it did not \
      answer in time, LATE answers to asks that were over, for their time or because their command ended, DEATHS how often \
      its process ended without a goodbye. \
      Late answers of a program are not among them: the `way worker` that runs it tells them.

      A worker whose processes die again and again is quarantined: its screens give way to their fallbacks, and none of its \
      processes is let in until --clear, another version of it, or a restart of the coordinator.
      """)

  @Option(
    help: ArgumentHelp("Let this quarantined worker in again; may be repeated.", valueName: "name"),
    completion: LiveNames.workers, transform: Parse.worker)
  var clear: [WorkerName] = []

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if !clear.isEmpty { try global.refuseScene("a worker is let in again for all scenes that it serves") }
  }

  func run() async throws {
    let navigator = try global.navigator()
    if !clear.isEmpty { return try await clearAll(navigator) }
    let workers = Self.serving(global.scene, Array(try await navigator.workers().told(as: "workers")))
    if workers.isEmpty { try await SceneFailure.check(global.scene, navigator) }
    switch global.format {
    case .json: for worker in workers { Output.json(JSONLine.text(worker)) }
    case .text: for line in WorkersText(workers, of: global.scene, now: Date()).lines { Output.line(line) }
    }
  }

  /// The workers that serve this scene, and those that have not come back and may; all of them where none is named.
  static func serving(_ scene: SceneName?, _ workers: [WorkerStatus]) -> [WorkerStatus] {
    workers.filter { worker in
      guard let scene, let scenes = worker.scenes else { return true }
      return scenes.contains(scene) || scenes.isEmpty && worker.state == .gone
    }
  }

  /// Looks at all of them first, so that a name with a mistake in it changes nothing.
  private func clearAll(_ navigator: Navigator) async throws {
    let known = try await navigator.workers().told(as: "workers")
    if let stranger = clear.first(where: { name in !known.contains { $0.name == name } }) {
      let hint = Spelling.hint(stranger.rawValue, among: known.map(\.name.rawValue))
      throw CommandFailure("no worker is called '\(stranger)'\(hint)", .notAsAsked)
    }
    for name in clear {
      let wasQuarantined = known.contains { $0.name == name && $0.state == .quarantined }
      let worker = try await navigator.clearQuarantine(of: name)
      switch global.format {
      case .json: Output.json(JSONLine.text(worker))
      case .text:
        let waits = wasQuarantined ? "\(name) is let in again" : "\(name) is not quarantined"
        Output.line(Palette.standard.lines(waits, wasQuarantined ? .good : .plain)[0])
      }
    }
  }
}
