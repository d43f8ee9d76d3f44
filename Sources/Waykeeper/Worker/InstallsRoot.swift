// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Installs root screens: asked at a start, when a navigation changes the root, and when nobody handles a `show`.
///
/// ```swift
/// InstallsRoot("home", "login")                      // installs what is asked for
/// InstallsRoot("login") { ask in session.isOpen ? .declined : .push(Login()) }
/// ```
public struct InstallsRoot: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Installs the screen that is asked for, for each of these names.
  public init(_ names: ScreenName...) { self.init(names) { _ in .push } }

  /// Asks `handler`, which answers with `push` of the screen to install, or declines.
  public init(_ names: ScreenName..., handler: @escaping @Sendable (OpenAsk) async throws -> Answer) {
    self.init(names, handler: handler)
  }

  /// Asks `handler`, which answers with `push` of the screen to install, or declines.
  public init(_ names: [ScreenName], handler: @escaping @Sendable (OpenAsk) async throws -> Answer) {
    parts = WorkerParts(roots: names.map { ($0, handler) })
  }
}
