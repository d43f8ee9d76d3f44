// SPDX-License-Identifier: Apache-2.0

package import RouteModel

extension Route {
  /// An upper bound of its length in either encoding, in bytes, with the host of each element; what the limit of a route
  /// counts (specification, section "Constants"). JSON is the longer one.
  package var encodedByteCount: Int {
    var long: [Element] = []
    return encodedByteCount(contentMax: .max, long: &long)
  }

  /// The same; adds to `long` the elements whose content is longer than `contentMax` bytes.
  func encodedByteCount(contentMax: Int, long: inout [Element]) -> Int {
    root.encodedByteCount(contentMax: contentMax, long: &long)
  }
}

extension Path {
  /// The longest that an element can be without its content, branches and sub-tree: the words, a 20-digit id, a screen name, the
  /// longest presentation and presence and a worker name.
  private static let elementBytesMax = 272
  /// The same of a container's branches, and of each branch, without what they hold; and of a name in a list.
  private static let branchesBytesMax = 168
  private static let branchBytesMax = 128
  private static let nameBytesMax = BranchName.lengthMax + 3
  /// The same of a sub-tree: the words, a route's id and a 20-digit id.
  private static let subTreeBytesMax = RouteID.lengthMax + 56

  fileprivate func encodedByteCount(contentMax: Int, long: inout [Element]) -> Int {
    var count = 2
    for index in elements.indices {
      let contentBytes = elements[index].screen.content.encodedByteCount
      if contentBytes > contentMax { long.append(elements[index]) }
      count += Self.elementBytesMax + contentBytes
      if elements[index].subTree != nil { count += Self.subTreeBytesMax }
      guard let branches = elements[index].branches else { continue }
      count += Self.branchesBytesMax + Self.nameBytesMax * branches.alwaysShown.count
      for branch in branches.branches {
        count += Self.branchBytesMax + branch.path.encodedByteCount(contentMax: contentMax, long: &long)
      }
    }
    return count
  }
}

extension Outcome {
  /// About how many bytes it takes to remember, besides the fixed part of every outcome.
  var variableByteCount: Int {
    var count = path.path.rememberedByteCount
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

extension Destination.Search {
  /// About how many bytes it takes to remember.
  fileprivate var rememberedByteCount: Int {
    let contents = steps.reduce(0) { $0 + ($1.screen?.content.encodedByteCount ?? 0) }
    return contents + Outcome.askBytes * (steps.count + questions.count) + 8 * leaving.count + path.utf8.count
  }
}

extension Path {
  /// About how many bytes it takes to remember.
  fileprivate var rememberedByteCount: Int {
    var count = 0
    for index in elements.indices {
      count += 64 + elements[index].screen.content.encodedByteCount
      guard let branches = elements[index].branches else { continue }
      for branch in branches.branches { count += 64 + branch.path.rememberedByteCount }
    }
    return count
  }
}
