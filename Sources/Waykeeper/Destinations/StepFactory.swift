// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Makes a screen, or a container with what is in it, as a part of a ``StepAssembly``.
///
/// ```swift
/// let factories: [StepFactory<Container.None, Exhibit>] = [
///   .screen(Exhibit.self),                 // without content
///   .context,                              // the one that is asked for
///   .asked("exhibit-of-today"),            // the one that a worker says
/// ]
/// let kiosk = StepFactory<Container.Tabs, AnyContext>.container(Kiosk.self)       // tabs, with these children
///   .with(.screen(Floor.self), using: .addTab(named: "floor"))
///   .with(.stack.with(.screen(Shop.self)), using: .addTab(named: "shop"))
///   .selecting("shop")
/// ```
///
/// A screen whose host declares branches (``Hosts/tabs(_:selected:alwaysShown:keepsSelection:)``) is made with those; a
/// `container` has only the children that are given, and the screens of the next steps that go into it.
public struct StepFactory<Holds: Container.Kind, Context>: Sendable {
  /// What it is sent as.
  public private(set) var factory: Destination.Factory
  /// What keeps it from being sent.
  var fault: ContentError? { ownFault ?? faultOfMissing }
  private var ownFault: ContentError?
  /// What was said of the container that a screen becomes with its first child.
  private var selected: BranchName?
  private var isAlone = false

  init(_ factory: Destination.Factory, fault: ContentError? = nil) {
    self.factory = factory
    ownFault = fault
  }

  /// Words about a container, of what is none.
  private var faultOfMissing: ContentError? {
    guard selected != nil || isAlone else { return nil }
    let word = selected == nil ? "alone()" : "selecting(_:)"
    return Self.fault(factory, "\(word) is for a container, and this makes none")
  }

  private static func fault(_ factory: Destination.Factory, _ message: String) -> ContentError {
    switch factory {
    case .screen(let name, _), .container(let name, _, _, _, _, _): ContentError(screen: name, message: message)
    case .asked(let task): ContentError(screen: ScreenName(task.rawValue) ?? "asked", message: message)
    case .stack: ContentError(screen: "stack", message: message)
    }
  }
}

extension StepFactory {
  /// A screen of this type without content; a context task may give it one.
  public static func screen<S: Screen>(_ type: S.Type) -> Self where Holds == S.Holds { Self(.screen(S.name)) }

  /// This screen.
  public static func screen<S: Screen>(_ screen: S) -> Self where Holds == S.Holds {
    let (content, fault) = screen.encoded
    return Self(.screen(S.name, .given(content)), fault: fault)
  }

  /// The screen of this type that a worker says (``Makes``).
  public static func asked<S: Screen>(_ name: TaskName, for type: S.Type) -> Self where Holds == S.Holds {
    Self(.asked(name))
  }

  /// A container of this type, without content.
  public static func container<S: Screen>(_ type: S.Type) -> Self where Holds == S.Holds, S.Holds: Container.Branched {
    Self(.container(S.name, S.Holds.kind ?? .tabs))
  }

  /// This container.
  public static func container<S: Screen>(_ screen: S) -> Self where Holds == S.Holds, S.Holds: Container.Branched {
    let (content, fault) = screen.encoded
    return Self(.container(S.name, S.Holds.kind ?? .tabs, .given(content)), fault: fault)
  }
}

extension StepFactory where Context: Screen, Holds == Context.Holds {
  /// The screen that is asked for: its content is the context.
  public static var context: Self { Self(.screen(Context.name, .context)) }
}

extension StepFactory where Holds == Container.None {
  /// A screen of this name without content.
  public static func screen(_ name: ScreenName) -> Self { Self(.screen(name)) }

  /// A screen of this name whose content is the context.
  public static func context(_ name: ScreenName) -> Self { Self(.screen(name, .context)) }

  /// The screen that a worker says (``Makes``).
  public static func asked(_ task: TaskName) -> Self { Self(.asked(task)) }
}

extension StepFactory where Holds == Container.Stack {
  /// A layer that takes pushes; its children are its first screens.
  public static var stack: Self { Self(.stack()) }
}

extension StepFactory where Holds == Container.Tabs {
  /// Tabs of this name.
  public static func tabs(_ name: ScreenName) -> Self { Self(.container(name, .tabs)) }
}

extension StepFactory where Holds == Container.Split {
  /// A split of this name.
  public static func split(_ name: ScreenName) -> Self { Self(.container(name, .split)) }
}

extension StepFactory where Holds == Container.Single {
  /// A container of this name with one branch.
  public static func single(_ name: ScreenName) -> Self { Self(.container(name, .single)) }
}

/// Containers.
extension StepFactory {
  /// A child that the container is made with.
  ///
  /// - Parameters:
  ///   - child: Makes it.
  ///   - action: Where in the container; left out, behind the children before it.
  ///   - contextTasks: What hands the context to it, in order.
  public func with(
    _ child: StepFactory<some Container.Kind, Context>, using action: StepAction<Holds>? = nil,
    contextTasks: [Destination.ContextTask] = []
  ) -> Self {
    adding(
      Destination.Factory.Child(child.factory, action: action?.action, contextTasks: contextTasks),
      child.fault ?? action?.fault)
  }

  /// A child with another context.
  public func with<Other>(
    _ child: StepFactory<some Container.Kind, Other>, using action: StepAction<Holds>? = nil,
    adaptingContext conversion: Destination.ContextConversion, contextTasks: [Destination.ContextTask] = []
  ) -> Self {
    adding(
      Destination.Factory.Child(child.factory, action: action?.action, contextTasks: contextTasks, context: conversion),
      child.fault ?? action?.fault)
  }

  /// The branch that shows first; left out, that of the first child.
  public func selecting(_ branch: BranchName) -> Self {
    var copy = self
    if case .container(let name, let kind, let content, let children, _, let adopts) = factory {
      copy.factory = .container(name, kind, content, children: children, selected: branch, adopts: adopts)
    } else {
      copy.selected = branch
    }
    return copy
  }

  /// The container joins the route alone, before the screens of the next steps. Unless said it takes over those that
  /// go into it, and joins the route with them.
  public func alone() -> Self {
    var copy = self
    switch factory {
    case .container(let name, let kind, let content, let children, let selected, _):
      copy.factory = .container(name, kind, content, children: children, selected: selected, adopts: false)
    case .stack(let children, _): copy.factory = .stack(children: children, adopts: false)
    case .screen, .asked: copy.isAlone = true
    }
    return copy
  }

  private func adding(_ child: Destination.Factory.Child, _ fault: ContentError?) -> Self {
    var copy = self
    copy.ownFault = ownFault ?? fault
    switch factory {
    case .container(let name, let kind, let content, let children, let selected, let adopts):
      copy.factory = .container(
        name, kind, content, children: children + [child], selected: selected, adopts: adopts)
    case .stack(let children, let adopts): copy.factory = .stack(children: children + [child], adopts: adopts)
    case .screen(let name, let content):
      guard let kind = Holds.kind else {
        let message = "with(_:) is for a container, and a screen of this type is none"
        copy.ownFault = copy.ownFault ?? Self.fault(factory, message)
        break
      }
      copy.factory = .container(name, kind, content, children: [child], selected: selected, adopts: !isAlone)
      (copy.selected, copy.isAlone) = (nil, false)
    case .asked:
      let message = "with(_:) is for a container, and nobody knows what a worker will make"
      copy.ownFault = copy.ownFault ?? Self.fault(factory, message)
    }
    return copy
  }
}
