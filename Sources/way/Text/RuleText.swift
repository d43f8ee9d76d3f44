// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The rules of a scene for when nobody does anything and for what may stand in it, in words.
enum RuleText {
  /// `home after 2 min, unless video is on top: in 1 min 48 s`
  ///
  /// - Parameter path: What shows in the scene; empty: nothing.
  static func text(_ idle: SceneStatus.Idle, path: String) -> String {
    let names = idle.unless.map(\.rawValue).joined(separator: " or ")
    let unless = names.isEmpty ? "" : ", unless \(names) is on top"
    let now =
      if let screen = idle.heldBy {
        "not now, \(screen) is on top"
      } else if let remaining = idle.remaining {
        "in \(Quantity.span(remaining))"
      } else if path.isEmpty {
        "nothing shows yet"
      } else {
        "it is there already"
      }
    return "\(idle.path) after \(Quantity.span(idle.after))\(unless): \(now)"
  }

  /// `to exhibit home list; above staff, every screen`
  static func text(_ lock: SceneStatus.Lock) -> String {
    let names = lock.allow.map(\.rawValue).joined(separator: " ")
    let wayOut = lock.out.map { "; above \($0), every screen" } ?? ""
    let now = lock.isOpen ? ", which is on the route now" : ""
    return "to \(names)\(wayOut)\(now)"
  }
}
