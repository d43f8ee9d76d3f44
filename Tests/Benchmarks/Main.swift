// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is promised in figures, measured: `swift build -c release && swift run -c release benchmarks`, all of it, or what ``usage``
/// names. Each measure stands beside a plainer one of the same run, because figures of two machines, or of two hours, cannot be
/// compared.
@main
enum Main {
  /// What can be measured in one run.
  private static let together = ["trees", "destinations", "ends"]
  /// What is measured by itself, and how many numbers may stand behind it.
  private static let alone = ["client": 1, "growth": 2, "day": 1, "largest": 3]
  private static let usage = """
    usage: benchmarks [trees] [destinations] [ends]
           benchmarks client [ROUNDS]
           benchmarks growth [ROUNDS [CPU]]
           benchmarks day [HOURS]
           benchmarks largest [MS [MIB [COMMANDS]]]

    """

  /// Why this cannot be measured; nil where it can.
  private static func problem(with wanted: [String]) -> String? {
    guard let first = wanted.first, let numbersMax = alone[first] else {
      guard let strange = wanted.first(where: { !together.contains($0) }) else { return nil }
      return alone[strange] == nil ? "there is no '\(strange)'" : "'\(strange)' is measured by itself"
    }
    let others = wanted.dropFirst()
    if let strange = others.first(where: { Double($0) == nil }) { return "'\(first)' takes no '\(strange)'" }
    return others.count > numbersMax ? "'\(first)' takes fewer numbers" : nil
  }

  static func main() async throws {
    let wanted = Array(CommandLine.arguments.dropFirst())
    if let problem = problem(with: wanted) {
      FileHandle.standardError.write(Data("benchmarks: \(problem)\n\(usage)".utf8))
      exit(2)
    }
    // `benchmarks largest MS MIB COMMANDS` measures the largest messages alone, and fails above these limits.
    guard wanted.first != "largest" else {
      let limits = wanted.dropFirst().compactMap { Double($0) }
      var table = LargestTable(ms: limits.first ?? 50, mebibytes: limits.dropFirst().first ?? 32)
      if let commands = limits.dropFirst(2).first { table.commands = Int(commands) }
      exit(table.measure() ? 0 : 1)
    }
    // `benchmarks growth ROUNDS CPU` keeps all on that processor.
    if wanted.first == "growth" {
      let numbers = wanted.dropFirst().compactMap { Int($0) }
      return try await GrowthBenchmark(rounds: max(1, numbers.first ?? 5), pin: numbers.dropFirst().first).run()
    }
    // `benchmarks client ROUNDS`
    if wanted.first == "client" {
      return try await ClientBenchmark(rounds: max(1, wanted.dropFirst().first.flatMap { Int($0) } ?? 5)).run()
    }
    // `benchmarks day HOURS` fails where the memory grows.
    if wanted.first == "day" {
      let hours = wanted.dropFirst().first.flatMap { Int($0) } ?? 24
      exit(DayBenchmark.run(hours: max(1, hours)) ? 0 : 1)
    }
    if wanted.isEmpty || wanted.contains("trees") { TreeBenchmark.run() }
    if wanted.isEmpty || wanted.contains("destinations") { DestinationBenchmark.run() }
    if wanted.isEmpty || wanted.contains("ends") { try await EndBenchmark.run() }
    if wanted.isEmpty {
      try await ClientBenchmark(rounds: 3).run()
      try await GrowthBenchmark(rounds: 3, pin: nil).run()
      let isFlat = DayBenchmark.run()
      print("the largest messages, decoded, taken and answered:")
      exit(LargestTable(ms: 50, mebibytes: 32).measure() && isFlat ? 0 : 1)
    }
  }
}
