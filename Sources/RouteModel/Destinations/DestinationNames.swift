// SPDX-License-Identifier: Apache-2.0

extension NameKind {
  /// Of a destination.
  public enum Destination {}
  /// Of what a worker does for destinations.
  public enum Task {}
}

/// The name of a registered destination.
public typealias DestinationName = Name<NameKind.Destination>
/// The name of a predicate, conversion, factory, action, interceptor, context task or post task of a worker.
public typealias TaskName = Name<NameKind.Task>

extension Destination {
  /// The place of a step: its number, from 1, and inside a switch those of the case and of the step there.
  public struct StepPlace: Hashable, Sendable, CustomStringConvertible {
    /// The destination that holds the step, where it is not the one that was asked for.
    public var destination: DestinationName?
    /// From the outside in. In a switch the default counts as the case behind the last one.
    public var numbers: [Int]

    /// A place.
    public init(_ numbers: [Int], of destination: DestinationName? = nil) {
      self.destination = destination
      self.numbers = numbers
    }

    /// As people read it: `step 2`, `step 2.1.3 of 'main'`.
    public var description: String {
      let numbers = numbers.map { String($0) }.joined(separator: ".")
      return "step \(numbers)" + (destination.map { " of '\($0)'" } ?? "")
    }

    /// The place of a step inside.
    func step(_ index: Int) -> StepPlace { StepPlace(numbers + [index + 1], of: destination) }
  }
}
