// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Declares a destination under a name, for ``Navigator/route(to:animated:context:)-(Destination.Reference,_,JSONValue)``, links
/// and other destinations, in every process of the scene.
///
/// ```swift
/// Leads(to: "exhibit", by: StepAssembly(Exhibit.self).using(.push).from(.custom(.stack)))
/// ```
///
/// A name has one meaning in a scene: a second worker that declares it is refused. What it names, such as tasks of other
/// workers, may be registered later.
public struct Leads: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Declares the destination to which these steps lead.
  public init(to name: DestinationName, by step: DestinationStep<some Container.Kind, some Any>) {
    parts = WorkerParts(destinations: [WorkerParts.Led(name: name, draft: step.draft)])
  }

  /// Declares this destination.
  public init(to name: DestinationName, by destination: Destination) {
    parts = WorkerParts(destinations: [
      WorkerParts.Led(name: name, draft: StepDraft(destination))
    ])
  }
}

extension WorkerParts {
  /// A destination and its name.
  struct Led: Sendable {
    var name: DestinationName
    var draft: StepDraft
  }
}
