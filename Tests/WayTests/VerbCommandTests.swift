// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import RouteModel
import TestSupport
import Testing
import Waykeeper

@testable import way

@Suite("Verbs, as they are typed and as they are sent") struct VerbCommandTests {
  private static let three = Target.id(ElementID(3))
  private static let home = AnyScreen("home")
  private static let list = PathItem(AnyScreen("list"))
  private static let map = PathItem(AnyScreen("map"))

  private static func exhibit(_ id: Int64) -> AnyScreen {
    AnyScreen("exhibit", content: .object([("id", .integer(id))]))
  }

  /// What somebody is asked, or is said to have happened.
  private static let asking: [([String], Verb)] = [
    (["back"], .back), (["back", "--to-presenter"], .route(.inline(.presenter))),
    (["show", "list", "map"], .show(["list", "map"])), (["hide", "list"], .hide("list", atomic: false)),
    (["hide", "list", "--atomic"], .hide("list", atomic: true)),
    (["navigate", "home", "list"], .navigate(["home", "list"])),
    (["start", "home"], .start("home")), (["open", "museum://exhibit/7"], .open("museum://exhibit/7")),
    (["appeared", "@3"], .navigator(.didAppear(three))),
  ]

  private static let paths: [([String], Verb)] = [
    (["go", "list", "--on", "@3"], .navigator(.go(to: list, on: three))),
    (["go", "list", "--on", "home", "--path"], .navigator(.goPath(to: [list], on: .screen(home)))),
    (["go", "list/map", "--on", "@3"], .navigator(.goPath(to: [list, map], on: three))),
    (["go", "list", "map", "--on", "@3"], .navigator(.goPath(to: [list, map], on: three))),
    (["go-back", "home"], .navigator(.goBack(to: .screen(home)))),
    (["replace", "list/map"], .navigator(.replace(path: [list, map], in: nil))),
    (["replace", "list", "--in", "@3{shop}"], .navigator(.replace(path: [list], in: .branch(ElementID(3), "shop")))),
    (["dismiss", "@3"], .navigator(.dismiss(three))),
    (["dismiss", "self"], .navigator(.dismiss(.screen(AnyScreen("self"))))),
    (["dismiss-successor", "@3"], .navigator(.dismissSuccessor(of: three))),
    (["replace-content", "@3", "exhibit?id=8"], .navigator(.replaceContent(of: three, with: exhibit(8)))),
    (["replace-screen", "exhibit?id=7", "exhibit?id=8"], .navigator(.replaceScreen(exhibit(7), with: exhibit(8)))),
  ]

  private static let branches: [([String], Verb)] = [
    (["select", "shop", "--in", "@3"], .navigator(.select("shop", of: three))),
    (["insert-branch", "list/map", "--in", "@3"], .navigator(.insertBranch(nil, [list, map], at: nil, of: three))),
    (
      ["insert-branch", "list", "--named", "shop", "--at", "1", "--in", "@3"],
      .navigator(.insertBranch("shop", [list], at: 1, of: three))
    ),
    (["remove-branch", "shop", "--in", "@3"], .navigator(.removeBranch("shop", of: three))),
    (
      ["replace-branches", "floor=list,*shop=map", "--in", "@3"],
      .navigator(
        .replaceBranches(
          of: three, with: [PathItem.Branch("floor", path: [list]), PathItem.Branch("shop", path: [map])],
          selected: "shop"))
    ),
  ]

  private static let input = JSONValue.object([("id", .integer(7))])

  private static let drives: [([String], Verb)] = [
    (["drive-to", "list"], .drive(Drive(.route("list")))),
    (
      ["drive-to", "list", "--from", "@3", "--input", #"{"id":7}"#, "--transactional"],
      .drive(Drive(.route("list"), from: three, input: input, transactional: true))
    ),
    (["drive-sub", "list", "--transactional"], .drive(Drive(.subTree("list"), transactional: true))),
    (
      ["drive-parent", "--from", "@3", "--input", #"{"id":7}"#, "--transactional"],
      .drive(Drive(.parent, from: three, input: input, transactional: true))
    ),
  ]

  @Test("Each verb is sent as its words say it, and none is missing here")
  func verbs() async throws {
    let all = Self.asking + Self.paths + Self.branches + Self.drives
    for (words, verb) in all {
      let command = try #require(try await Way.asyncParseAsRoot(words) as? any VerbCommand, "\(words)")
      #expect(try command.verb == verb, "\(words)")
    }
    let names = Way.configuration.subcommands.filter { $0 is any VerbCommand.Type }.compactMap {
      $0.configuration.commandName
    }
    #expect(Set(names) == Set(all.compactMap { $0.0.first }))
    // `way run` sends a batch, and `way route` can also try what it would send.
    let typed = Set(VerbKind.allCases).subtracting([.batch, .routeToNamed])
    #expect(Set(all.map { VerbKind($0.1) }) == typed)
  }

  @Test("Each verb is told by the name of its command", arguments: VerbKind.allCases.filter { $0 != .batch })
  func told(kind: VerbKind) {
    let word = kind.sample.verbText.prefix { $0 != " " }
    #expect(Way.names.contains(String(word)), "\(kind.sample.verbText)")
  }

  @Test("Each option of a verb is one of the command that is sent")
  func options() async throws {
    try await Stage.run { stage in
      let words = [
        "back", "--expecting", "@3", "--if-busy", "supersede", "--until", "appeared", "--deadline", "1s", "--because",
        "why",
        "--skip-guards", "--stepwise", "--scene", "side", "--runtime-dir", stage.runtimeFolder,
      ]
      let back = try #require(try await Way.asyncParseAsRoot(words) as? Back)
      let navigator = try back.options.navigator()
      let command = try navigator.command(for: .back)
      #expect(command.expecting == .top(ElementID(3)) && command.ifBusy == .supersede && command.until == .appeared)
      #expect(command.deadline == .seconds(1) && command.because == "why" && command.scene == "side")
      #expect(command.skipsGuards && command.stepwise)
      await navigator.close()

      let plain = try #require(
        try await Way.asyncParseAsRoot(["back", "--expecting", "7", "--runtime-dir", stage.runtimeFolder]) as? Back)
      let other = try plain.options.navigator()
      let usual = try other.command(for: .back)
      #expect(usual.expecting == .revision(7) && usual.ifBusy == .queue && usual.until == .committed)
      #expect(usual.deadline == nil && usual.because == nil && usual.scene == "main")
      #expect(!usual.skipsGuards && !usual.stepwise)
      await other.close()
    }
  }
}
