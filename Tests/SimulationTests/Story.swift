// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// Stories that are written by hand, in the same engine: calm weather, and only what the story says befalls anybody.
extension Simulator {
  /// A plain installation in calm weather, a second old; handlers push what they are asked to show.
  static func story(_ preset: Weather.Preset = .zeroMQ, fleet: Fleet = .plain) -> Simulator {
    let simulator = Simulator(seed: 1, fleet: fleet, weather: Weather(calm: preset), keepsTrace: true)
    simulator.workload.script = { ask in
      if case .handle(.hide) = ask.question { .instruction(.pop) } else { .instruction(.push(nil)) }
    }
    simulator.pass(1000)
    return simulator
  }

  func pass(_ ms: Int64) { go(until: now + ms * 1000) }

  /// Something that the first client wants.
  @discardableResult
  func want(_ verb: Verb, _ adjust: (inout Command) -> Void = { _ in }) -> CommandID {
    guard let id = clients.keys.sorted().first, let commandID = clients[id]?.session.freshID() else {
      preconditionFailure("a story has a client")
    }
    var command = Command(id: commandID, verb: verb)
    adjust(&command)
    submit(command, by: id, timeoutMs: 20_000)
    return commandID
  }

  func replace(_ path: String) -> Verb {
    do { return .navigator(.replace(path: try PathItem.path(parsing: path), in: nil)) } catch {
      preconditionFailure("\(path): \(error)")
    }
  }

  /// Another copy of what was submitted.
  func copy(_ id: CommandID) {
    guard let client = clients.keys.sorted().first,
      let command = clients[client]?.submitted.first(where: { $0.id == id })
    else { preconditionFailure("\(id) was never submitted") }
    sendUp(client, .command(command), epoch: 0, .none)
  }

  /// The newest process of a worker.
  func process(of worker: WorkerName) -> ProcessID? {
    workers.keys.sorted().last { workers[$0]?.registration.worker == worker }
  }

  /// How a command ended, in words; empty while it has not.
  func ending(of id: CommandID) -> String {
    guard let outcome = checker.commands[id]?.told else { return "" }
    return ([outcome.word] + [outcome.reason].compactMap(\.self)).joined(separator: " ")
  }

  /// The path of the main scene, as it is written.
  var path: String { journal.commits.last { $0.scene == "main" }?.route.description ?? "" }
}
