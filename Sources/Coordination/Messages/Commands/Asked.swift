// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// One line of an outcome's trace: who was asked what, and what came back.
public struct Asked: Hashable, Sendable {
  /// What came back. Closed list: specification, section "Traces".
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    case push, present, pop, popToRoot, popTo, dismiss, edit, done, declined, allow, deny, redirect
    case noAnswer, died, skipped, unregistered, failed
    /// A task's answer: another context, or another content.
    case value
  }

  /// What was asked: `show list`, `leave`, `host`, `back`.
  public var request: String
  /// The screen whose routable was asked; for an installer the screen to install.
  public var screen: ScreenName
  /// The element that was asked; nil for an installer.
  public var element: ElementID?
  /// Who answered, or should have.
  public var worker: WorkerName?
  /// What came back.
  public var answer: Answer
  /// How long it took, in ms.
  package var ms: Double
  /// Whether a standing answer spoke, and nobody was asked.
  public var standing: Bool
  /// The worker's words of a deny or a failure.
  public var message: String?

  /// A line of a trace.
  public init(
    request: String, screen: ScreenName, element: ElementID?, worker: WorkerName?, answer: Answer, ms: Double,
    standing: Bool = false, message: String? = nil
  ) {
    self.request = request
    self.screen = screen
    self.element = element
    self.worker = worker
    self.answer = answer
    self.ms = ms
    self.standing = standing
    self.message = message
  }
}

extension Asked {
  /// Who gave no answer, or failed to, in words: `home (kiosk) did not answer`; nil for one that answered.
  var trouble: String? { answer.trouble.map { "\(screen)\(worker.map { " (\($0))" } ?? "") \($0)" } }
}

extension Asked.Answer {
  /// What is told of somebody who was passed over.
  static let notAsked = "was not asked: it does not answer, or owes an answer"

  /// What was wrong with whoever gave no answer, or could not; nil for one that answered.
  package var trouble: String? {
    switch self {
    case .noAnswer: "did not answer"
    case .skipped: Self.notAsked
    // Its process may also have said goodbye before it was to be asked.
    case .died: "is gone"
    case .failed: "failed"
    case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done, .declined, .allow, .deny, .redirect,
      .unregistered, .value:
      nil
    }
  }
}
