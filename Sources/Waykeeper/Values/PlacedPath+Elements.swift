// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

extension PlacedPath: CustomStringConvertible {
  /// The elements of the root path, root first.
  public var elements: [Element] { path.elements }

  /// The topmost element that shows: the last of the active path, which goes on in the selected branch of a container.
  /// Nil where nothing shows.
  public var tip: Element? { path.tip }

  /// The element with this id, also in a branch; nil where there is none.
  public subscript(id: ElementID) -> Element? { path[id] }

  /// The path in path syntax: `home/exhibit?id=7/sheet:help`.
  public var description: String { path.description }

  /// The path in path syntax, with `separator` in the place of each slash.
  public func text(separator: String) -> String { path.text(separator: separator) }
}

extension SceneState {
  /// The elements of the scene's root path, root first.
  public var elements: [Element] { path.elements }

  /// The topmost element that shows; nil where nothing shows.
  public var tip: Element? { path.tip }
}

extension Outcome {
  /// The elements of the scene's root path after the command, root first.
  public var elements: [Element] { path.elements }

  /// The topmost element that shows after the command; nil where nothing shows.
  public var tip: Element? { path.tip }
}
