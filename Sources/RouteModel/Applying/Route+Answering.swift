// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The elements of the active path whose registration answers show, hide or change. Show, hide and navigate compare
  /// their names.
  package func answeringElements(in registry: some Registry) -> [Element] {
    // Neighbours on a long path often show the same screen, so the last answer of the registry is kept.
    var known: (screen: ScreenName, answers: Bool)?
    let path = activePath
    return path.indices.filter { index in
      let screen = path[index].screen.name
      if let known, known.screen == screen { return known.answers }
      let answers = registry.answersRequests(screen)
      known = (screen, answers)
      return answers
    }.map { path[$0] }
  }
}
