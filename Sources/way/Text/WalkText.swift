// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The steps of a drive that is not driven, as people read them.
struct WalkText {
  let outcome: Outcome
  var palette = Palette.standard

  var lines: [Printed] {
    guard !outcome.walk.isEmpty else { return OutcomeText(outcome: outcome, palette: palette).lines }
    var columns = Columns()
    columns.indent = "  "
    for (index, step) in outcome.walk.enumerated() {
      columns.add([
        .init("\(index)", .quiet), .init(step.request.description, .strong),
        .init("\(text(step.origin, step.originElement)) → \(text(step.screen, step.element))"),
        .init(asked(step), step.isAsked ? .plain : .quiet),
        .init(step.missing.isEmpty ? "" : "missing: \(step.missing.joined(separator: " "))", .bad),
      ])
    }
    return head + columns.lines(palette)
  }

  private var head: [Printed] {
    var columns = Columns()
    let routes = outcome.walk.map(\.route.rawValue).joined(separator: " → ")
    guard outcome.kind == .unchanged(.dryRun) else {
      columns.add([.init("\(outcome.word) (\(outcome.reason ?? ""))", .bad), .init(outcome.message ?? "")])
      return columns.lines(palette)
    }
    columns.add([.init("walks", .good), .init("\(outcome.scene) "), .init(routes)])
    return columns.lines(palette)
  }

  private func text(_ screen: ScreenName, _ element: ElementID?) -> String {
    (element.map { "\($0) " } ?? "") + screen.rawValue
  }

  private func asked(_ step: Drive.PlannedStep) -> String {
    step.isAsked ? "asked of \(step.worker?.rawValue ?? "nobody")" : "asked of nobody"
  }
}
