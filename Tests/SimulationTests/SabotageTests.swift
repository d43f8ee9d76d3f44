// SPDX-License-Identifier: Apache-2.0

import Testing
import TestTraits

/// A checker that nobody has seen fail proves nothing: rules are switched off from outside, of each part of the checker some, and
/// the checker must complain, for the reason that the rule exists for.
@Suite("Sabotage is caught", .offPool)
struct SabotageTests {
  /// Runs seeds until the checker complains as expected.
  static func expectCaught(
    _ sabotage: some Sabotage & Sendable, _ preset: Weather.Preset = .zeroMQ, because reason: String,
    within seeds: UInt64, isBesieged: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for seed in 0..<seeds {
      let simulator =
        isBesieged
        ? Simulator(besieged: seed, preset: preset, sabotage: sabotage)
        : Simulator(seed: seed, preset: preset, sabotage: sabotage)
      if let complaint = simulator.run(), complaint.contains(reason) {
        print("\(type(of: sabotage)): caught by seed \(seed): \(complaint)")
        return
      }
    }
    Issue.record("nobody noticed within \(seeds) seeds", sourceLocation: sourceLocation)
  }

  @Test("A stepwise command's steps are repeated after a restart")
  func steps() { Self.expectCaught(ForgetsSteps(), because: "its commits are", within: 100) }

  @Test("Outcomes that are no commits are forgotten by a restart")
  func onlyCommits() { Self.expectCaught(RemembersOnlyCommits(), because: "decided twice", within: 100) }

  @Test("Outcomes are evicted before their time")
  func evicts() { Self.expectCaught(Evicts(), because: "decided twice", within: 100) }

  @Test("Acknowledgements are forgotten by a restart")
  func acknowledgements() { Self.expectCaught(ForgetsAcknowledgements(), because: "decided twice", within: 100) }

  @Test("An id that was told as lost is not sealed")
  func seal() { Self.expectCaught(DoesNotSeal(), because: "not in the journal", within: 100) }

  @Test("A client tells its own timeout as an outcome")
  func timeout() { Self.expectCaught(ClaimsTimeout(), because: "a client reports", within: 100) }

  @Test("What a turn says leaves before its transaction")
  func speaks() { Self.expectCaught(SpeaksBeforeWriting(), because: "not in the journal", within: 100) }

  @Test("Epochs are repeated")
  func epochs() { Self.expectCaught(RepeatsEpochs(), because: "epoch", within: 100) }

  @Test("A process that reconnects is refused as replaced")
  func itself() { Self.expectCaught(RefusesItself(), because: "there is none", within: 100) }

  @Test("A stopped process wakes and takes the name from its successor")
  func everyone() { Self.expectCaught(BelievesEveryone(), because: "from the newer process", within: 400) }

  @Test("A worker never learns that its session is over")
  func doubts() { Self.expectCaught(NeverDoubts(), because: "not live", within: 100) }

  @Test("A lost state is not repaired")
  func states() { Self.expectCaught(LosesStates(), because: "not live", within: 100) }

  @Test("Answers in vain are not settled")
  func losers() { Self.expectCaught(ForgetsLosers(), because: "does not know what became of", within: 100) }

  @Test("A reconnect cancels what was used")
  func welcome() { Self.expectCaught(CancelsOnWelcome(), because: "told as cancelled, but commit", within: 200) }

  @Test("A restart tells clients of handlers and hosts that are only on their way back")
  func impatient() { Self.expectCaught(StartsImpatiently(), because: "may still come back", within: 100) }

  @Test("A worker is asked while it is occupied")
  func busy() { Self.expectCaught(AsksTheBusy(), because: "occupied", within: 100) }

  @Test("A command from inside an ask is not accepted at once")
  func nesting() { Self.expectCaught(ForgetsNesting(), because: "not answered at once", within: 100) }

  @Test("Appearing is a conflict")
  func appearances() { Self.expectCaught(CountsAppearances(), because: "is met", within: 300) }

  @Test("All users have one share")
  func shares() { Self.expectCaught(SharesOneWindow(), because: "starved", within: 20, isBesieged: true) }

  @Test("A client id belongs to everybody who names it")
  func names() { Self.expectCaught(BelievesNames(), because: "a stranger was told", within: 20, isBesieged: true) }

  @Test("An id that was told of a draft is given again after a restart")
  func drafts() { Self.expectCaught(ForgetsDrafts(), because: "told of a draft", within: 100) }

  @Test("A lost last update is never found")
  func quiet() { Self.expectCaught(KeepsQuiet(), .hostile, because: "not live", within: 100) }

  @Test("Updates tell what sensitive screens were given")
  func verbs() { Self.expectCaught(TellsVerbs(), because: "a secret leaves in update", within: 100) }

  @Test("A route to a destination is walked step by step")
  func routes() { Self.expectCaught(WalksToDestinations(), because: "it has committed before", within: 200) }

  @Test("Nobody is asked whether it may leave")
  func guards() { Self.expectCaught(ForgetsGuards(), because: "its guard was not asked", within: 200) }

  @Test("What a route hides is lost")
  func hidden() { Self.expectCaught(LosesHidden(), because: "changes what is hidden", within: 300) }

  @Test("Nothing is locked")
  func locks() { Self.expectCaught(ForgetsLocks(), because: "which the lock keeps out", within: 100) }

  @Test("Who does nothing for a moment has gone")
  func impatience() { Self.expectCaught(IsImpatient(), because: "comes too soon after", within: 100) }

  @Test("Signs of life are lost")
  func signs() { Self.expectCaught(LosesSignsOfLife(), because: "comes too soon after a sign of life", within: 200) }

  @Test("Nobody is waited for")
  func idle() { Self.expectCaught(WaitsForNobody(), because: "is not idle", within: 100) }

  @Test("A screen stands on a path as often as somebody wants")
  func instances() { Self.expectCaught(ForgetsInstances(), because: " puts '", within: 100) }

  @Test("A drive does not arrive")
  func drives() { Self.expectCaught(DrivesBack(), because: "but nothing on the path is", within: 200) }

  @Test("A worker may die as often as it wants")
  func crashLoops() { Self.expectCaught(NeverQuarantines(), because: "dies again and again", within: 100) }

  @Test("A worker is quarantined too soon")
  func quarantine() { Self.expectCaught(QuarantinesTooSoon(), because: "is quarantined after", within: 100) }

  @Test("A restart forgets what is sensitive")
  func secrets() { Self.expectCaught(ForgetsSecrets(), because: "a secret", within: 200) }
}
