// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// A process of another user, which may connect and wants to harm: it keeps to no session, and reads nothing.
struct Stranger {
  var process: Process
  let door: SimulatedNetwork.Door
}

extension Fleet {
  /// Little of everything that users share, so that a flood of a story's length can fill it.
  static func besieged(_ fleet: Fleet) -> Fleet {
    var fleet = fleet
    fleet.settings.window.rows = 1500
    fleet.settings.scenesMax = 40
    fleet.settings.workersMax = 40
    return fleet
  }
}

/// Strangers: they flood everything that users share, and use the client ids of others.
extension Simulator {
  /// The user of everybody else, and that of the strangers.
  static let owner: UInt32 = 1000
  static let stranger: UInt32 = 2000

  /// An installation and a weather of chance, besieged by another user.
  convenience init(besieged seed: UInt64, preset: Weather.Preset, sabotage: any Sabotage = Untouched()) {
    var random = SeededGenerator(seed: seed)
    let fleet = Fleet.besieged(Fleet(from: &random))
    let weather = Weather(preset, from: &random)
    self.init(seed: seed, fleet: fleet, weather: weather, sabotage: sabotage)
    for door in [SimulatedNetwork.Door.control, .screens] {
      let process = freshProcess()
      strangers[process.id] = Stranger(process: process, door: door)
      checker.strangers.insert(process.id)
      connect(process.id)
      agenda.add(.torments(process.id), due: now + malice.number(0...500_000))
    }
  }

  /// The user that a process belongs to.
  func uid(of id: ProcessID) -> UInt32 { strangers[id] == nil ? Self.owner : Self.stranger }

  /// A stranger does its worst, and will again.
  func torment(by id: ProcessID) {
    guard isBusy else { return }
    agenda.add(.torments(id), due: now + malice.number(50_000...300_000))
    for _ in 0..<malice.below(30) { flood(by: id) }
    for _ in 0..<malice.below(4) { steal(by: id) }
    guard strangers[id]?.door == .screens else { return }
    for _ in 0..<malice.below(4) { register(by: id) }
  }

  private func word() -> String {
    nextWord += 1
    return "stranger\(nextWord)"
  }

  /// Commands that stay as long as they may, in the scenes of others and in new ones.
  private func flood(by id: ProcessID) {
    guard let commandID = CommandID(word()) else { return }
    var command = Command(id: commandID, verb: .navigator(.goBack(to: .id(ElementID(99)))))
    command.scene = malice.pick(fleet.scenes)
    switch malice.below(20) {
    case 0: command.verb = .show(["list"])
    case 1: command.verb = .back
    case 2:
      command.scene = SceneName(word()) ?? command.scene
      command.verb = .navigator(.replace(path: [PathItem(AnyScreen("home"))], in: nil))
    default: break
    }
    command.deadlineMs = Limits.deadlineMsMax
    sendUp(id, .command(command), epoch: 0, .none)
  }

  /// Everything that can be said under the client id of another user, where the coordinator has seen it.
  private func steal(by id: ProcessID) {
    let known = clients.keys.sorted().flatMap { clients[$0]?.submitted ?? [] }
      .filter { checker.commands[$0.id]?.decided != nil && checker.owners[$0.id.client] == Self.owner }
    guard !known.isEmpty else { return }
    let victim = malice.pick(known)
    let ahead = victim.id.sequence + UInt64(malice.below(30))
    guard let next = CommandID(client: victim.id.client, sequence: ahead + 1) else { return }
    var jump = Command(id: next, verb: .back)
    jump.ackedBelow = next.sequence
    let message: Message =
      switch malice.below(5) {
      case 0: .command(jump)
      case 1: .command(victim)
      case 2: .cancel(Cancel(id: next))
      case 3: .query(Query(id: next.description, seal: true))
      default: .resume(Resume(id: next, target: victim.id))
      }
    sendUp(id, message, epoch: 0, .none)
  }

  /// A worker that nobody needs.
  private func register(by id: ProcessID) {
    guard let name = WorkerName(word()), let incarnation = Incarnation(name.rawValue) else { return }
    sendUp(id, .hello(Registration(worker: name, incarnation: incarnation, scenes: nil)), epoch: 0, .none)
  }
}
