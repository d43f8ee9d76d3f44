// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

/// Every verb with content in it, or leading to it.
extension CoordinatorSensitiveTests {
  /// A screen with branches, which the worker `kiosk` hosts.
  static let tabs = AnyScreen("tabs")

  static let verbs: [Verb] = [
    .navigator(.replace(path: [PathItem(AnyScreen("home")), PathItem(pin)], in: nil)),
    .navigator(.go(to: PathItem(pin), on: .screen(AnyScreen("home")))),
    .navigator(.goPath(to: [PathItem(pin), PathItem(AnyScreen("list"))], on: .id(.root))),
    .navigator(.goPath(to: [PathItem(pin)], on: .screen(pin))),
    .navigator(.goBack(to: .screen(pin))), .navigator(.dismiss(.screen(pin))),
    .navigator(.dismissSuccessor(of: .screen(pin))), .navigator(.didAppear(.screen(pin))),
    .navigator(.select("a", of: .screen(pin))),
    .navigator(.replaceContent(of: .id(.root), with: pin)),
    .navigator(.replaceScreen(pin, with: pin)), .navigator(.replaceScreen(AnyScreen("home"), with: pin)),
    .navigator(.insertBranch("c", [PathItem(AnyScreen("home")), PathItem(pin)], at: 0, of: .screen(tabs))),
    .navigator(.insertBranch(nil, [PathItem(pin)], at: nil, of: .screen(pin))),
    .navigator(.removeBranch("a", of: .screen(tabs))), .navigator(.removeBranch("a", of: .screen(pin))),
    .navigator(
      .replaceBranches(
        of: .screen(tabs), with: [.init("b", path: [PathItem(pin)]), .init("c", path: [PathItem(pin)])], selected: "c")),
    .navigator(.replaceBranches(of: .screen(pin), with: [.init("b", path: [PathItem(pin)])], selected: nil)),
    .batch([
      .go(to: PathItem(pin), on: .id(.root)), .replaceContent(of: .screen(pin), with: AnyScreen("pin")),
      .go(to: PathItem(pin), on: .screen(AnyScreen("pin"))),
    ]),
    .batch([.dismiss(.screen(pin)), .go(to: PathItem(pin), on: .id(.root))]),
    .show(["pin"]), .show(["pin", "nobody"]), .navigate(["home", "pin"]), .start("pin"), .hide("pin", atomic: true),
    .drive(Drive(.route("pin"), from: .screen(pin), input: content)), .drive(Drive(.parent, input: .string(mark))),
    .drive(Drive(.subTree("pin"), from: .screen(pin), input: content)),
    .open("app://host/\(mark)?code=\(mark)#\(mark)"), .open("app://\(mark)@host/x"), .open("nobody://x?code=\(mark)"),
    .open("app://x?code=\(mark)&%zz"), .back,
    .route("safe"), .route("nowhere"), .route(.inline(safe)), .route(.inline(fixed)),
  ]

  /// The screen `pin` with the context as its content, by way of everything that a worker may be asked.
  static let safe = Destination([
    .screen(
      Destination.ScreenStep(
        find: .screen("pin", .context), make: .screen("pin", .context), action: .push, interceptors: ["check"],
        contextTasks: [.asked("fill"), .setContent], postTasks: ["log"])),
    .adapt(.asked("convert")),
    .custom(Destination.Finder(.asked("mine", of: "home"))),
  ])

  /// The screen `pin` with a content that stands in the destination.
  static let fixed = Destination([
    .screen(
      Destination.ScreenStep(
        find: .screen("pin", .given(content)), make: .screen("pin", .given(content)), action: .push,
        postTasks: ["log"])),
    .adapt(.value(content)), .root,
  ])
}
