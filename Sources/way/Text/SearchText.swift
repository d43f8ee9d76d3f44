// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// What a route to a destination would do, as people read it.
struct SearchText {
  private let outcome: Outcome
  private let palette: Palette

  init(_ outcome: Outcome, palette: Palette = .standard) {
    self.outcome = outcome
    self.palette = palette
  }

  /// What `way route NAME --dry-run` prints.
  var lines: [Printed] {
    guard outcome.kind == .unchanged(.dryRun), let search = outcome.search else {
      return OutcomeText(outcome: outcome, palette: palette).lines
    }
    var columns = Columns()
    columns.indent = "  "
    for step in search.steps {
      columns.add([.init(step.place, .quiet), word(step.find), .init(text(step))])
    }
    for question in search.questions {
      let subject = [question.element?.description, question.screen?.rawValue].compactMap(\.self)
      columns.add([
        .init("would ask", .quiet), .init(question.request),
        .init((subject + [question.worker.map { "(\($0))" } ?? "nobody registered it"]).joined(separator: " ")),
      ])
    }
    if !search.leaving.isEmpty {
      columns.add([.init("would go", .quiet), .init(leaving(search).joined(separator: ", "))])
    }
    let trace = outcome.asked.isEmpty ? [] : OutcomeText(outcome: outcome, palette: palette).traceLines
    return Self.head(outcome, PathText(search.path), palette) + columns.lines(palette) + trace
  }

  /// Where a dry run arrives.
  static func head(_ outcome: Outcome, _ path: PathText, _ palette: Palette) -> [Printed] {
    var columns = Columns()
    columns.add([.init("leads to", .good), .init("\(outcome.scene) "), .init(path)])
    return columns.lines(palette)
  }

  /// The elements that would leave, in the order of the path that holds them.
  private func leaving(_ search: Destination.Search) -> [String] {
    let all = Set(search.leaving)
    let known = ElementTree.rows(of: outcome.path.path).map(\.element).filter { all.contains($0.id) }
    let others = all.subtracting(known.map(\.id))
    return known.map { "\($0.id) \($0.screen.name)" }
      + search.leaving.filter { others.contains($0) }.map(\.description)
  }

  private func word(_ find: Destination.Outline.Find) -> Columns.Cell {
    switch find {
    case .found: .init("found", .good)
    case .foundLate: .init("found then", .good)
    case .made: .init("made", .strong)
    case .passed: .init("passed", .quiet)
    }
  }

  private func text(_ step: Destination.Search.Step) -> String {
    let name = step.screen?.text ?? ""
    let screen = step.isStack ? "the stack of \(name)" : name
    // A made element gets its id with the commit.
    return step.find == .made ? screen : [step.element?.description ?? "", screen].joined(separator: " ")
  }
}
