// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

/// A verb as a value, with its context and its animation. It is written as ``Navigator`` writes the call:
///
/// ```swift
/// try await navigator.show("list", animated: true)                       // throws unless the route is as asked
/// let outcome = try await navigator.attempt(.show("list", animated: true))  // how it ended, as a value
/// let id = try await navigator.queue(.show("list", animated: true))      // sent, and not waited for
/// ```
///
/// A test compares it: `#expect(sent.verbs == [.show("list", animated: true)])`.
///
/// A screen whose content has no JSON form makes a navigation that cannot be sent: ``Navigator/attempt(_:)-(Navigation)``
/// then throws ``NavigatorError/Code/content``, and it equals nothing that was sent. So does, with ``NavigatorError/Code/refused``, a
/// batch with a verb that asks workers, and a branch at an index below 0.
public struct Navigation: Hashable, Sendable {
  /// Why a navigation cannot be sent.
  struct Fault: Error, Hashable {
    var code: NavigatorError.Code
    var message: String
  }

  /// The verb, or why there is none.
  let content: Result<Verb, Fault>
  /// Handed to every screen that is asked; the content of screens that are made from their name alone.
  public var context: JSONValue
  /// Whether screens may animate the change.
  public var animated: Bool

  /// A navigation of this verb.
  public init(_ verb: Verb, animated: Bool = false, context: JSONValue = .null) {
    self.init(.success(verb), animated: animated, context: context)
  }

  init(_ content: Result<Verb, Fault>, animated: Bool = false, context: JSONValue = .null) {
    self.content = content
    self.animated = animated
    self.context = context.canonical
  }

  /// The verb; nil of a navigation that cannot be sent.
  public var verb: Verb? { try? content.get() }

  /// The verb, or the error that a navigator throws.
  var sendable: Verb {
    get throws(NavigatorError) {
      switch content {
      case .success(let verb): verb
      case .failure(let fault): throw NavigatorError(fault.code, fault.message)
      }
    }
  }
}

/// The verbs of Composable Navigator; see the functions of the same names of ``Navigator``.
extension Navigation {
  /// Puts a screen on top of the target; always a fresh element. What was above the target goes.
  public static func go(to screen: some ScreenConvertible, on target: some TargetConvertible) -> Navigation {
    edit(try .go(to: PathItem(screen.anyScreen), on: target.target))
  }

  /// Puts screens on top of the target. Those that are there already, in this order, keep their elements.
  public static func go(to path: [any ScreenConvertible], on target: some TargetConvertible) -> Navigation {
    edit(try .goPath(to: path.items, on: target.target))
  }

  /// Drops everything above the target.
  public static func goBack(to target: some TargetConvertible) -> Navigation {
    edit(try .goBack(to: target.target))
  }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  public static func replace(path: any ScreenConvertible...) -> Navigation { replace(path: path) }

  /// Makes these screens the whole path. Those that are there already, from the root on, keep their elements.
  public static func replace(path: [any ScreenConvertible]) -> Navigation {
    edit(try .replace(path: path.items, in: nil))
  }

  /// Drops the element and everything above it.
  public static func dismiss(id: ElementID) -> Navigation { Navigation(.navigator(.dismiss(.id(id)))) }

  /// Drops the last element with an equal screen and everything above it.
  public static func dismiss(screen: some ScreenConvertible) -> Navigation {
    edit(try .dismiss(.screen(screen.anyScreen)))
  }

  /// Drops everything above the target, without bringing it into view.
  public static func dismissSuccessor(of target: some TargetConvertible) -> Navigation {
    edit(try .dismissSuccessor(of: target.target))
  }

  /// Exchanges the screen of the element; its id, its flag and what is above stay.
  public static func replaceContent(of id: ElementID, with screen: some ScreenConvertible) -> Navigation {
    edit(try .replaceContent(of: .id(id), with: screen.anyScreen))
  }

  /// Exchanges the last screen equal to `screen`; id, flag and what is above stay.
  public static func replace(screen: some ScreenConvertible, with other: some ScreenConvertible) -> Navigation {
    edit(try .replaceScreen(screen.anyScreen, with: other.anyScreen))
  }

  /// Says that the element has appeared.
  public static func didAppear(_ target: some TargetConvertible) -> Navigation {
    edit(try .didAppear(target.target))
  }

  /// Several of the verbs above as one transaction: all or nothing, at most one commit.
  ///
  /// Verbs that ask workers, such as `show`, cannot be part of a batch: it is then refused before it is sent.
  public static func batch(_ navigations: [Navigation]) -> Navigation {
    Navigation(navigations.edits.map(Verb.batch))
  }

  static func edit(_ verb: @autoclosure () throws(ContentError) -> NavigatorVerb) -> Navigation {
    do {
      return Navigation(.navigator(try verb()))
    } catch {
      return Navigation(.failure(Fault(code: .content, message: error.description)))
    }
  }
}

extension [Navigation] {
  /// The verbs that the coordinator decides at once, for a batch and for an answer.
  var edits: Result<[NavigatorVerb], Navigation.Fault> {
    var verbs: [NavigatorVerb] = []
    for navigation in self {
      switch navigation.content {
      case .success(.navigator(let verb)): verbs.append(verb)
      case .success(let verb):
        let message = "'\(verb.verbText)' cannot be part of a batch: the coordinator does not decide it alone"
        return .failure(Navigation.Fault(code: .refused, message: message))
      case .failure(let fault): return .failure(fault)
      }
    }
    return .success(verbs)
  }
}

extension [any ScreenConvertible] {
  /// The screens as items of a path.
  var items: [PathItem] {
    get throws(ContentError) {
      var items: [PathItem] = []
      for screen in self { items.append(PathItem(try screen.anyScreen)) }
      return items
    }
  }
}
