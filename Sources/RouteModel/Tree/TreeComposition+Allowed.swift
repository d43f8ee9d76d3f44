// SPDX-License-Identifier: Apache-2.0

extension TreeComposition {
  /// The most names of a list.
  static let allowedMax = 64

  /// The first names that these places build, in declared order, as far as no worker has to be asked.
  func allowed(in places: [TreePlace]) -> [ScreenName] {
    var survey = Survey()
    for place in places { look(at: place, for: nil, in: &survey, depth: 0) }
    return survey.names
  }

  private struct Survey {
    var names: [ScreenName] = []
    var known: Set<ScreenName> = []
    var parts: Set<PartName> = []
  }

  private func look(at place: TreePlace, for only: ScreenName?, in survey: inout Survey, depth: Int) {
    // A search goes no deeper either.
    guard depth < TreeSearch.depthMax else { return }
    let depth = depth + 1
    for entry in place.entries.entries where survey.names.count < Self.allowedMax {
      switch entry.kind {
      case .screen(let traits, _):
        guard only == nil || only == traits.name, survey.known.insert(traits.name).inserted else { continue }
        survey.names.append(traits.name)
      case .conditional(let name, let then, let otherwise):
        if only == nil || only == name { look(at: place.at(then), for: name, in: &survey, depth: depth) }
        if only != name { look(at: place.at(otherwise), for: only, in: &survey, depth: depth) }
      case .dynamic(_, let then, let otherwise):
        look(at: place.at(then), for: only, in: &survey, depth: depth)
        look(at: place.at(otherwise), for: only, in: &survey, depth: depth)
      case .wildcard: break
      case .remote(let name):
        // One look at a part is enough, even if only some of its names count here.
        guard survey.parts.insert(name).inserted, let part = parts[name] else { continue }
        look(at: TreePlace(part: part, block: part.index.root), for: only, in: &survey, depth: depth)
      }
    }
  }
}
