// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What is to be asked of a worker that still ends a cancelled handler. Shared, for most asks are sent at once, and all would be as
/// large.
final class HeldInquiry: Sendable {
  let inquiry: Inquiry

  init(_ inquiry: Inquiry) { self.inquiry = inquiry }
}

/// Asks that wait until their worker has ended what was cancelled (specification, state machine "Ask"). A command that supersedes
/// another one would else pass over the very worker that the other one had asked: also where that is a guard.
extension Transition {
  /// Holds an ask back until its worker can be asked, at most until then.
  mutating func hold(_ inquiry: Inquiry, as open: OpenAsk, until: Instant) {
    openAsk = open
    openAsk?.held = HeldInquiry(inquiry)
    openAsk?.deadline = min(until, errand.deadline)
  }

  /// Sends the ask that is held, if there is one and its worker can be asked by now. It has its whole time from then on.
  mutating func sendHeldAsk(on stage: Stage, in world: World, _ turn: inout Turn) {
    guard let ask = openAsk, let inquiry = ask.held?.inquiry, let owner = inquiry.owner,
      let connection = world.connection(of: owner.slot), !world.isSuspect(owner.slot),
      turn.asks.occupation(of: owner.slot, by: stage, at: world.time) == .none
    else { return }
    let open = open(inquiry, ask.request, of: owner, token: ask.token, in: world)
    send(inquiry, as: open, to: connection, on: stage, in: world, &turn)
  }
}
