// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is promised in figures, measured: `swift build -c release && swift run -c release benchmarks [trees] [destinations] [ends]`. Each
/// measure stands beside a plainer one of the same run, because figures of two machines, or of two hours, cannot be compared.
@main
enum Main {
  static func main() async throws {
    let wanted = CommandLine.arguments.dropFirst()
    // `benchmarks largest MS MIB COMMANDS` measures the largest messages alone, and fails above these limits.
    guard wanted.first != "largest" else {
      let limits = wanted.dropFirst().compactMap { Double($0) }
      var table = LargestTable(ms: limits.first ?? 50, mebibytes: limits.dropFirst().first ?? 32)
      if let commands = limits.dropFirst(2).first { table.commands = Int(commands) }
      exit(table.measure() ? 0 : 1)
    }
    if wanted.isEmpty || wanted.contains("trees") { TreeBenchmark.run() }
    if wanted.isEmpty || wanted.contains("destinations") { DestinationBenchmark.run() }
    if wanted.isEmpty || wanted.contains("ends") { try await EndBenchmark.run() }
    if wanted.isEmpty {
      print("the largest messages, decoded, taken and answered:")
      exit(LargestTable(ms: 50, mebibytes: 32).measure() ? 0 : 1)
    }
  }
}
