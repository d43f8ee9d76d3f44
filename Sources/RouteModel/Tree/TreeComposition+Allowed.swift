// SPDX-License-Identifier: Apache-2.0

extension TreeComposition {
  /// The most names of a list.
  static let allowedMax = 64

  /// The first names that these places build, in declared order, as far as no worker has to be asked.
  func allowed(in places: [TreePlace]) -> [ScreenName] {
    var survey = Survey()
    survey.frames = places.reversed().map { Frame(place: $0, scope: .all(except: [])) }
    while let frame = survey.frames.last, survey.names.count < Self.allowedMax, survey.budget > 0 {
      let entries = frame.place.entries.entries
      guard frame.next < entries.count else {
        survey.frames.removeLast()
        continue
      }
      survey.frames[survey.frames.count - 1].next += 1
      survey.budget -= 1
      look(at: entries[frame.next].kind, in: frame, &survey)
    }
    return survey.names
  }

  /// The names that come through the conditionals round a place.
  private enum Scope: Hashable {
    case only(ScreenName)
    case all(except: Set<ScreenName>)

    func admits(_ name: ScreenName) -> Bool {
      switch self {
      case .only(let own): own == name
      case .all(let excluded): !excluded.contains(name)
      }
    }

    /// What it costs to copy it, in nodes.
    var weight: Int {
      switch self {
      case .only: 0
      case .all(let excluded): excluded.count / 16
      }
    }

    /// The other names; nil where there are none.
    func without(_ name: ScreenName) -> Scope? {
      switch self {
      case .only(let own): own == name ? nil : self
      case .all(let excluded): .all(except: excluded.union(CollectionOfOne(name)))
      }
    }
  }

  private struct Visit: Hashable {
    var part: PartName
    var scope: Scope
  }

  /// A block whose nodes are being looked at. The last one is what a search would look at next, so nodes may lie deep in each
  /// other.
  private struct Frame {
    var place: TreePlace
    var scope: Scope
    var next = 0
    var depth = 0
  }

  private struct Survey {
    var frames: [Frame] = []
    var names: [ScreenName] = []
    var known: Set<ScreenName> = []
    var visits: Set<Visit> = []
    /// The nodes that may still be looked at: conditionals can lead to one part in any number of scopes.
    var budget = TreeNode.nodesMax

    /// Looks at the nodes of a block next, which a node of `frame` leads to.
    mutating func enter(_ place: TreePlace, _ scope: Scope, from frame: Frame) {
      frames.append(Frame(place: place, scope: scope, depth: frame.depth + 1))
    }

    /// Whether there is something new in a part.
    mutating func enter(_ part: PartName, _ scope: Scope) -> Bool {
      !visits.contains(Visit(part: part, scope: .all(except: [])))
        && visits.insert(Visit(part: part, scope: scope)).inserted
    }
  }

  private func look(at kind: TreeIndex.Kind, in frame: Frame, _ survey: inout Survey) {
    let (place, scope) = (frame.place, frame.scope)
    if case .screen(let traits, _) = kind {
      if scope.admits(traits.name), survey.known.insert(traits.name).inserted { survey.names.append(traits.name) }
      return
    }
    // A scope is copied with its names, so it counts as so many nodes more.
    survey.budget -= scope.weight
    // A search goes no deeper either.
    guard frame.depth + 1 < TreeSearch.depthMax else { return }
    // Of two blocks, the one that comes first is put on last.
    switch kind {
    case .screen, .wildcard: break
    case .conditional(let name, let then, let otherwise):
      if let rest = scope.without(name) { survey.enter(place.at(otherwise), rest, from: frame) }
      if scope.admits(name) { survey.enter(place.at(then), .only(name), from: frame) }
    case .dynamic(_, let then, let otherwise):
      survey.enter(place.at(otherwise), scope, from: frame)
      survey.enter(place.at(then), scope, from: frame)
    case .remote(let name):
      guard let part = parts[name], survey.enter(name, scope) else { return }
      survey.enter(TreePlace(part: part, block: part.index.root), scope, from: frame)
    }
  }
}
