// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is promised in figures, measured: `swift build -c release && swift run -c release benchmarks [trees] [destinations] [ends]
/// [client] [growth] [day]`. Each measure stands beside a plainer one of the same run, because figures of two machines, or of two
/// hours, cannot be compared.
@main
enum Main {
  private static let words = ["trees", "destinations", "ends", "client", "growth", "day", "largest"]

  static func main() async throws {
    let wanted = CommandLine.arguments.dropFirst()
    let unknown = wanted.filter { !words.contains($0) && Double($0) == nil }
    guard unknown.isEmpty else {
      let message = "benchmarks: there is no '\(unknown[0])'; there are \(words.joined(separator: ", "))\n"
      FileHandle.standardError.write(Data(message.utf8))
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
