// SPDX-License-Identifier: Apache-2.0

extension DestinationCheck {
  /// Checks what one step is made of.
  mutating func check(_ screen: Destination.ScreenStep, in place: Destination.StepPlace) {
    if let finder = screen.finder { check(finder, at: place) }
    if let factory = screen.factory { check(factory, at: place, depth: 0) }
    checkAction(of: screen, at: place)
    for name in screen.interceptors { check(name, as: .interceptor, at: place) }
    for task in screen.contextTasks { check(task, at: place) }
    for name in screen.postTasks { check(name, as: .postTask, at: place) }
    let count = max(screen.interceptors.count, screen.contextTasks.count, screen.postTasks.count)
    if count > Destination.ScreenStep.tasksMax {
      complain("a step has at most \(Destination.ScreenStep.tasksMax) tasks of a kind", at: place)
    }
  }

  private mutating func checkAction(of screen: Destination.ScreenStep, at place: Destination.StepPlace) {
    switch screen.action {
    case .none: break
    case .select(let branch):
      if screen.factory != nil { complain("'select \(branch)' goes on in a branch and makes no screen", at: place) }
    case .custom(let name): check(name, as: .action, at: place)
    case .present(let start?): check(start, at: place)
    case .push, .pushAsRoot, .pushReplacingLast, .addTab, .setAsMaster, .pushToDetails, .pushOnToDetails,
      .replaceContent, .present(nil), .replaceRoot:
      break
    }
    if case .addTab(let index?, _, _) = screen.action, index < 0 { complain("a tab's index is 0 or more", at: place) }
    if case .select = screen.action { return }
    if screen.factory == nil, screen.action != .none {
      complain("'\(screen.action.word)' needs a screen to be made", at: place)
    }
  }

  /// Checks a finder, with those that it starts from.
  mutating func check(_ finder: Destination.Finder, at place: Destination.StepPlace) {
    var finder = finder
    for _ in 0..<Destination.Finder.depthMax {
      switch finder.target {
      case .screen(let name, _): check(name, at: place)
      case .asked(let question, of: let name):
        check(question, as: .finder, at: place)
        if let name { check(name, at: place) }
      case .container, .stack, .instance, .stackOf, .presenting, .detailStack: break
      }
      if finder.looksNowhere {
        complain("the finder looks nowhere: presented and presenting only say from where on", at: place)
      }
      guard case .finder(let other) = finder.start else { return }
      finder = other
    }
    complain("a finder starts at the find of at most \(Destination.Finder.depthMax - 1) others", at: place)
  }

  private mutating func check(_ factory: Destination.Factory, at place: Destination.StepPlace, depth: Int) {
    guard depth < Destination.Factory.depthMax else {
      return complain("containers nest at most \(Destination.Factory.depthMax) deep", at: place)
    }
    switch factory {
    case .screen(let name, _): check(name, at: place)
    case .asked(let name): check(name, as: .factory, at: place)
    case .stack(let children, _): check(children, of: .stack, at: place, depth: depth)
    case .container(let name, let kind, _, let children, _, _):
      check(name, at: place)
      if kind == .stack { complain("a stack has no screen of its own, so it is not called '\(name)'", at: place) }
      check(children, of: kind, at: place, depth: depth)
    }
  }

  private mutating func check(
    _ children: [Destination.Factory.Child], of kind: Destination.ContainerKind, at place: Destination.StepPlace,
    depth: Int
  ) {
    var room = ChildRoom(in: kind)
    for child in children {
      if let action = child.action, action.container != kind {
        complain("'\(action.word)' does not fit a child of a \(kind.rawValue)", at: place)
      }
      if !room.takes(childWith: child.action) {
        let name = child.factory.screen.map { "'\($0)'" } ?? "a child"
        let full = "a \(kind.rawValue) that is full"
        complain("\(name) finds no place in \(full); name an action, or leave it out", at: place)
      }
      if kind == .stack, case .stack = child.factory {
        complain("a stack cannot be pushed into a stack", at: place)
      }
      if case .asked(let name)? = child.context { check(name, as: .conversion, at: place) }
      for task in child.contextTasks { check(task, at: place) }
      check(child.factory, at: place, depth: depth + 1)
    }
  }

  private mutating func check(_ task: Destination.ContextTask, at place: Destination.StepPlace) {
    if case .asked(let name) = task { check(name, as: .contextTask, at: place) }
  }

  private mutating func check(_ screen: ScreenName, at place: Destination.StepPlace) {
    if let message = vocabulary.complaint(about: screen) { complain(message, at: place) }
  }

  /// Checks the name of what a worker does.
  mutating func check(_ name: TaskName, as task: Destination.TaskKind, at place: Destination.StepPlace) {
    if let message = vocabulary.complaint(about: name, as: task) { complain(message, at: place) }
  }
}

/// The room for children in a container. A child that names no action and finds none would take the place of another one,
/// which would be nowhere then.
private struct ChildRoom {
  /// The actions to the places that are free; nil where there is always one more.
  private var free: [Destination.Action]?

  init(in kind: Destination.ContainerKind) {
    free =
      switch kind {
      case .stack, .tabs: nil
      case .split: [.setAsMaster, .pushToDetails]
      case .single: [.replaceContent]
      }
  }

  /// Gives a child its place; false where none is left for it.
  mutating func takes(childWith action: Destination.Action?) -> Bool {
    guard var places = free else { return true }
    defer { free = places }
    if let action {
      places.removeAll { $0 == action }
    } else if places.isEmpty {
      return false
    } else {
      places.removeFirst()
    }
    return true
  }
}

extension Destination.Finder {
  /// Whether its options let it look at no screen at all.
  fileprivate var looksNowhere: Bool {
    switch target {
    case .instance, .stackOf, .presenting: false
    case .screen, .asked, .container, .stack, .detailStack:
      options.isDisjoint(with: [.current, .visible, .contained, .parent])
    }
  }
}
