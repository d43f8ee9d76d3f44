// SPDX-License-Identifier: Apache-2.0

/// A screen of any type, as a value: name, content and presentation. Equal iff all three are equal
/// (Composable Navigator compares type, value and presentation style alike).
public struct AnyScreen: Hashable, Sendable {
  /// The name, a word on the wire.
  public var name: ScreenName
  /// The arguments, in canonical form; null if there are none.
  public var content: JSONValue
  /// The way in which it joins a path.
  public var presentation: Presentation

  /// A screen; `content` is brought into canonical form.
  public init(_ name: ScreenName, content: JSONValue = .null, presentation: Presentation = .push) {
    self.name = name
    self.content = content.canonical
    self.presentation = presentation
  }
}
