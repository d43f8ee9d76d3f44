// SPDX-License-Identifier: Apache-2.0

/// What is promised in figures, measured: `swift build -c release && swift run -c release benchmarks [trees] [ends]`. Each
/// measure stands beside a plainer one of the same run, because figures of two machines, or of two hours, cannot be compared.
@main
enum Main {
  static func main() async throws {
    let wanted = CommandLine.arguments.dropFirst()
    if wanted.isEmpty || wanted.contains("trees") { TreeBenchmark.run() }
    if wanted.isEmpty || wanted.contains("ends") { try await EndBenchmark.run() }
  }
}
