// SPDX-License-Identifier: Apache-2.0

/// An instruction with the element and the request that it is relative to.
struct RelativeInstruction {
  var instruction: Instruction
  /// The element that answered.
  var element: ElementID
  /// The request to which it answered.
  var request: Request
  /// The content of a screen made from its name alone.
  var context: JSONValue

  init(_ instruction: Instruction, of element: ElementID, to request: Request, context: JSONValue) {
    self.instruction = instruction
    self.element = element
    self.request = request
    self.context = context
  }

  /// The screen of a push or present.
  func screen(_ given: AnyScreen?, in registry: some Registry) throws(Refusal) -> AnyScreen {
    if let given { return given }
    return try request.namedScreen(context: context, in: registry)
  }
}

extension Route {
  /// Changes the route as the instruction says, without a check of the result (specification, section "Instructions"). An
  /// instruction with nothing to do is refused as `unchanged`.
  mutating func apply(_ answer: RelativeInstruction, with maker: inout ElementMaker, in registry: some Registry)
    throws(Refusal)
  {
    guard let place = place(of: answer.element) else { throw .unchanged(.targetNotFound) }
    switch answer.instruction {
    case .push(let given):
      let screen = try answer.screen(given, in: registry)
      try push(screen, from: place, with: &maker, in: registry)
    case .present(let given):
      let screen = try answer.screen(given, in: registry)
      root.elements = try maker.pushing(
        screen.presented, atEndOf: 0..<root.elements.count, of: root.elements, in: registry)
    case .pop: try pop(from: place)
    case .popToRoot: try popToRoot(from: place)
    case .popTo(let name): try pop(to: name, from: place)
    case .dismiss(let isHard): try dismissModal(of: place, isHard: isHard)
    case .edit(let verbs): self = try edited(by: verbs, asked: answer.element, with: &maker, in: registry)
    case .done: break
    }
  }

  /// Makes the screen of an installer's answer the whole root path.
  mutating func install(
    _ instruction: Instruction, for request: Request, context: JSONValue, with maker: inout ElementMaker,
    in registry: some Registry
  ) throws(Refusal) {
    switch instruction {
    case .done, .push(nil):
      let screen = try request.namedScreen(context: context, in: registry)
      self = try edited(by: .replace(path: [PathItem(screen)], in: nil), asked: nil, with: &maker, in: registry)
    case .push(let screen?):
      self = try edited(by: .replace(path: [PathItem(screen)], in: nil), asked: nil, with: &maker, in: registry)
    case .present, .pop, .popToRoot, .popTo, .dismiss, .edit:
      throw .rejected(.invalid, message: "an installer answers push or done, not \(instruction.word)")
    }
  }

  private mutating func push(
    _ screen: AnyScreen, from place: Place, with maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) {
    guard let stack = stack(of: place) else {
      throw .rejected(.layerAllowsNoPush, message: "'\(screen.name)' cannot be pushed: no layer here takes pushes")
    }
    let old = path(at: stack.address)?.elements ?? []
    let elements = try maker.pushing(screen.pushed, atEndOf: stack.range, of: old, in: registry)
    edit(stack.address) { $0.elements = elements }
  }

  private mutating func pop(from place: Place) throws(Refusal) {
    guard let stack = stack(of: place), stack.range.count > 1 else { throw .unchanged(.rootCannotBeDismissed) }
    edit(stack.address) { _ = $0.elements.remove(at: stack.range.upperBound - 1) }
  }

  private mutating func popToRoot(from place: Place) throws(Refusal) {
    guard let stack = stack(of: place), stack.range.count > 1 else { throw .unchanged(.same) }
    edit(stack.address) { $0.elements.removeSubrange((stack.range.lowerBound + 1)..<stack.range.upperBound) }
  }

  private mutating func pop(to name: ScreenName?, from place: Place) throws(Refusal) {
    guard let name else { throw .rejected(.targetNotFound, message: "popTo needs the name of a screen") }
    guard let stack = stack(of: place) else { throw .unchanged(.same) }
    guard let path = path(at: stack.address),
      let index = path.elements[stack.range].lastIndex(where: { $0.screen.name == name })
    else {
      throw .rejected(.targetNotFound, message: "there is no '\(name)' in this stack to pop to")
    }
    guard index + 1 < stack.range.upperBound else { throw .unchanged(.same) }
    edit(stack.address) { $0.elements.removeSubrange((index + 1)..<stack.range.upperBound) }
  }

  private mutating func dismissModal(of place: Place, isHard: Bool) throws(Refusal) {
    if let modal = modal(of: place) {
      edit(modal.address) {
        $0.elements.removeSubrange(isHard ? modal.range.lowerBound..<$0.elements.count : modal.range)
      }
    } else if isHard, let bottom = root.layers.first, bottom.count < root.elements.count {
      root.elements.removeSubrange(bottom.upperBound...)
    } else {
      throw .unchanged(.rootCannotBeDismissed)
    }
  }
}

extension Route {
  /// A layer with the path that it is on.
  struct Layer {
    var address: Address
    var range: Range<Int>
  }

  /// The layer for pushes from an element: its own, if that takes pushes. If it does not and is the first layer of a
  /// branch, the container's layer is tried. A push never leaves a modal.
  func stack(of place: Place) -> Layer? {
    guard let path = path(at: place.address) else { return nil }
    let layer = path.layer(of: place.index)
    if path.takesPushes(layer) { return Layer(address: place.address, range: layer) }
    return container(round: place).flatMap { stack(of: $0) }
  }

  /// The modal round an element: its innermost layer that is not the first of a path.
  func modal(of place: Place) -> Layer? {
    guard let path = path(at: place.address) else { return nil }
    let layer = path.layer(of: place.index)
    if layer.lowerBound > 0 { return Layer(address: place.address, range: layer) }
    return container(round: place).flatMap { modal(of: $0) }
  }
}

extension Request {
  /// The requested screen, made from its name alone.
  fileprivate func namedScreen(context: JSONValue, in registry: some Registry) throws(Refusal) -> AnyScreen {
    switch self {
    case .show(let name), .hide(let name), .change(_, let name), .install(let name):
      return AnyScreen(name, content: context, presentation: registry.presentation(of: name) ?? .push)
    case .back, .toChild, .toParent, .toSelf:
      throw .rejected(.invalid, message: "an answer to '\(self)' has to say which screen it means")
    }
  }
}

extension AnyScreen {
  /// As the next of its layer.
  var pushed: AnyScreen { AnyScreen(name, content: content, presentation: .push) }

  /// As a layer of its own; a screen that is no sheet yet becomes one that takes no pushes.
  var presented: AnyScreen {
    presentation.isSheet ? self : AnyScreen(name, content: content, presentation: .sheet(allowsPush: false))
  }
}
