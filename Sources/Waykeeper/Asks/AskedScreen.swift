// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// The screen whose routable is asked.
public struct AskedScreen<Content: Sendable>: Identifiable, Sendable {
  /// Its element. A draft may not be committed yet: then nobody shows it.
  public let id: ElementID
  /// Its content.
  public let content: Content
}
