// SPDX-License-Identifier: Apache-2.0

extension TreeComposition {
  /// The most names of a list.
  static let allowedMax = 64

  /// The first names that these places build, in declared order, as far as no worker has to be asked.
  func allowed(in places: [TreePlace]) -> [ScreenName] {
    var survey = Survey()
    for place in places { look(at: place, for: .all(except: []), in: &survey, depth: 0) }
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

  private struct Survey {
    var names: [ScreenName] = []
    var known: Set<ScreenName> = []
    var visits: Set<Visit> = []
    /// The nodes that may still be looked at: conditionals can lead to one part in any number of scopes.
    var budget = TreeNode.nodesMax

    /// Whether there is something new in a part.
    mutating func enter(_ part: PartName, _ scope: Scope) -> Bool {
      !visits.contains(Visit(part: part, scope: .all(except: [])))
        && visits.insert(Visit(part: part, scope: scope)).inserted
    }
  }

  private func look(at place: TreePlace, for scope: Scope, in survey: inout Survey, depth: Int) {
    // A search goes no deeper either.
    guard depth < TreeSearch.depthMax else { return }
    let depth = depth + 1
    for entry in place.entries.entries where survey.names.count < Self.allowedMax && survey.budget > 0 {
      survey.budget -= 1
      switch entry.kind {
      case .screen(let traits, _):
        guard scope.admits(traits.name), survey.known.insert(traits.name).inserted else { continue }
        survey.names.append(traits.name)
      case .conditional(let name, let then, let otherwise):
        if scope.admits(name) { look(at: place.at(then), for: .only(name), in: &survey, depth: depth) }
        if let rest = scope.without(name) { look(at: place.at(otherwise), for: rest, in: &survey, depth: depth) }
      case .dynamic(_, let then, let otherwise):
        look(at: place.at(then), for: scope, in: &survey, depth: depth)
        look(at: place.at(otherwise), for: scope, in: &survey, depth: depth)
      case .wildcard: break
      case .remote(let name):
        guard let part = parts[name], survey.enter(name, scope) else { continue }
        look(at: TreePlace(part: part, block: part.index.root), for: scope, in: &survey, depth: depth)
      }
    }
  }
}
