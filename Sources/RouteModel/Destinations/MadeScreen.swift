// SPDX-License-Identifier: Apache-2.0

/// What a factory made, before an action puts it into the route.
enum MadeScreen {
  /// One screen, a container with its branches.
  case lone(Element)
  /// A layer that takes pushes. It may be empty as long as it is nowhere.
  case stack([Element])

  /// All of it, first element first.
  var elements: [Element] {
    switch self {
    case .lone(let element): [element]
    case .stack(let elements): elements
    }
  }

  /// It as a layer of its own. The presentation belongs to the place: above others, a lone screen takes no pushes unless
  /// its host says so, and a stack does.
  func layer(isSheet: Bool) throws(Refusal) -> [Element] {
    switch self {
    case .lone(var element):
      if isSheet { element.screen = element.screen.presented }
      return [element]
    case .stack(var elements):
      guard !elements.isEmpty else { throw .emptyLayer }
      elements[0].screen.presentation = isSheet ? .sheet(allowsPush: true) : .push
      return elements
    }
  }

  /// It as the next of a stack; a stack cannot be.
  func pushed() throws(Refusal) -> Element {
    guard case .lone(var element) = self else {
      throw .rejected(.pushNotAllowed, message: "a stack cannot be pushed into a stack")
    }
    element.screen = element.screen.pushed
    return element
  }

  /// The name of the first screen.
  var screen: ScreenName? { elements.first?.screen.name }

  /// Puts `child` into what is made, as an action would into the same container in the route.
  mutating func adopt(_ child: MadeScreen, by action: Destination.Action) throws(Refusal) {
    switch self {
    case .stack(var elements):
      elements.push(try child.pushed(), by: action, in: elements.indices)
      self = .stack(elements)
    case .lone(var element):
      guard var branches = element.branches else { throw .typeMismatch(action) }
      try branches.take(child, by: action)
      element.branches = branches
      self = .lone(element)
    }
  }
}

extension Refusal {
  static var emptyLayer: Refusal { .rejected(.emptyLayer, message: "a stack without a screen cannot join a route") }

  static func typeMismatch(_ action: Destination.Action) -> Refusal {
    let kind = action.container.map { "no \($0.rawValue) here" } ?? "nothing here"
    return .rejected(.typeMismatch, message: "'\(action.word)' finds \(kind) that it could edit")
  }
}

extension [Element] {
  /// Edits the stack whose elements these are, on a path. Who becomes its first takes over the presentation of the old
  /// first.
  mutating func push(_ new: Element, by action: Destination.Action, in stack: Range<Int>) {
    let replaced =
      switch action {
      case .pushAsRoot: stack
      case .pushReplacingLast: stack.suffix(1)
      default: stack.suffix(0)
      }
    var element = new
    if !stack.isEmpty, replaced.lowerBound == stack.lowerBound {
      element.screen.presentation = self[stack.lowerBound].screen.presentation
    }
    replaceSubrange(replaced, with: CollectionOfOne(element))
  }
}
