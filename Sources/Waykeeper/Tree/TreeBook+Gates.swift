// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A gate is asked about the screens alone that the tree behind it could build by their names: what it redirects to has to be
/// built as well, and may stand behind it.
extension TreeBook {
  /// The gate before a shape that has been read, in conditions on the names of its screens; as it is where these are not known.
  func gated(_ gate: TreeHandler, _ inner: TreeShape) -> TreeShape {
    func behindGate(_ shape: TreeShape) -> TreeShape { .decision(gate, then: shape, otherwise: .empty) }
    guard let names = names(of: inner) else { return behindGate(inner) }
    // Before nothing there is nothing to ask about.
    guard let first = names.first else { return .empty }
    if names.count == 1 { return .conditional(on: first, then: behindGate(inner), otherwise: .empty) }
    return .anyOf(
      names.map { name in
        TreeShape.conditional(on: name, then: behindGate(part(of: inner, for: name)), otherwise: .empty)
      })
  }

  /// The names of the screens that a shape could build, each once, in its order; nil where it could build any.
  ///
  /// - Parameter passed: The chapters that the shape lies in.
  private func names(of shape: TreeShape, in passed: Set<Int> = []) -> [ScreenName]? {
    switch shape {
    case .empty: return []
    case .screen(let name, _, _, _, _): return [name]
    case .anyOf(let shapes): return names(of: shapes, in: passed)
    case .decision(_, let then, let otherwise): return names(of: [then, otherwise], in: passed)
    case .onDismiss(_, _, let inner): return names(of: inner, in: passed)
    case .conditional(let name, let then, let otherwise):
      guard let others = names(of: otherwise, in: passed) else { return nil }
      return (then.holdsSomething ? [name] : []) + others.filter { $0 != name }
    case .chapter(let number):
      guard chapters[number].isRead, !passed.contains(number) else { return nil }
      return names(of: chapters[number].shape, in: passed.union([number]))
    case .wildcard, .remote, .expansion, .tree, .fault: return nil
    }
  }

  private func names(of shapes: [TreeShape], in passed: Set<Int>) -> [ScreenName]? {
    var found: [ScreenName] = []
    var isFound: Set<ScreenName> = []
    for shape in shapes {
      guard let more = names(of: shape, in: passed) else { return nil }
      found += more.filter { isFound.insert($0).inserted }
    }
    return found
  }

  /// What of a shape whose names are known concerns screens of a name; closures that decide are asked about these as before.
  private func part(of shape: TreeShape, for name: ScreenName) -> TreeShape {
    switch shape {
    case .screen(let other, _, _, _, _): return other == name ? shape : .empty
    case .anyOf(let shapes):
      let parts = shapes.map { part(of: $0, for: name) }.filter(\.holdsSomething)
      return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .anyOf(parts)
    case .decision(let handler, let then, let otherwise):
      return .decision(handler, then: part(of: then, for: name), otherwise: part(of: otherwise, for: name))
    case .onDismiss(let handler, let dismissed, let inner):
      let inside = part(of: inner, for: name)
      return inside.holdsSomething ? .onDismiss(handler, of: dismissed, inside) : .empty
    case .conditional(let other, let then, let otherwise):
      return other == name ? then : part(of: otherwise, for: name)
    case .chapter(let number): return part(of: chapters[number].shape, for: name)
    case .empty, .wildcard, .remote, .expansion, .tree, .fault: return .empty
    }
  }
}
