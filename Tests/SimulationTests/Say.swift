// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Messages in a few words, for traces.
enum Say {
  static func text(_ message: Message) -> String {
    switch message {
    case .command(let command):
      "CMD \(command.id.short) \(command.scene) \(command.verb.verbText)"
        + (command.stepwise ? " stepwise" : "") + (command.within.map { " within \($0.number)" } ?? "")
        + (command.ifBusy == .queue ? "" : " \(command.ifBusy)")
    case .query(let query): "QUERY \(query.id.suffix(8))\(query.seal ? " seal" : "")"
    case .cancel(let cancel): "CANCEL \(cancel.id.short)"
    case .resume(let resume): "RESUME \(resume.id.short) of \(resume.target.short)"
    case .clear(let clear): "CLEAR \(clear.worker)"
    case .accepted(let accepted): "ACCEPTED \(accepted.id.short)"
    case .outcome(let outcome): "OUTCOME \(text(outcome))"
    case .status(let status): "STATUS \(status.id.suffix(8)) \(status.state)"
    case .error(let error): "ERROR \(error.code): \(error.message)"
    case .hello(let registration): "HELLO \(registration.worker) \(registration.incarnation)"
    case .welcome(let welcome): "WELCOME \(welcome.session) \(welcome.verdicts.map { text($0) })"
    case .ask(let ask): "ASK \(ask.token.number) \(ask.screen.name): \(ask.question.description)"
    case .answer(let answer): "ANSWER \(answer.token.number) \(answer.answer)"
    case .settled(let settled): "SETTLED \(text(settled))"
    case .abandoned(let abandoned): "ABANDONED \(abandoned.token.number)"
    case .workerState(let state): "STATE \(state.scene) \(state.revision) \(Path(state.elements))"
    case .appeared(let appeared): "APPEARED \(appeared.elements)"
    case .cannotShow(let failure): "CANNOT_SHOW \(failure.element)"
    case .pong(let pong): "PONG \(pong.applied.keys.sorted().map { "\($0) \(pong.applied[$0]?.revision ?? 0)" })"
    case .state(let state): "STATE \(state.scene) \(state.revision)"
    case .update(let update): "UPDATE \(update.scene) \(update.previousRevision) → \(update.revision)"
    case .active(let active): "ACTIVE \(active.scene)"
    case .snapshotRequest, .inspect, .snapshot, .report, .register, .working, .bye, .who, .registered, .ping,
      .treeEvent, .arrival, .presence, .keepalive:
      "\(message.kind)"
    }
  }

  static func text(_ action: ObserverView.Action) -> String {
    switch action {
    case .state(let state): "sees \(text(Message.state(state)))"
    case .update(let update): "sees \(text(Message.update(update)))"
    case .gap(let scene, let from, let to): "misses \(scene) \(from) to \(to)"
    case .presence(let change): "sees PRESENCE \(change.scene) \(change.number)"
    case .epoch(_, let to): "sees epoch \(to)"
    case .subscribe, .disconnected: "\(action)"
    }
  }

  static func text(_ outcome: Outcome) -> String {
    "\(outcome.id.short) \(outcome.word)\(outcome.reason.map { "(\($0))" } ?? "") at \(outcome.revision)"
      + (outcome.revisions.isEmpty ? "" : " \(outcome.revisions)")
  }

  static func text(_ settled: Settled) -> String { "\(settled.token.number) \(settled.used ? "used" : "cancelled")" }

  static func text(_ cause: Cause) -> String {
    "\(cause.kind) \(cause.command.map { "\($0.short) " } ?? "")\(cause.verb)"
  }
}

extension CommandID {
  /// Enough of it to tell commands of a run apart.
  var short: String { "\(clientName)-\(client.suffix(3))-\(sequence)" }
}
