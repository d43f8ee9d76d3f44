// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a registration is refused whoever else is registered.
extension Registration {
  /// Why every coordinator refuses it; nil where one may take it. Whoever writes a worker can so be told before it runs.
  package var refusalAlone: ProtocolError? {
    if let error = excessOfScreens ?? refusalOfContainers { return error }
    let tree = TreeComposition(treeParts)
    return tree.refusal(withDead: tree, steps: tree.steps) { _ in nil }
  }

  var excessOfScreens: ProtocolError? {
    guard routables.count > Limits.routablesMax else { return nil }
    return ProtocolError(.full, "a worker registers at most \(Limits.routablesMax) screens")
  }

  var refusalOfContainers: ProtocolError? {
    let containers = routables.compactMapValues(\.branches)
    for (screen, branches) in containers.sorted(by: { $0.key < $1.key }) {
      guard let complaint = branches.complaint else { continue }
      return ProtocolError(.malformed, "screen '\(screen)': \(complaint)")
    }
    guard let circle = containers.circle, let name = circle.first else { return nil }
    let way = circle.prefix(Limits.circleNamesMax).map(\.rawValue) + (circle.count > Limits.circleNamesMax ? ["…"] : [])
    return ProtocolError(
      .malformed,
      "screen '\(name)': its declared branches would hold it again, without end: \(way.joined(separator: " → ")); "
        + "leave one of these branches empty")
  }
}

extension TreeComposition {
  /// Why a registration is refused with which this is the tree of the live workers of a scene; nil where there is no reason.
  ///
  /// - Parameters:
  ///   - all: The tree with the parts of dead workers too.
  ///   - steps: How many nodes were read to compose the trees of all scenes so far.
  ///   - holding: What to add about a circle of parts; nil where there is nothing.
  func refusal(
    withDead all: TreeComposition, steps: Int, holding: ([PartName]) -> String?
  ) -> ProtocolError? {
    if all.excess == .depth || excess == .depth {
      let message =
        "parts of the tree lead to each other so that more than \(PlanReader.depthMax) nodes lie in each other"
      return ProtocolError(.full, message)
    }
    if let (first, second) = plan.duplicates {
      return ProtocolError(
        .malformed, "route '\(first.id)' is declared twice, by \(first.declaration) and by \(second.declaration)")
    }
    if all.excess == .steps || excess == .steps || steps > Limits.treeStepsMax {
      let message = "to compose the trees of its scenes, more than \(Limits.treeStepsMax) nodes would have to be read"
      return ProtocolError(.full, "\(message); serve fewer scenes, or let fewer alternatives lead to the same parts")
    }
    guard let circle = all.circle else { return nil }
    let way = circle.prefix(Limits.circleNamesMax).map(\.rawValue) + (circle.count > Limits.circleNamesMax ? ["…"] : [])
    return ProtocolError(
      .malformed,
      "parts of the tree lead in a circle: \(way.joined(separator: " → ")); "
        + "put a screen between them" + (holding(circle).map { "; \($0)" } ?? ""))
  }
}
