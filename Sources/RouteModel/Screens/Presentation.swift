// SPDX-License-Identifier: Apache-2.0

/// The way in which a screen joins a path: as the next of a layer, or as the first of a new one.
public enum Presentation: Hashable, Sendable {
  /// The next element of the layer beneath.
  case push
  /// The first element of a new layer, which takes pushes or not.
  case sheet(allowsPush: Bool)

  /// Whether this starts a layer.
  public var isSheet: Bool { self != .push }
}
