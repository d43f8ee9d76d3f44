// SPDX-License-Identifier: Apache-2.0

extension Verb {
  /// The verb with this element in place of ``Target/asked``: what is done later knows no more who was asked.
  package func aiming(at asked: ElementID) -> Verb {
    switch self {
    case .navigator(let verb): .navigator(verb.aiming(at: asked))
    case .batch(let verbs): .batch(verbs.map { $0.aiming(at: asked) })
    case .drive(let drive): .drive(drive.aiming(at: asked))
    case .back, .start, .show, .hide, .navigate, .open, .route: self
    }
  }
}

extension Drive {
  fileprivate func aiming(at asked: ElementID) -> Drive {
    guard start == .asked else { return self }
    var drive = self
    drive.start = .id(asked)
    return drive
  }
}

extension NavigatorVerb {
  fileprivate func aiming(at asked: ElementID) -> NavigatorVerb {
    func aim(_ target: Target) -> Target { target == .asked ? .id(asked) : target }
    return switch self {
    case .go(let item, let target): .go(to: item, on: aim(target))
    case .goPath(let items, let target): .goPath(to: items, on: aim(target))
    case .goBack(let target): .goBack(to: aim(target))
    case .replace(let path, let target): .replace(path: path, in: target.map(aim))
    case .dismiss(let target): .dismiss(aim(target))
    case .dismissSuccessor(let target): .dismissSuccessor(of: aim(target))
    case .replaceContent(let target, let screen): .replaceContent(of: aim(target), with: screen)
    case .replaceScreen: self
    case .didAppear(let target): .didAppear(aim(target))
    case .select(let branch, let target): .select(branch, of: aim(target))
    case .insertBranch(let name, let items, let index, let target):
      .insertBranch(name, items, at: index, of: aim(target))
    case .removeBranch(let name, let target): .removeBranch(name, of: aim(target))
    case .replaceBranches(let target, let branches, let selected):
      .replaceBranches(of: aim(target), with: branches, selected: selected)
    }
  }
}
