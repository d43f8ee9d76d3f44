// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Gates that redirect: the command is parked, something else comes first, and it is planned again when resumed
/// (specification, section "Gates").
extension Coordinator {
  /// Parks the running command and runs the gate's verb at the head of the queue.
  mutating func park(by gate: Outcome.Party, running verb: Verb, withinMs: Int64, in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    guard running.revisions.isEmpty else {
      end(.vetoed(by: gate, .redirected, code: nil), message: "a command cannot be parked after a step", in: name)
      return
    }
    guard running.errand.command.depth < Limits.depthMax else {
      end(
        .rejected(.tooDeep), message: "more than \(Limits.depthMax) redirects and commands led to this one", in: name)
      return
    }
    settle(running, used: false)
    self[scene: name].running = nil
    supersedeParked(at: gate, by: running.errand.id, in: name)
    ledger[running.errand.id]?.state = .parked
    self[scene: name].parked.append(
      Parked(
        errand: running.errand, gate: gate, uid: running.errand.origin.uid, asked: running.asked,
        deadline: now.advanced(byMs: Self.clamped(ms: withinMs))))
    counters.parked += 1
    let status = Status(id: running.errand.id.description, state: .parked)
    for peer in ledger[running.errand.id]?.attached ?? [] where !peer.takesOneAnswer {
      reply(.status(status), to: peer)
    }
    var first = internalErrand(verb, in: name, cause: .redirect, number: takeInternal())
    first.command.depth = running.errand.command.depth + 1
    first.command.animated = running.errand.command.animated
    first.parkedID = running.errand.id
    first.hostWaitMs = running.errand.hostWaitMs
    enqueueFirst(first)
  }

  /// A second park at the same gate supersedes the first; past the limit the oldest gives way.
  private mutating func supersedeParked(at gate: Outcome.Party, by id: CommandID, in name: SceneName) {
    let parked = self[scene: name].parked
    var giveWay = parked.filter { $0.gate == gate }
    if giveWay.isEmpty, parked.count >= Limits.parkedMax, let oldest = parked.first { giveWay = [oldest] }
    self[scene: name].parked.removeAll { giveWay.contains($0) }
    for parked in giveWay { decide(parked.errand, .superseded(by: id), asked: parked.asked) }
  }

  /// The redirect's verb has ended: where it did not lead to what the gate wanted, the parked command is vetoed.
  mutating func settleParked(_ id: CommandID, by outcome: Outcome, in name: SceneName) {
    guard !outcome.isAsAsked, let index = self[scene: name].parked.firstIndex(where: { $0.errand.id == id })
    else { return }
    let parked = self[scene: name].parked.remove(at: index)
    decide(
      parked.errand, .vetoed(by: parked.gate, .redirected, code: nil),
      message: "what had to come first ended \(outcome.word)\(outcome.reason.map { " (\($0))" } ?? "")",
      asked: parked.asked)
  }

  /// The next number of an internal command.
  mutating func takeInternal() -> UInt64 {
    defer { nextInternal += 1 }
    return nextInternal
  }
}
