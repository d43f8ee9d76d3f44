// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The destinations, a line each.
struct DestinationsText {
  private let destinations: [Destination.Report]
  private let scene: SceneName
  private let others: [SceneName]
  private let palette: Palette

  /// - Parameter others: Other scenes that have destinations, where this one has none.
  init(
    _ destinations: [Destination.Report], of scene: SceneName, others: [SceneName] = [], palette: Palette = .standard
  ) {
    (self.destinations, self.scene, self.others, self.palette) = (destinations, scene, others, palette)
  }

  /// What `way destinations` prints.
  var lines: [Printed] {
    guard !destinations.isEmpty else {
      let hints = others.map { "`way destinations --scene \($0)`" }.joined(separator: ", ")
      return palette.lines(
        "no destination is declared for scene \(scene)" + (hints.isEmpty ? "" : "; there are some in: \(hints)"))
    }
    var columns = Columns()
    columns.gap = 3
    for report in destinations {
      columns.add([
        .init(report.name.rawValue, .strong), .init(Self.chain(report.destination)),
        .init(
          report.worker?.rawValue ?? "configuration", .quiet),
        report.isLive ? .init("") : .init("not connected", .bad),
      ])
      for line in report.missing { columns.add([.init("  "), .init(line, .notice)]) }
    }
    return columns.lines(palette)
  }

  /// `product ← shelves ← main`
  private static func chain(_ destination: Destination) -> String {
    destination.steps.map(\.word).joined(separator: " ← ")
  }
}

extension Destination.Step {
  /// In a word.
  fileprivate var word: String {
    switch self {
    case .screen(let screen): screen.word
    case .root: "the root"
    case .current: "the top"
    case .custom(let finder): finder.word
    case .none: "nothing"
    case .adapt: "another context"
    case .choose(let choice): "one of \(choice.cases.count + (choice.otherwise == nil ? 0 : 1)) ways"
    case .from(let name): "'\(name)'"
    }
  }
}

extension Destination.ScreenStep {
  fileprivate var word: String {
    if let name = factory?.screen { return name.rawValue }
    if let finder { return finder.word }
    if case .asked(let name)? = factory { return "what '\(name)' makes" }
    return factory == nil ? action.word : "a stack"
  }
}

extension Destination.Finder {
  fileprivate var word: String { target.words.replacing("'", with: "") }
}
