// SPDX-License-Identifier: Apache-2.0

public import Waykeeper

/// A driver for tests, without any coordinator or plan: it records each drive as a value to compare, walks nowhere, and
/// answers with the outcome that it was given.
///
/// ```swift
/// let driver = RecordingDriver()
/// await ExhibitModel(driver: driver).helpTapped()
/// #expect(driver.verbs == [.driveSub("help")])
/// ```
public struct RecordingDriver: Driver {
  private let sent = SentCommands()
  private let navigator: Navigator

  /// A driver that nobody has driven yet.
  ///
  /// - Parameter answer: The outcome of each drive; `committed` unless given. Throw a ``/Waykeeper/NavigatorError`` to test
  ///   the case without an answer.
  public init(answer: @escaping @Sendable (Drive) throws(NavigatorError) -> MockAnswer = { (_) in .committed }) {
    navigator = .mock(recording: sent) { (command) throws(NavigatorError) in
      guard case .drive(let drive) = command.verb else { return .committed }
      return try answer(drive)
    }
  }

  /// Every drive, in order, written as the calls.
  public var verbs: [Navigation] { sent.verbs }

  /// Records the drive.
  public func attempt(_ drive: Drive, animated: Bool) async throws(NavigatorError) -> Outcome {
    try await navigator.attempt(drive, animated: animated)
  }
}
