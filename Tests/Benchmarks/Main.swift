// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is promised in figures, measured: `swift build -c release && swift run -c release benchmarks`, all of it, or what
/// ``Request/usage`` names. Each measure stands beside a plainer one of the same run, because figures of two machines, or of two
/// hours, cannot be compared.
@main
enum Main {
  static func main() async {
    if ["--help", "-h"].contains(CommandLine.arguments.dropFirst().first) {
      print(Request.usage, terminator: "")
      exit(0)
    }
    let request: Request
    do {
      request = try Request(Array(CommandLine.arguments.dropFirst()))
    } catch {
      complain("\(error)\n\(Request.usage)")
      exit(2)
    }
    Interruption.watch()
    do {
      let isKept = try await run(request)
      Interruption.waitIfBegun()
      exit(isKept ? 0 : 1)
    } catch {
      Interruption.waitIfBegun()
      complain("\(error)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("benchmarks: \(text)".utf8))
  }

  /// Measures; returns whether the limits are kept, of what has some.
  private static func run(_ request: Request) async throws -> Bool {
    guard let name = request.names.first else { return try await runAll() }
    switch name {
    // Keeps all on a processor, where one is named.
    case "growth": try await GrowthBenchmark(rounds: request.whole(0) ?? 5, pin: request.whole(1)).run()
    case "client": try await ClientBenchmark(rounds: request.whole(0) ?? 5).run()
    case "commands": try await CommandBenchmark(rounds: request.whole(0) ?? CommandBenchmark.rounds).run()
    case "standing": try await StandingBenchmark(rounds: request.whole(0) ?? 5).run()
    case "starts": try await startBenchmark(request).run()
    case "idle": try await IdleBenchmark(seconds: request.whole(0) ?? IdleBenchmark.seconds).run()
    // Fails where the memory grows.
    case "day": return DayBenchmark.run(hours: request.whole(0) ?? 24)
    // Fails above the limits.
    case "largest": return largestTable(request).measure()
    default: try await runTogether(request.names)
    }
    return true
  }

  private static func startBenchmark(_ request: Request) -> StartBenchmark {
    StartBenchmark(rounds: request.whole(0) ?? 5, commits: request.whole(1) ?? StartBenchmark.commits)
  }

  private static func largestTable(_ request: Request) -> LargestTable {
    var table = LargestTable(ms: request.fractional(0) ?? 50, mebibytes: request.fractional(1) ?? 32)
    if let commands = request.whole(2) { table.commands = commands }
    return table
  }

  private static func runTogether(_ names: [String]) async throws {
    if names.contains("trees") { TreeBenchmark.run() }
    if names.contains("destinations") { DestinationBenchmark.run() }
    if names.contains("ends") { try await EndBenchmark.run() }
  }

  private static func runAll() async throws -> Bool {
    try await runTogether(["trees", "destinations", "ends"])
    try await CommandBenchmark(rounds: CommandBenchmark.rounds).run()
    try await ClientBenchmark(rounds: 3).run()
    try await StandingBenchmark(rounds: 3).run()
    try await IdleBenchmark(seconds: IdleBenchmark.seconds).run()
    try await GrowthBenchmark(rounds: 3, pin: nil).run()
    try await StartBenchmark(rounds: 3, commits: StartBenchmark.commits).run()
    let isFlat = DayBenchmark.run()
    print("the largest messages, decoded, taken and answered:")
    return LargestTable(ms: 50, mebibytes: 32).measure() && isFlat
  }
}
