// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import WireProtocol

/// Clients and observers: sessions under test, with wishes of chance.
extension Simulator {
  func startClient(_ slot: Int) {
    let process = freshProcess()
    trace.say(at: now, "\(process.id) starts as client \(slot)")
    clients[process.id] = ClientProcess(
      process: process, slot: slot, session: ClientSession(name: "c\(slot)", randomBits: bits(), bits()))
    connect(process.id)
  }

  /// The process is gone, and nobody waits for its commands any more.
  func killClient(_ id: ProcessID) {
    guard let client = clients[id] else { return }
    trace.say(at: now, "\(id) dies")
    disconnect(id, losesWhatWasSaid: false)
    clients[id] = nil
    startClient(client.slot)
  }

  func client(_ id: ProcessID, _ event: ClientSession.Event) {
    guard let clock = clients[id]?.process.clock(now) else { return }
    let actions = sabotage.altered(clients[id]?.session.handle(event, at: clock) ?? [])
    for action in actions {
      switch action {
      case .send(let message, let correlation):
        sendUp(id, message, epoch: clients[id]?.session.epoch ?? 0, correlation)
      case .ended(let command, let ending):
        clients[id]?.open.remove(command)
        checker.reported(ending, of: command)
      case .parked(let command): parked(command, id)
      case .answered(_, let message): checker.answered(message)
      case .accepted, .unanswered: break
      }
    }
    schedule(id, by: clients[id]?.session.nextDeadline)
  }

  /// Most gates are passed in the end.
  private func parked(_ command: CommandID, _ id: ProcessID) {
    guard random.chance(700), let resume = clients[id]?.session.freshID(),
      let correlation = clients[id]?.session.freshCorrelation()
    else { return }
    client(id, .request(.resume(Resume(id: resume, target: command)), correlation, timeoutMs: 2000))
  }

  /// A client wants something, or behaves badly.
  func want(_ slot: Int) {
    guard isBusy else { return }
    agenda.add(.wants(slot), due: now + random.number(20_000...900_000))
    guard let id = clients.keys.sorted().first(where: { clients[$0]?.slot == slot }),
      let client = clients[id], !client.process.isPaused
    else { return }
    switch random.below(20) {
    case 0: copy(id)
    case 1: reuse(id)
    case 2: ask(id)
    case 3:
      if let open = client.open.sorted().first { self.client(id, .cancel(open)) }
    case 4 where fleet.hasIdle:
      if let correlation = clients[id]?.session.freshCorrelation() {
        let active = Message.active(Active(scene: random.pick(fleet.scenes)))
        self.client(id, .request(active, correlation, timeoutMs: 1000))
      }
    default: submit(id)
    }
  }

  private func submit(_ id: ProcessID) {
    guard let commandID = clients[id]?.session.freshID() else { return }
    var command = workload.command(commandID, fleet, journal, &random)
    let oldest = clients[id]?.open.map(\.sequence).min() ?? command.id.sequence
    if random.chance(700) { command.ackedBelow = oldest }
    submit(command, by: id)
  }

  func submit(_ command: Command, by id: ProcessID, timeoutMs: Int64? = nil) {
    figures.commands += 1
    clients[id]?.submitted.append(command)
    clients[id]?.open.insert(command.id)
    let timeout = timeoutMs ?? random.number(500...8000)
    client(id, .submit(command, timeoutMs: timeout, seals: random.chance(500)))
  }

  /// A copy of something that has long been sent.
  private func copy(_ id: ProcessID) {
    guard let client = clients[id], !client.submitted.isEmpty else { return }
    let command = random.pick(client.submitted)
    // A copy of what is still waiting for its turn would overtake it.
    guard !client.open.contains(command.id) else { return }
    sendUp(id, .command(command), epoch: client.session.epoch, .none)
  }

  /// Another body under an id that has been used.
  private func reuse(_ id: ProcessID) {
    guard let client = clients[id], var command = client.submitted.last, !client.open.contains(command.id)
    else { return }
    command.verb = .navigator(.goBack(to: .id(ElementID(UInt64(random.below(5))))))
    sendUp(id, .command(command), epoch: client.session.epoch, .none)
  }

  /// How did it end? Asked about commands of everybody.
  private func ask(_ id: ProcessID) {
    let known = clients.keys.sorted().flatMap { clients[$0]?.submitted ?? [] }
    guard !known.isEmpty, let correlation = clients[id]?.session.freshCorrelation() else { return }
    let message: Message =
      switch random.below(4) {
      case 0: .snapshotRequest(SnapshotRequest())
      case 1: .inspect(Inspect(.status))
      default: .query(Query(id: random.pick(known).id.description))
      }
    client(id, .request(message, correlation, timeoutMs: 1000))
  }

  func startObserver(_ slot: Int) {
    let process = freshProcess()
    let encoding = process.encoding.rawValue
    let scene = slot == 0 ? nil : fleet.scenes.first
    let prefixes = scene.map { ["wk1/\(encoding)/\($0)/", "wk1/\(encoding)/!"] } ?? ["wk1/\(encoding)/"]
    observers[process.id] = ObserverProcess(
      process: process, slot: slot, view: ObserverView(scene: scene, seed: bits()), prefixes: prefixes)
    connect(process.id)
    observer(process.id, .start)
  }

  func observer(_ id: ProcessID, _ event: ObserverView.Event) {
    guard let event = sabotage.altered(event), let clock = observers[id]?.process.clock(now) else { return }
    let actions = observers[id]?.view.handle(event, at: clock) ?? []
    for action in actions {
      trace.say(at: now, "\(id) \(Say.text(action))")
      checker.observed(action, by: id)
      guard case .subscribe = action, let prefixes = observers[id]?.prefixes else { continue }
      for prefix in prefixes {
        sendUp(id, [[0] + Array(prefix.utf8)])
        sendUp(id, [[1] + Array(prefix.utf8)])
      }
    }
    schedule(id, by: observers[id]?.view.nextDeadline)
  }
}
