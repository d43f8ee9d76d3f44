// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// The destination that a client asks for.
  public enum Reference: Hashable, Sendable {
    /// The one that a worker or the configuration registered under this name.
    case named(DestinationName)
    /// This one.
    case inline(Destination)
  }
}

extension Destination.Reference: ExpressibleByStringLiteral {
  /// A registered one.
  public init(stringLiteral name: String) { self = .named(DestinationName(stringLiteral: name)) }
}

extension Destination.Reference: CustomStringConvertible {
  /// As people write it; of an inline one no screen and no content.
  public var description: String {
    switch self {
    case .named(let name): name.rawValue
    case .inline(let destination): destination.steps.count == 1 ? "(1 step)" : "(\(destination.steps.count) steps)"
    }
  }
}
