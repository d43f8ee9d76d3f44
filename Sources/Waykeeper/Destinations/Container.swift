// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a screen or a step holds, as a type: an action that needs tabs is refused by the compiler where there are none.
///
/// ```swift
/// struct Kiosk: Screen {
///   static let name: ScreenName = "kiosk"
///   typealias Holds = Container.Tabs
/// }
/// ```
public enum Container {
  /// What something holds.
  public protocol Kind: Sendable {
    /// The kind of the container; nil where it is none.
    static var kind: Destination.ContainerKind? { get }
  }

  /// A container that is a screen, with branches.
  public protocol Branched: Kind {}

  /// No container. It may lie in one; ``DestinationStep/expectingContainer()`` says so.
  public enum None: Kind {
    /// None.
    public static var kind: Destination.ContainerKind? { nil }
  }

  /// A layer that takes pushes.
  public enum Stack: Kind {
    /// A stack.
    public static var kind: Destination.ContainerKind? { .stack }
  }

  /// Branches of which one shows.
  public enum Tabs: Branched {
    /// Tabs.
    public static var kind: Destination.ContainerKind? { .tabs }
  }

  /// Branches that all show: a master, and a detail.
  public enum Split: Branched {
    /// A split.
    public static var kind: Destination.ContainerKind? { .split }
  }

  /// One branch only.
  public enum Single: Branched {
    /// A single one.
    public static var kind: Destination.ContainerKind? { .single }
  }
}

/// The context of steps that do not look at it: they go into the chain of any destination.
public enum AnyContext {}
