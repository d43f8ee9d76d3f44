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

  /// Sends the ask that is held, if there is one and its worker can be asked by now. It has its whole time from then on, and a token of
  /// its own: a worker takes one below that of its last ask, which another scene may have sent meanwhile, for a copy.
  mutating func sendHeldAsk(on stage: Stage, in world: World, _ turn: inout Turn) {
    guard let ask = openAsk, let inquiry = ask.held?.inquiry, let owner = inquiry.owner,
      let connection = world.connection(of: owner.slot), !world.isSuspect(owner.slot),
      turn.asks.occupation(of: owner.slot, by: stage, at: world.time) == .none
    else { return }
    let open = open(inquiry, ask.request, of: owner, token: turn.asks.makeToken(), in: world)
    send(inquiry, as: open, to: connection, on: stage, in: world, &turn)
  }

  /// A newer process has taken the place of the one that the ask is held for. It is asked where it guards the element, or prepares it, as
  /// the older one did: those must not be passed over. False for all other asks, which are lost.
  mutating func passOnHeldAsk(on stage: Stage, in world: World, _ turn: inout Turn) -> Bool {
    guard let ask = openAsk, let inquiry = ask.held?.inquiry, let element = inquiry.element, world.isLive(ask.worker),
      let registered = stage.registered(element.screen.name, in: world), registered.owner.slot == ask.worker,
      inquiry.question == .leave && registered.routable.guards
        || inquiry.question == .host && registered.routable.prepares
    else { return false }
    openAsk?.held = HeldInquiry(Inquiry(inquiry.question, about: element, of: registered, showing: inquiry.path))
    sendHeldAsk(on: stage, in: world, &turn)
    return true
  }
}
