// SPDX-License-Identifier: Apache-2.0

import Waykeeper

extension Asked {
  /// The party that it was put to: `@4 list`, `installer home`; of a link or a task that is about no element, its screen alone.
  var who: String { Self.who(element, screen, request: request) }

  /// What it was, in two cells: whom it was put to, and what was asked and answered.
  var exchange: (who: String, words: String) {
    guard answer == .unregistered else { return (who, "\(request) → \(answerText)") }
    return isInstaller
      ? ("a worker that installs '\(screen)'", "there is none") : (who, "no worker is registered for it")
  }

  /// How long it took, for the right edge; nil where nobody was asked.
  var time: Columns.Cell? { duration == .zero ? nil : .init(Quantity.ms(duration), .quiet) }

  /// Whether an installer was asked, who has no element.
  var isInstaller: Bool { Self.isInstaller(element, request: request) }

  /// Whether a guard was asked.
  var isGuard: Bool { request == "leave" }

  /// Whether a guard was to be asked, and did not say whether its element may leave.
  var isPassedOverGuard: Bool {
    switch answer {
    case .noAnswer, .died, .skipped: isGuard
    case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done, .declined, .allow, .deny, .redirect,
      .unregistered, .failed, .value:
      false
    }
  }

  /// The same of an ask whose answer is not known yet.
  static func who(_ element: ElementID?, _ screen: ScreenName, request: String) -> String {
    let place = element?.description ?? (isInstaller(element, request: request) ? "installer" : nil)
    return [place, screen.rawValue].compactMap(\.self).joined(separator: " ")
  }

  private static func isInstaller(_ element: ElementID?, request: String) -> Bool {
    element == nil && request.hasPrefix("install ")
  }
}
