// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Looks for a screen that is there already, as a part of a ``StepAssembly``.
///
/// ```swift
/// let finders: [StepFinder<Container.None, Exhibit>] = [
///   .screen(Exhibit.self),                 // any exhibit
///   .screen(Exhibit(id: 7)),               // this one
///   .context,                              // the one that is asked for
///   .asked("shows", of: Exhibit.self),     // the one whose host says so
///   .context.looking(in: .visible),        // only where it shows
/// ]
/// ```
///
/// It looks everywhere, from the top layer on, unless told otherwise. Rules: specification, section "Search".
public struct StepFinder<Holds: Container.Kind, Context>: Sendable {
  /// What it is sent as.
  public private(set) var finder: Destination.Finder
  private(set) var fault: ContentError?

  init(_ target: Destination.Finder.Target, fault: ContentError? = nil) {
    finder = Destination.Finder(target)
    self.fault = fault
  }

  /// It looks only there.
  public func looking(
    in options: Destination.SearchOptions = .fullStack, from start: Destination.Finder.Start = .topmost
  ) -> Self {
    with { finder in
      finder.options = options
      finder.start = start
    }
  }

  /// It looks only there, from what another one finds.
  public func looking(
    in options: Destination.SearchOptions = .fullStack, from start: StepFinder<some Container.Kind, some Any>
  ) -> Self {
    var copy = looking(in: options, from: .finder(start.finder))
    copy.fault = fault ?? start.fault
    return copy
  }

  /// Only a screen in a layer above the bottom one counts.
  public var presented: Self { with { $0.isPresented = true } }

  private func with(_ change: (inout Destination.Finder) -> Void) -> Self {
    var copy = self
    change(&copy.finder)
    return copy
  }
}

extension StepFinder {
  /// A screen of this type, with any content.
  public static func screen<S: Screen>(_ type: S.Type) -> Self where Holds == S.Holds { Self(.screen(S.name)) }

  /// A screen of this type, with this content.
  public static func screen<S: Screen>(_ screen: S) -> Self where Holds == S.Holds {
    let (content, fault) = screen.encoded
    return Self(.screen(S.name, .given(content)), fault: fault)
  }

  /// A screen of this type whose host says that it is the one (``Hosts/finding(_:handler:)``).
  public static func asked<S: Screen>(_ name: TaskName, of type: S.Type) -> Self where Holds == S.Holds {
    Self(.asked(name, of: S.name))
  }
}

extension StepFinder where Context: Screen, Holds == Context.Holds {
  /// The screen that is asked for: its content is the context.
  public static var context: Self { Self(.screen(Context.name, .context)) }
}

extension StepFinder where Holds == Container.None {
  /// A screen of this name, with any content.
  public static func screen(_ name: ScreenName) -> Self { Self(.screen(name)) }

  /// A screen of this name whose content is the context.
  public static func context(_ name: ScreenName) -> Self { Self(.screen(name, .context)) }

  /// A screen of this name, or of any, whose host says that it is the one.
  public static func asked(_ task: TaskName, of name: ScreenName? = nil) -> Self { Self(.asked(task, of: name)) }

  /// This element, wherever it is.
  public static func instance(_ id: ElementID) -> Self { Self(.instance(id)) }

  /// The layer beneath the start: who presented the top one.
  public static var presenting: Self { Self(.presenting) }
}

extension StepFinder where Holds == Container.Stack {
  /// A layer that takes pushes.
  public static var stack: Self { Self(.stack) }

  /// The layer of this element, if it takes pushes.
  public static func stack(of id: ElementID) -> Self { Self(.stackOf(id)) }

  /// The stack in the last branch of the first split that is not empty.
  public static var detailStack: Self { Self(.detailStack) }
}

extension StepFinder where Holds == Container.Tabs {
  /// Tabs of any name.
  public static var tabs: Self { Self(.container(.tabs)) }
}

extension StepFinder where Holds == Container.Split {
  /// A split of any name.
  public static var split: Self { Self(.container(.split)) }
}

extension StepFinder where Holds == Container.Single {
  /// A container of any name with one branch.
  public static var single: Self { Self(.container(.single)) }
}

/// RouteComposer's names for the usual places.
extension Destination.SearchOptions {
  /// One layer, with everything in it.
  public static let currentAllStack: Destination.SearchOptions = [.current, .contained]
  /// One layer, what shows of it.
  public static let currentVisibleOnly: Destination.SearchOptions = [.current, .visible]
  /// All layers, what shows of them.
  public static let allVisible: Destination.SearchOptions = [.current, .visible, .presented, .presenting]
  /// One layer and those above it.
  public static let currentAndUp: Destination.SearchOptions = [.current, .contained, .presented]
  /// One layer and those beneath it.
  public static let currentAndDown: Destination.SearchOptions = [.current, .contained, .presenting]
}
