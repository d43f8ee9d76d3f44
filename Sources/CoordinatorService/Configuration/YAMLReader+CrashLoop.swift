// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Coordination
import RouteModel
import Yams

extension YAMLReader {
  private enum CrashLoopKey: String, CaseIterable { case deaths, within }

  /// How many deaths within how long make a worker's name quarantined; `off`: none.
  mutating func readCrashLoop(_ node: Node, _ crashLoop: inout Settings.CrashLoop?) {
    if case .scalar(let scalar) = node {
      if scalar.string == "off" {
        crashLoop = nil
      } else {
        problem(node, "'\(scalar.string)' is neither off nor a mapping with deaths and within")
      }
      return
    }
    var limit = crashLoop ?? Settings.CrashLoop()
    for field in fields(node, "crash-loop key", CrashLoopKey.self) {
      switch field.key {
      case .deaths: set(&limit.deaths, deaths(field.node))
      case .within: set(&limit.withinMs, milliseconds(field.node, in: 1000...86_400_000))
      }
    }
    crashLoop = limit
  }

  private mutating func deaths(_ node: Node) -> Int? {
    let range = Settings.CrashLoop.deathsRange
    guard let text = text(node, "a number of deaths") else { return nil }
    if let deaths = Int(text), range.contains(deaths) { return deaths }
    problem(node, "'\(text)' is no number of deaths: \(range.lowerBound) to \(range.upperBound)")
    return nil
  }
}
