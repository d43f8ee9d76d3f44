// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// ARRIVAL: a post task of a destination (RouteComposer). The route is committed, or was as asked already; told at most
/// once, and nothing depends on what its worker does.
public struct Arrival: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The revision that has the destination on its route.
  public var revision: Revision
  /// The command that led there.
  public var command: CommandID
  /// What the worker registered.
  public var task: TaskName
  /// The element that it is about.
  public var element: ElementID
  /// Its screen.
  public var screen: AnyScreen
  /// The context of its step.
  public var context: JSONValue
  /// All elements that the steps found or made, in order.
  public var arrived: [ElementID]

  /// An arrival.
  public init(
    scene: SceneName, revision: Revision, command: CommandID, task: TaskName, element: ElementID, screen: AnyScreen,
    context: JSONValue = .null, arrived: [ElementID] = []
  ) {
    (self.scene, self.revision, self.command, self.task) = (scene, revision, command, task)
    (self.element, self.screen, self.context, self.arrived) = (element, screen, context, arrived)
  }
}
