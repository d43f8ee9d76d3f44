// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// Looks for a screen that is there already (RouteComposer's finders).
  public struct Finder: Hashable, Sendable {
    /// How deep finders may begin at each other's finds.
    public static let depthMax = 8

    /// What is looked for. Names and contents are compared, never presentations: those belong to the place.
    public enum Target: Hashable, Sendable {
      /// A screen of this name, whose content is as asked.
      case screen(ScreenName, ContentMatch = .any)
      /// A screen of this name, or of any, whose host says that it is the one.
      case asked(TaskName, of: ScreenName? = nil)
      /// A container of this kind.
      case container(ContainerKind)
      /// A layer that takes pushes.
      case stack
      /// This element, wherever it is.
      case instance(ElementID)
      /// The layer of this element, if it takes pushes.
      case stackOf(ElementID)
      /// The layer beneath the start.
      case presenting
      /// The stack in the last branch of the first split that is not empty.
      case detailStack
    }

    /// What the content of a screen has to be.
    public enum ContentMatch: Hashable, Sendable {
      /// Anything.
      case any
      /// The context.
      case context
      /// This.
      case given(JSONValue)
    }

    /// Where the search starts.
    public indirect enum Start: Hashable, Sendable {
      /// The top layer.
      case topmost
      /// The bottom layer.
      case root
      /// What another finder finds.
      case finder(Finder)
    }

    /// What is looked for.
    public var target: Target
    /// Where.
    public var options: SearchOptions
    /// From where.
    public var start: Start
    /// Whether only what a layer above the bottom one holds counts.
    public var isPresented: Bool

    /// A finder; it looks everywhere, from the top layer on, unless told otherwise.
    public init(
      _ target: Target, in options: SearchOptions = .fullStack, from start: Start = .topmost,
      isPresented: Bool = false
    ) {
      self.target = target
      self.options = options
      self.start = start
      self.isPresented = isPresented
    }

    /// Finds a screen by its name.
    public static func screen(
      _ name: ScreenName, _ content: ContentMatch = .any, in options: SearchOptions = .fullStack,
      from start: Start = .topmost
    ) -> Finder {
      Finder(.screen(name, content), in: options, from: start)
    }
  }
}

extension Destination {
  /// What can hold screens.
  public enum ContainerKind: String, Hashable, Sendable, CaseIterable {
    /// A layer that takes pushes.
    case stack
    /// Branches of which one shows.
    case tabs
    /// Branches that all show: a master, and a detail.
    case split
    /// One branch only.
    case single

    /// Whether `branches` are of this kind. A split with one branch holds one child, unless that is its master.
    package func matches(_ branches: Branches) -> Bool {
      switch (self, branches.kind) {
      case (.tabs, .tabs): true
      case (.split, .split): !branches.holdsOneChild
      case (.single, .split): branches.holdsOneChild
      case (.stack, _), (.tabs, .split), (.split, .tabs), (.single, .tabs): false
      }
    }
  }
}

extension Branches {
  fileprivate var holdsOneChild: Bool { branches.count == 1 && branches[0].name != .master }
}

extension BranchName {
  /// The first branch of a split.
  static var master: BranchName { "master" }
  /// The second branch of a split.
  static var detail: BranchName { "detail" }
  /// The only branch of a container with one child.
  static var content: BranchName { "content" }
}
