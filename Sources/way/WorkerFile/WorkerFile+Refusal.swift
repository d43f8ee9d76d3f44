// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Waykeeper
import Yams

extension WorkerFile {
  /// Why every coordinator would refuse the worker, whoever else is registered, by the coordinator's own rules; nil where one may
  /// take it.
  var refusal: String? { registration.refusalAlone?.message }

  /// What of the file a coordinator may refuse by itself.
  private var registration: Registration {
    var routables: [ScreenName: Routable] = [:]
    for entry in screens { routables[entry.name] = Routable(branches: entry.branches) }
    return Registration(
      worker: worker, incarnation: Incarnation(randomBits: 0, 0), routables: routables, tree: declaration.tree,
      parts: declaration.parts)
  }

  /// Where the file says what ``refusal`` is about; nil where that is too much of something.
  func placeOfRefusal(in document: Node) -> Node? {
    let registration = registration
    guard registration.routables.count <= Limits.routablesMax else { return nil }
    if let name = registration.routables.compactMapValues(\.branches).circle?.first {
      return document.member("screens")?.value.member(name.rawValue)?.key
    }
    let tree = TreeComposition(registration.treeParts)
    guard tree.excess == nil else { return nil }
    if let id = tree.plan.duplicates?.second.id {
      // The name of a part may be `route`, too.
      let parts = document.member("parts")?.value.mapping?.map(\.value) ?? []
      let trees = (document.member("tree").map { [$0.value] } ?? []) + parts
      let places = trees.flatMap { $0.routes(called: id.rawValue) }
      // Where two places lead to one part, its routes stand in the file once.
      return places.dropFirst().first ?? places.first
    }
    return (tree.circle?.first).flatMap { document.member("parts")?.value.member($0.rawValue)?.key }
  }
}

extension Node {
  /// The member of a mapping; nil where it has none of this name.
  fileprivate func member(_ name: String) -> (key: Node, value: Node)? {
    guard case .mapping(let mapping) = self else { return nil }
    return mapping.first { $0.key.string == name }
  }

  /// The ids of the routes within it that are called so.
  fileprivate func routes(called id: String) -> [Node] {
    switch self {
    case .scalar, .alias: return []
    case .sequence(let sequence): return sequence.flatMap { $0.routes(called: id) }
    case .mapping(let mapping):
      return mapping.flatMap { key, value -> [Node] in
        guard key.string == "route" else { return value.routes(called: id) }
        let name = value.member("id")?.value ?? value
        return name.string == id ? [name] : []
      }
    }
  }
}
