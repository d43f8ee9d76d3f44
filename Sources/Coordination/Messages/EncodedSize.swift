// SPDX-License-Identifier: Apache-2.0

package import RouteModel

extension Route {
  /// An upper bound of its length in either encoding, in bytes, with the host of each element; what the limit of a route
  /// counts (specification, section "Constants"). JSON is the longer one.
  package var encodedByteCount: Int { MeasuredPath(root).size.encoded }
}

extension Outcome {
  /// About how many bytes it takes to remember, besides the fixed part of every outcome.
  ///
  /// - Parameter measured: A path that was measured, and most probably is that of the outcome.
  func variableByteCount(_ measured: MeasuredPath?) -> Int {
    var count = (measured ?? MeasuredPath(Path([]))).changed(to: path.path).size.remembered
    count += (message?.utf8.count ?? 0) + 8 * (revisions.count + delivered.count)
    for ask in asked { count += Self.askBytes + (ask.message?.utf8.count ?? 0) }
    for step in steps { count += Self.askBytes + step.screen.content.encodedByteCount }
    if let stop {
      count += Self.askBytes * (stop.allowed.count + stop.missing.count) + stop.screen.content.encodedByteCount
    }
    return count + Self.askBytes * walk.count + (search?.rememberedByteCount ?? 0)
  }

  /// About what an ask, a step or a name takes.
  fileprivate static let askBytes = 128

  /// Whether the route is as it was before.
  package var changedNothing: Bool { kind != .committed && revisions.isEmpty }

  /// The outcome without its path.
  var withoutPath: Outcome {
    var outcome = self
    outcome.path = PlacedPath(Path([]))
    return outcome
  }

  /// The outcome without everything that may be long and that a retry can do without.
  var bare: Outcome {
    var outcome = withoutPath
    (outcome.asked, outcome.steps, outcome.walk, outcome.stop, outcome.search) = ([], [], [], nil, nil)
    outcome.delivered = []
    return outcome
  }
}

extension DecidedRecord {
  /// About how many bytes it takes to keep, besides a fixed part.
  package var variableByteCount: Int {
    outcome.variableByteCount(nil) + verb.utf8.count + (because?.utf8.count ?? 0)
  }
}

extension Destination.Search {
  /// About how many bytes it takes to remember.
  fileprivate var rememberedByteCount: Int {
    let contents = steps.reduce(0) { $0 + ($1.screen?.content.encodedByteCount ?? 0) }
    return contents + Outcome.askBytes * (steps.count + questions.count) + 8 * leaving.count + path.utf8.count
  }
}
