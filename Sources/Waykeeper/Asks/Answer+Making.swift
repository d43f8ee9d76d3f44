// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// The answers of handlers, by the words of the specification. The answer of a handler of `show`, `hide`, `change` and
/// `back` is relative to its own element; a guard answers ``allow``, ``deny(_:code:)`` or a redirect.
extension Answer {
  /// Pushes the screen that was asked for.
  public static var push: Answer { .instruction(.push(nil)) }

  /// Pushes `screen` at the end of the answering element's layer.
  public static func push(_ screen: some ScreenConvertible) -> Answer { with(screen) { .push($0) } }

  /// Presents the screen that was asked for as a new layer on top.
  public static var present: Answer { .instruction(.present(nil)) }

  /// Presents `screen` as a new layer on top.
  public static func present(_ screen: some ScreenConvertible) -> Answer { with(screen) { .present($0) } }

  /// Drops the last element of the answering element's layer.
  public static var pop: Answer { .instruction(.pop) }

  /// Drops all of the answering element's layer but its first.
  public static var popToRoot: Answer { .instruction(.popToRoot) }

  /// Drops the elements after the last one called `name` in the answering element's layer.
  public static func popTo(_ name: ScreenName) -> Answer { .instruction(.popTo(name)) }

  /// Drops the answering element's modal and all above it (hard), or it alone (soft).
  public static func dismiss(hard: Bool) -> Answer { .instruction(.dismiss(hard: hard)) }

  /// Carries out these verbs, in order; `.askedElement` is the answering one. Verbs that ask workers make it fail.
  public static func edit(_ navigations: [Navigation]) -> Answer {
    switch navigations.edits {
    case .success(let verbs): .instruction(.edit(verbs))
    case .failure(let fault): .failed(code: fault.code.description, message: fault.message)
    }
  }

  /// Handled; nothing changes here.
  public static var done: Answer { .instruction(.done) }

  /// Refuses, with a message for people and a code of one's own.
  public static func deny(_ message: String, code: String? = nil) -> Answer { .deny(code: code, message: message) }

  /// Fails, with a message for people and a code of one's own.
  public static func fail(_ message: String, code: String? = nil) -> Answer { .failed(code: code, message: message) }

  /// Something else must come first, such as a login: the command is parked and `navigation` carried out. The command goes
  /// on with ``Navigator/resume(_:)``, and ends `timedOut` if that does not come within the time; 120 s, or none, is the one that
  /// the coordinator has for it (`deadlines.parked`).
  ///
  /// A redirect carries no context, and a navigation that has one makes the handler fail: put it into the screen, as in
  /// `.go(to: Login(…), on: …)`. So does one that is animated: a redirect is animated where the command is.
  public static func redirect(_ navigation: Navigation, within time: Duration = .seconds(120)) -> Answer {
    switch navigation.content {
    case .success where !navigation.context.isNull:
      .failed(
        code: NavigatorError.Code.refused.description,
        message: "a redirect carries no context: put it into the screen, as in .go(to: Login(…), on: …)")
    case .success where navigation.animated:
      .failed(
        code: NavigatorError.Code.refused.description,
        message: "a redirect carries no animation, for it is animated where the command is: leave out 'animated'")
    case .success(let verb): .redirect(to: verb, within: time)
    case .failure(let fault): .failed(code: fault.code.description, message: fault.message)
    }
  }

  private static func with(_ screen: some ScreenConvertible, _ make: (AnyScreen) -> Instruction) -> Answer {
    do {
      return .instruction(make(try screen.anyScreen))
    } catch {
      return .failed(code: "content", message: error.description)
    }
  }
}
