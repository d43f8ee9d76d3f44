// SPDX-License-Identifier: Apache-2.0

extension AnyScreen {
  /// How often the screens of one name stand on a path, as their host registers it (Android's launch modes).
  public enum InstanceMode: String, Hashable, Sendable, CaseIterable {
    /// As often as they are put there.
    case standard
    /// Not on top of each other: where one is on top, it takes the content of a new one.
    case singleTop = "single-top"
    /// Once: the path goes back to the one that is there, which takes the content of the new one.
    case single
  }
}
