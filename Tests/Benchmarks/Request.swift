// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is to be measured: what was typed, checked.
struct Request {
  /// Why nothing can be measured.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// What can be measured, and the numbers that may stand behind its name.
  private struct Benchmark {
    let name: String
    var numbers: [NumberKind] = []
  }

  /// What can be measured in one run.
  private static let together = ["trees", "destinations", "ends"].map { Benchmark(name: $0) }
  /// What is measured by itself.
  private static let alone = [
    Benchmark(name: "client", numbers: [rounds]),
    Benchmark(name: "commands", numbers: [.whole("ROUNDS", 1...CommandBenchmark.roundsMax)]),
    Benchmark(name: "standing", numbers: [rounds]),
    Benchmark(name: "starts", numbers: [rounds, .whole("COMMITS", 1...10_000_000)]),
    Benchmark(name: "idle", numbers: [.whole("SECONDS", 1...3_600)]),
    Benchmark(name: "growth", numbers: [rounds, .whole("CPU", 0...processors - 1)]),
    Benchmark(name: "day", numbers: [.whole("HOURS", 1...1_000)]),
    Benchmark(
      name: "largest",
      numbers: [
        .fractional("MS", 0.1...1_000_000), .fractional("MIB", 0.1...1_000_000), .whole("COMMANDS", 1...125_000),
      ]),
  ]
  private static let rounds = NumberKind.whole("ROUNDS", 1...1_000)
  private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))) }

  /// How to call the program.
  static var usage: String {
    let lines = alone.map { benchmark in
      let numbers = benchmark.numbers.reversed().reduce("") { rest, number in " [\(number.name)\(rest)]" }
      return "       benchmarks \(benchmark.name)\(numbers)\n"
    }
    return "usage: benchmarks\(together.map { " [\($0.name)]" }.joined())\n\(lines.joined())"
  }

  /// The names; none for all.
  let names: [String]
  private let numbers: [String]

  /// Reads what was typed.
  init(_ words: [String]) throws(Problem) {
    guard let first = words.first, let benchmark = Self.alone.first(where: { $0.name == first }) else {
      for word in words where !Self.together.contains(where: { $0.name == word }) {
        let isAlone = Self.alone.contains { $0.name == word }
        throw Problem(description: isAlone ? "'\(word)' is measured by itself" : "there is no '\(word)'")
      }
      (names, numbers) = (words, [])
      return
    }
    (names, numbers) = ([first], Array(words.dropFirst()))
    guard numbers.count <= benchmark.numbers.count else {
      throw Problem(description: "'\(first)' takes fewer numbers")
    }
    for (kind, text) in zip(benchmark.numbers, numbers) {
      if let problem = kind.problem(with: text) { throw Problem(description: problem) }
    }
  }

  /// A whole number behind the name; nil where there are not so many.
  func whole(_ index: Int) -> Int? { index < numbers.count ? Int(numbers[index]) : nil }

  /// Any number behind the name; nil where there are not so many.
  func fractional(_ index: Int) -> Double? { index < numbers.count ? Double(numbers[index]) : nil }
}

/// What a number may be.
enum NumberKind {
  case whole(String, ClosedRange<Int>)
  case fractional(String, ClosedRange<Double>)

  /// What it is called.
  var name: String {
    switch self {
    case .whole(let name, _), .fractional(let name, _): name
    }
  }

  /// Why a text is none of these; nil where it is one.
  func problem(with text: String) -> String? {
    switch self {
    case .whole(let name, let bounds):
      if let number = Int(text), bounds.contains(number) { return nil }
      return "\(name) is a whole number from \(bounds.lowerBound) to \(bounds.upperBound), and '\(text)' is none"
    case .fractional(let name, let bounds):
      if let number = Double(text), bounds.contains(number) { return nil }
      return "\(name) is a number from \(bounds.lowerBound) to \(bounds.upperBound), and '\(text)' is none"
    }
  }
}
