// SPDX-License-Identifier: Apache-2.0

/// The containers among some screens, of which nothing else is known: enough to check a destination.
package struct DeclaredContainers: Registry {
  private let branches: [ScreenName: Branches]

  /// Screens with these branches; all others are no containers.
  package init(_ declared: [ScreenName: DeclaredBranches] = [:]) { branches = declared.mapValues(\.pattern) }

  /// No.
  package func answersRequests(_ name: ScreenName) -> Bool { false }
  /// No.
  package func mayHandle(_ request: Request, screen: ScreenName) -> Bool { false }
  /// Not known.
  package func presentation(of name: ScreenName) -> Presentation? { nil }
  /// What is declared.
  package func declaredBranches(of name: ScreenName) -> Branches? { branches[name] }
}
