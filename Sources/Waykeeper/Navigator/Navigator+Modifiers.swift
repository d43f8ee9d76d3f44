// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// How verbs are treated. Each returns another navigator over the same connection.
extension Navigator {
  /// Verbs are for this scene; `main` unless said.
  public func scene(_ scene: SceneName) -> Navigator { with { $0.scene = scene } }

  /// Verbs are carried out only if this still holds when their turn comes; otherwise the outcome is `conflict`.
  public func expecting(_ expectation: Expectation) -> Navigator { with { $0.expecting = expectation } }

  /// How the scene treats a verb when it is busy; verbs queue unless said. Verbs that do not queue do not wait for this client's
  /// own earlier verbs either.
  public func when(busy contention: Contention) -> Navigator { with { $0.ifBusy = contention } }

  /// How long a verb may take from its arrival at the coordinator, queueing included; 3 s unless said. A gate that parks it gives
  /// it a time of its own, 2 min unless said. Its outcome is waited for so long, and 2 s more, unless ``timeout(_:)`` says how
  /// long.
  public func deadline(_ deadline: Duration) -> Navigator { with { $0.deadlineMs = deadline.ms } }

  /// When a commit is told: as soon as it is in the journal, or when its screens have appeared.
  public func until(_ completion: Completion) -> Navigator { with { $0.until = completion } }

  /// A note for the journal: the reason for the verb.
  public func because(_ reason: String) -> Navigator { with { $0.because = reason } }

  /// Leaves guards unasked; the journal says so.
  public func skippingGuards() -> Navigator { with { $0.skipsGuards = true } }

  /// Each change commits by itself, and a change that was committed stays.
  public func stepwise() -> Navigator {
    with { options in
      options.stepwise = true
      options.isTransactional = false
    }
  }

  /// The steps of a drive become visible all at once, or not at all. Other verbs do so unless ``stepwise()``.
  public func transactional() -> Navigator {
    with { options in
      options.stepwise = false
      options.isTransactional = true
    }
  }

  /// Verbs are planned only: nothing changes, and nobody is asked who might do something. The outcome is
  /// `unchanged(dryRun)` where the verb could be done, which the short forms throw as well: use
  /// ``attempt(_:)-(Navigation)``. Of a route to a destination ``Outcome/search`` says what it would find, make, ask and take
  /// away.
  public func dryRun() -> Navigator { with { $0.isDryRun = true } }

  /// How long to wait for an outcome, anew where a gate parks the verb (``onParked(_:)``), before the error is
  /// ``NavigatorError/Code/noAnswer``; 5 s unless said, 15 s for ``Navigator/open(_:)``, and at least 2 s longer than the verb's
  /// ``deadline(_:)``. Where an earlier verb for the scene had not ended by then, this one was never sent: the error is
  /// ``NavigatorError/Code/withdrawn``, and nothing has happened.
  public func timeout(_ timeout: Duration) -> Navigator {
    with { options in
      options.waiting.timeout = timeout
      options.isTimeoutSet = true
    }
  }

  /// When the timeout ends without an answer, the command's id is sealed: it then can never run any more, and the
  /// outcome says whether it did. The wait may take up to twice the timeout.
  public func sealing() -> Navigator { with { $0.waiting.seals = true } }

  /// Tells `report` when a gate parks a verb: something else, such as a login, comes first. The verb still waits for its
  /// outcome, which comes when ``resume(_:)`` lets it go on, or when its time is up. Of a verb that is queued it is told, too, but
  /// not of one that a handler queues while it is asked.
  public func onParked(_ report: @escaping @Sendable (CommandID) -> Void) -> Navigator {
    with { $0.waiting.onParked = report }
  }

  private func with(_ change: (inout Options) -> Void) -> Navigator {
    var copy = self
    change(&copy.options)
    return copy
  }
}
