// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// How much of it there is to check: itself, its steps, and their cases, finders and factories.
  package var size: Int { 1 + steps.size }
}

extension [Destination.Step] {
  fileprivate var size: Int { reduce(0) { $0 + $1.size } }
}

extension Destination.Step {
  fileprivate var size: Int {
    switch self {
    case .screen(let screen):
      let presenting = if case .present(let finder) = screen.action { finder?.size ?? 0 } else { 0 }
      return 1 + (screen.finder?.size ?? 0) + (screen.factory?.size ?? 0) + presenting
    case .custom(let finder): return 1 + finder.size
    case .choose(let choice):
      return 1 + choice.cases.reduce(0) { $0 + $1.size } + (choice.otherwise?.size ?? 0)
    case .root, .current, .none, .adapt, .from: return 1
    }
  }
}

extension Destination.Switch.Case {
  fileprivate var size: Int {
    let finding = if case .found(let finder) = condition { finder.size } else { 0 }
    return 1 + finding + steps.size
  }
}

extension Destination.Finder {
  fileprivate var size: Int {
    if case .finder(let other) = start { 1 + other.size } else { 1 }
  }
}

extension Destination.Factory {
  fileprivate var size: Int {
    switch self {
    case .container(_, _, _, let children, _, _), .stack(let children, _):
      1 + children.reduce(0) { $0 + $1.factory.size }
    case .screen, .asked: 1
    }
  }
}
