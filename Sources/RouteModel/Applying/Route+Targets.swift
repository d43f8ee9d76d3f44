// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The place behind a target: a path, and the number of its elements up to the target.
  struct Spot {
    var address: Address
    var kept: Int
  }

  /// The place behind `target`; for a branch, the place before its first element.
  func spot(of target: Target, asked: ElementID?) throws(Refusal) -> Spot {
    guard case .branch(let id, let name) = target else {
      let place = try place(of: target, asked: asked)
      return Spot(address: place.address, kept: place.index + 1)
    }
    guard let container = place(of: id), element(id)?.branches?[name] != nil else {
      throw .unchanged(.targetNotFound)
    }
    return Spot(address: container.address.branch(name, of: id), kept: 0)
  }

  /// The place of the element that `target` names.
  func place(of target: Target, asked: ElementID?) throws(Refusal) -> Place {
    let place: Place? =
      switch target {
      case .id(let id): place(of: id)
      case .screen(let screen): place(of: screen)
      case .asked: try place(ofAsked: asked)
      case .branch: throw .branchForElement
      }
    guard let place else { throw .unchanged(.targetNotFound) }
    return place
  }

  private func place(ofAsked asked: ElementID?) throws(Refusal) -> Place? {
    guard let asked else {
      throw .rejected(.invalid, message: "only the answer of an element can aim at the element that was asked")
    }
    return place(of: asked)
  }
}
