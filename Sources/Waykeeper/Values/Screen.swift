// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A screen of the user's own type: its stored properties are its content, its ``name`` is the word on the wire.
///
/// ```swift
/// struct Exhibit: Screen {
///   static let name: ScreenName = "exhibit"
///   var id: Int
/// }
/// ```
///
/// The name is written out because it is shared with other processes, other languages and the journal: renaming the type
/// must not rename the screen. `Codable` makes the content of the properties.
///
/// What is encoded has to be readable as the same type, and the same again when it is encoded anew: equal screens are those with
/// equal content. A `Codable` of one's own that reads other members than it writes is not so, nor is a set, or a dictionary whose
/// keys are neither texts nor integers, for its order is another each time: write a sorted list. Of an enum's case without values
/// canonical form leaves nothing: give its enum a raw type, or each case a value. An optional that holds something empty (`{}`) is read
/// as nil, and a property without a coding key as its default: leave those out of `==`. A debug build reads what it has encoded at once,
/// and throws ``ContentError`` where that cannot be, or is another screen; a release build does not look, and the worker that
/// shows the screen hears of it. A `Decimal` is a JSON number: no more than the 15 digits that a `Double` holds are sure to come
/// back; write a text for more.
public protocol Screen: ScreenConvertible, TargetConvertible, Hashable, Codable {
  /// What it holds: ``Container/None`` unless the type says otherwise. Only destinations look at it.
  associatedtype Holds: Container.Kind = Container.None
  /// The word on the wire.
  static var name: ScreenName { get }
  /// How it comes; ``Presentation/push`` unless the type says otherwise.
  var presentationStyle: Presentation { get }
}

extension Screen {
  /// Pushed onto the layer beneath.
  public var presentationStyle: Presentation { .push }
}

extension Presentation {
  /// A layer of its own that allows pushes.
  public static func sheet() -> Presentation { .sheet(allowsPush: true) }
}

/// A value that can be put on a path: every ``Screen``, and an ``AnyScreen`` of any name.
public protocol ScreenConvertible: Sendable {
  /// The screen as a value.
  ///
  /// - Throws: ``ContentError`` where the content has no JSON form, such as a number that is not finite; in a debug build also
  ///   where a ``Screen`` cannot be read from it, or is another one then.
  var anyScreen: AnyScreen { get throws(ContentError) }
}

/// A value that a verb can act on: an id, or the last element with an equal screen.
public protocol TargetConvertible: Sendable {
  /// The target as a value.
  ///
  /// - Throws: ``ContentError`` where a screen's content has no JSON form.
  var target: Target { get throws(ContentError) }
}

extension Screen {
  /// The screen as a value.
  public var anyScreen: AnyScreen {
    get throws(ContentError) {
      AnyScreen(Self.name, content: try ContentCoder.content(of: self), presentation: presentationStyle)
    }
  }

  /// The last element with an equal screen.
  public var target: Target { get throws(ContentError) { .screen(try anyScreen) } }
}

extension AnyScreen: ScreenConvertible, TargetConvertible {
  /// The screen as a value: name, content and presentation of `screen`.
  public init(_ screen: some Screen) throws(ContentError) { self = try screen.anyScreen }

  /// The screen itself.
  public var anyScreen: AnyScreen { self }

  /// The last element with an equal screen.
  public var target: Target { .screen(self) }

  /// This screen as `type`; nil where it has another name.
  ///
  /// - Throws: ``ContentError`` where the name fits and the content does not.
  public func unwrap<S: Screen>(_ type: S.Type) throws(ContentError) -> S? {
    name == S.name ? try ContentCoder.decode(S.self, from: content, of: name) : nil
  }
}

extension ElementID: TargetConvertible {
  /// The element with this id.
  public var target: Target { .id(self) }
}

extension Target: TargetConvertible {
  /// The target itself.
  public var target: Target { self }
}

extension TargetConvertible where Self == Target {
  /// The element that is asked; only inside an answer.
  public static var askedElement: Target { .asked }
}

extension TargetConvertible where Self == ElementID {
  /// The first element of the scene's root path.
  public static var root: ElementID { ElementID.root }
}
