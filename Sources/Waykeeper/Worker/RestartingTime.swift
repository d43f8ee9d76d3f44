// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Within how long the service manager starts this process again after each end, as its unit says.
package enum RestartingTime {
  private static let variable = "WAYKEEPER_RESTARTING_MS"
  /// A screen that stays away for longer is not restarting.
  private static let range: ClosedRange<Int64> = 1...600_000

  /// What the environment says; nil where it says nothing, or what cannot be.
  static var ofThisProcess: Duration? { text.flatMap(duration) }

  /// What is wrong with what the environment says, for people.
  package static var problem: String? {
    guard let text, duration(text) == nil else { return nil }
    return "\(variable) is '\(text.harmless)', and must be a time in ms, 1 to \(range.upperBound)"
  }

  private static var text: String? { EnvironmentVariables.ofThisProcess[variable] }

  private static func duration(_ text: String) -> Duration? {
    guard let ms = Int64(text), range.contains(ms) else { return nil }
    return .milliseconds(ms)
  }
}
