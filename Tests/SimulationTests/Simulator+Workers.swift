// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Workers: the session under test, with handlers and screens of chance.
extension Simulator {
  func startWorker(_ slot: Int, takesOver: Bool = false) {
    var registration = templates[slot]
    registration.takeover = takesOver
    let process = freshProcess()
    guard let incarnation = Incarnation("process\(process.id)") else { preconditionFailure("an incarnation") }
    registration.incarnation = incarnation
    trace.say(at: now, "\(process.id) starts as worker \(registration.worker)")
    workers[process.id] = WorkerProcess(
      process: process, slot: slot, registration: registration,
      session: WorkerSession(registration, seed: bits()),
      nested: ClientSession(name: registration.worker.rawValue, randomBits: bits(), bits()))
    checker.began(process.id, registration.worker)
    connect(process.id)
    worker(process.id, .start)
  }

  /// The process is gone; what it had said still comes.
  func killWorker(_ id: ProcessID) {
    guard let worker = workers[id] else { return }
    trace.say(at: now, "\(id) dies")
    figures.workerKills += 1
    disconnect(id, losesWhatWasSaid: false)
    workers[id] = nil
    if isBusy { agenda.add(.startsWorker(worker.slot), due: now + random.number(50_000...3_000_000)) }
  }

  func worker(_ id: ProcessID, _ event: WorkerSession.Event) {
    guard let event = sabotage.altered(event), let clock = workers[id]?.process.clock(now) else { return }
    let actions = workers[id]?.session.handle(event, at: clock) ?? []
    for action in actions { perform(action, of: id) }
    schedule(id, by: workers[id]?.session.nextDeadline)
    if let worker = workers[id], worker.session.isEnded, !worker.isOver { end(id) }
  }

  /// Replaced or stopped: the process ends by itself.
  private func end(_ id: ProcessID) {
    trace.say(at: now, "\(id) ends")
    workers[id]?.isOver = true
    disconnect(id, losesWhatWasSaid: false)
    workers[id] = nil
  }

  private func perform(_ action: WorkerSession.Action, of id: ProcessID) {
    guard let worker = workers[id] else { return }
    switch action {
    case .reconnect:
      disconnect(id, losesWhatWasSaid: true)
      connect(id)
    case .send(let message, let correlation):
      sendUp(id, message, epoch: worker.session.epoch, correlation)
    case .run(let ask):
      checker.ran(ask.token, by: id)
      figures.asks += 1
      workers[id]?.handlers[ask.token] = ask
      handle(ask, by: id)
    case .cancel(let token):
      // A handler notices that it is cancelled, sooner or later.
      agenda.add(.finishes(id, token, nil), due: now + random.number(100...300_000))
    case .settle(let token, let used): checker.settled(token, used: used, by: id)
    case .follow(let state, let changes): follow(state, changes, by: id)
    case .treeEvent, .arrival, .notice: break
    }
  }

  private func handle(_ ask: Ask, by id: ProcessID) {
    if random.chance(weather.deadlyPermille) {
      killWorker(id)
      return
    }
    if random.chance(weather.hangPermille) { return }
    let answer = workload.answer(to: ask, &random)
    var delay = random.number(100...20_000)
    if random.chance(weather.slowPermille) {
      delay = random.number(100_000...1_500_000)
      if random.chance(500) { agenda.add(.works(id, ask.token, random.number(10...2000)), due: now + 50_000) }
    }
    if isBusy, workload.script == nil, random.chance(60) { agenda.add(.nests(id, ask.token), due: now + delay / 2) }
    agenda.add(.finishes(id, ask.token, answer), due: now + delay)
  }

  func finish(_ token: Ask.Token, _ answer: Answer?, by id: ProcessID) {
    guard workers[id]?.handlers[token] != nil else { return }
    if workers[id]?.process.isPaused == true {
      agenda.add(.finishes(id, token, answer), due: now + 100_000)
      return
    }
    workers[id]?.handlers[token] = nil
    worker(id, .finished(token, answer))
  }

  /// A handler wants something itself, from inside its ask.
  func nest(_ token: Ask.Token, by id: ProcessID) {
    guard let worker = workers[id], let ask = worker.handlers[token], !worker.process.isPaused, isBusy else { return }
    guard let commandID = workers[id]?.nested.freshID() else { return }
    var command = Command(id: commandID, scene: ask.scene, verb: workload.navigatorVerb(journal, ask.scene, &random))
    command.within = token
    command.depth = ask.depth + 1
    figures.commands += 1
    nested(id, .submit(command, timeoutMs: 3000))
  }

  func nested(_ id: ProcessID, _ event: ClientSession.Event) {
    guard let clock = workers[id]?.process.clock(now) else { return }
    let actions = workers[id]?.nested.handle(event, at: clock) ?? []
    for action in actions {
      switch action {
      case .send(let message, let correlation):
        sendUp(id, message, epoch: workers[id]?.session.epoch ?? 0, correlation)
      case .ended(let command, let ending): checker.reported(ending, of: command)
      case .accepted, .parked, .answered, .unanswered: break
      }
    }
    schedule(id, by: workers[id]?.nested.nextDeadline)
  }

  private func follow(_ state: WorkerState, _ changes: [Follower.Change], by id: ProcessID) {
    workers[id]?.shown[state.scene] = state.elements
    for change in changes {
      guard case .appear(let element) = change else { continue }
      agenda.add(.appears(id, state.scene, element.id), due: now + random.number(1000...100_000))
    }
  }

  func appear(_ element: ElementID, in scene: SceneName, by id: ProcessID) {
    guard let worker = workers[id] else { return }
    if worker.process.isPaused {
      agenda.add(.appears(id, scene, element), due: now + 100_000)
    } else if random.chance(weather.cannotShowPermille) {
      self.worker(id, .cannotShow(CannotShow(scene: scene, element: element, code: "no")))
    } else {
      self.worker(id, .appeared(scene, element))
      // Who shows something is often touched.
      if fleet.hasIdle, id.isMultiple(of: 2) { self.worker(id, .active(scene)) }
    }
  }
}
