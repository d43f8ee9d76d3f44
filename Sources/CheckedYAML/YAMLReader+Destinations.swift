// SPDX-License-Identifier: Apache-2.0

import Coordination
package import RouteModel
import WireProtocol
package import Yams

/// Destinations: in YAML they have the form that they have in JSON (specification, section "Destinations").
extension YAMLReader {
  /// Adds the destinations of a mapping, and checks them with those that are there: what they name must be known unless it
  /// may be somebody else's.
  ///
  /// - Parameter registry: Knows the containers among the screens of the file.
  package mutating func readDestinations(
    _ node: Node, into destinations: inout [DestinationName: Destination], in registry: some Registry
  ) {
    var read: [(name: DestinationName, node: Node)] = []
    for (key, value) in entries(node, "destination") {
      guard let name: DestinationName = name(key, of: "a destination") else { continue }
      guard destinations[name] == nil else {
        problem(key, "the destination '\(name)' is declared twice")
        continue
      }
      guard let destination = destination(value) else { continue }
      destinations[name] = destination
      read.append((name, value))
      if destinations.count == Limits.destinationsMax + 1 {
        problem(key, "more than \(Limits.destinationsMax) destinations")
      }
    }
    let vocabulary = DestinationVocabulary(
      destinations: destinations, mayLackDestinations: true, hints: .max)
    for (name, node) in read {
      guard let destination = destinations[name] else { continue }
      for problem in DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: registry)
      {
        self.problem(node.step(problem.place) ?? node, "destination '\(name)': \(problem)")
      }
    }
  }

  private mutating func destination(_ node: Node) -> Destination? {
    do throws(FormError) {
      return try WrittenValue.destination(node.json)
    } catch {
      let problems = problems(ofStepsIn: node)
      if problems.isEmpty {
        problem(node.descendant(error.way[...]), error.fault ?? error.message)
      } else {
        for (node, message) in problems { problem(node, message) }
      }
      return nil
    }
  }

  /// What cannot be read in each step by itself, so that all of it is told at once.
  private func problems(ofStepsIn node: Node) -> [(node: Node, message: String)] {
    guard case .sequence(let steps) = node.descendant([.member("steps")]) else { return [] }
    return steps.compactMap { step in
      do throws(FormError) {
        _ = try WrittenValue.destination(.array([step.json]))
        return nil
      } catch {
        return (step.descendant(error.way.dropFirst()), error.fault ?? error.message)
      }
    }
  }

  /// A JSON value.
  package func json(_ node: Node) -> JSONValue { node.json }
}

extension Node {
  /// The value as JSON: plain words are what they are there, all else is text.
  fileprivate var json: JSONValue {
    switch self {
    case .scalar(let scalar):
      if isNothing { return .null }
      guard scalar.style == .plain else { return .string(scalar.string) }
      switch try? JSONValue(json: scalar.string) {
      case .some(let value): return value
      case nil: return .string(scalar.string)
      }
    case .sequence(let sequence): return .array(sequence.map(\.json))
    case .mapping(let mapping):
      return .members(mapping.map { JSONValue.Member($0.key.string ?? "", $0.value.json) })
    // The parser puts what an alias stands for in its place.
    case .alias: return .null
    }
  }

  /// The value at the end of a way, or the last one on it that is there.
  fileprivate func descendant(_ way: ArraySlice<FormError.Step>) -> Node {
    let next: Node? =
      switch (way.first, self) {
      case (.member(let name), .mapping(let mapping)): mapping.first { $0.key.string == name }?.value
      case (.item(let index), .sequence(let sequence)):
        sequence.indices.contains(index) ? sequence[index] : nil
      default: nil
      }
    return next?.descendant(way.dropFirst()) ?? self
  }

  /// The step of a destination that a problem is about, as near as its first number says.
  fileprivate func step(_ place: Destination.StepPlace?) -> Node? {
    guard let number = place?.numbers.first else { return nil }
    let steps = descendant([.member("steps")])
    guard case .sequence(let sequence) = steps, sequence.indices.contains(number - 1) else { return nil }
    return sequence[number - 1]
  }
}
