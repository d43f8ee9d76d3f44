// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// What a dry run came to, as people read it.
struct ResolveText {
  let outcome: Outcome
  let palette: Palette

  init(_ outcome: Outcome, palette: Palette = .standard) {
    self.outcome = outcome
    self.palette = palette
  }

  var lines: [Printed] {
    guard outcome.kind == .unchanged(.dryRun) else {
      return OutcomeText(outcome: outcome, palette: palette).lines + stop
    }
    var columns = Columns()
    columns.indent = "  "
    for (index, step) in outcome.steps.enumerated() {
      let branches = step.inside.map { "\($0): " }.joined()
      columns.add([
        .init("\(index)", .quiet), .init(branches + step.screen.text, .strong), built(by: step),
        step.host.map { .init("shown by \($0)") } ?? .init("shown by nobody", .notice),
      ])
    }
    let path = PathText(outcome.steps.filter(\.inside.isEmpty).map { PathItem($0.screen) })
    return SearchText.head(outcome, path, palette) + columns.lines(palette) + trace
  }

  private func built(by step: BuildStep) -> Columns.Cell {
    guard let worker = step.worker else { return .init("no tree", .quiet) }
    let part = step.part.map { " (\($0))" } ?? ""
    return .init("built by \(worker)\(part)" + (step.wasAsked ? ", asked" : ""))
  }

  /// Who was asked on the way.
  private var trace: [Printed] {
    guard !outcome.asked.isEmpty else { return [] }
    return OutcomeText(outcome: outcome, palette: palette).traceLines
  }

  private var stop: [Printed] {
    guard let stop = outcome.stop else { return [] }
    return palette.lines("  stops at \(stop.index): \(stop.screen.text)", hanging: 4)
  }
}
