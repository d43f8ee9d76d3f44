// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The messages of a worker that has a session.
extension Coordinator {
  mutating func receive(_ message: Message, from worker: WorkerSlot, _ peer: Peer) {
    switch message {
    case .register(let registration): register(registration, from: worker, peer)
    case .answer(let answer): take(answer, from: worker)
    case .working(let working): extend(working, from: worker)
    case .abandoned(let abandoned): closeLateAsk(abandoned.token, of: worker)
    case .appeared(let appeared): noteAppearances(appeared, from: worker)
    case .cannotShow(let failure): noteFailure(failure, from: worker)
    case .pong(let pong): acknowledge(pong, from: worker)
    case .bye(let bye): endSession(of: worker, by: bye)
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .hello, .accepted, .outcome,
      .status, .snapshot, .report, .error, .welcome, .who, .registered, .ask, .settled, .workerState, .ping, .treeEvent,
      .arrival, .state, .update, .presence, .keepalive:
      preconditionFailure("a \(message.kind) needs no session")
    }
  }

  /// ANSWER.
  private mutating func take(_ message: AnswerMessage, from worker: WorkerSlot) {
    guard let ask = turn.asks.entry(message.token, of: worker) else {
      turn.counters.strayAnswers += 1
      return
    }
    switch ask.state {
    case .answered: turn.counters.strayAnswers += 1
    case .late:
      turn.counters.lateAnswers += 1
      turn.asks.countLateAnswer(of: worker)
      close(ask, of: worker)
    case .open:
      guard let slot = ask.scene, scenes[slot].running?.openAsk?.token == message.token else {
        preconditionFailure("\(message.token) is open in its session and not in its scene")
      }
      scenes[slot].take(message.answer, in: world, &turn)
    }
  }

  /// WORKING: moves the deadline of an ask, at most to what is registered and to the end of the transition.
  private mutating func extend(_ working: Working, from worker: WorkerSlot) {
    guard let ask = turn.asks.entry(working.token, of: worker), ask.state == .open, let slot = ask.scene else { return }
    scenes[slot].extend(working.token, byMs: working.ms, in: world)
  }

  /// ABANDONED.
  private mutating func closeLateAsk(_ token: Ask.Token, of worker: WorkerSlot) {
    guard let ask = turn.asks.entry(token, of: worker), ask.isLate else { return }
    close(ask, of: worker)
  }

  /// A cancelled handler has ended, so the session can be asked again.
  private mutating func close(_ ask: AskBook.Entry, of worker: WorkerSlot) {
    turn.asks.close(ask.token, of: worker)
    guard let slot = ask.scene ?? ask.forgottenScene.flatMap({ scenes.slot($0) }) else { return }
    scenes[slot].sendHeldAsk(in: world, &turn)
  }

  /// APPEARED.
  private mutating func noteAppearances(_ appeared: Appeared, from worker: WorkerSlot) {
    guard let slot = scenes.slot(appeared.scene) else { return }
    scenes[slot].noteAppearances(appeared, of: worker, in: world, &turn)
  }

  /// CANNOT_SHOW: presence says failed, and the death policy of the element applies.
  private mutating func noteFailure(_ failure: CannotShow, from worker: WorkerSlot) {
    guard let slot = scenes.slot(failure.scene), let element = scenes[slot].stage.route.element(failure.element),
      let registered = scenes[slot].stage.registered(element.screen.name, in: world), registered.isHosted(by: worker),
      !scenes[slot].stage.isOutdated(failure.element, at: failure.revision)
    else { return }
    let words = world.isSensitive(element.screen.name) ? nil : failure.message
    let message = words ?? failure.code ?? "its worker cannot show it"
    scenes[slot].stage.failures[failure.element] = Stage.Failure(worker: registered.owner.name, message: message)
    // It has reported from the scene.
    scenes[slot].stage.followers[worker, default: Stage.Following()].attends = true
    scenes[slot].stage.refreshPresence(in: world, &turn)
    scenes[slot].settleAppearances(in: world, &turn)
    let reason = world.workers[worker].reasonOfFailure(of: element)
    scenes[slot].apply(registered.routable.onDeath, to: element, because: reason, in: world, &turn)
    scenes[slot].advance(in: world, &turn)
  }

  /// PONG: what the worker shows; a difference is told again.
  private mutating func acknowledge(_ pong: Pong, from worker: WorkerSlot) {
    world.workers[worker].session?.applied = pong.applied
    let owner = world.workers[worker].owner
    forEachScene { scene, world, turn in
      guard owner.serves(scene.name) else { return }
      scene.stage.acknowledge(pong.applied[scene.name], of: worker, in: world, &turn)
    }
    clear(pong.applied, of: worker)
    guard let session = world.session(of: worker) else { return }
    // A late ask was cancelled; a worker that lists it still has not heard so.
    for token in pong.unsettled where !isPending(token) {
      let ask = turn.asks.entry(token, of: worker)
      guard ask?.isLate ?? true else { continue }
      turn.send(.settled(Settled(token: token, used: turn.usedTokens.contains(token))), to: session)
    }
  }

  /// A worker says which scenes it shows: of those of an earlier epoch that there are not any more, or that it does not serve, it is told
  /// again that it shows nothing.
  private mutating func clear(_ applied: [SceneName: Applied], of worker: WorkerSlot) {
    guard applied.values.contains(where: { $0.epoch != world.epoch }) else { return }
    if let last = world.session(of: worker)?.cleared, world.time.ms(since: last) < Double(Limits.repairMs) { return }
    world.workers[worker].session?.cleared = world.time
    clearLostScenes(of: worker)
    let owner = world.workers[worker].owner
    forEachScene { scene, world, turn in
      guard !owner.serves(scene.name), let shown = applied[scene.name], shown.epoch != world.epoch else { return }
      scene.stage.letGo(of: worker, in: world, &turn)
    }
  }
}
