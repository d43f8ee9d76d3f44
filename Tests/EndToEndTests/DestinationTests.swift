// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Destinations across processes") struct DestinationTests {
    static let seven = ["--context", #"{"id":7}"#]

    @Test("The example app's destinations lead from one to the other, and find what is there")
    func app() async throws {
      try await Stage.run { stage in
        let workers = try await CityApp.start(on: stage)
        _ = try await stage.way("replace", "support")
        let steps: [([String], String)] = [
          (["square"], "main{circle=circle,*square=square}"),
          (["circle"], "main{*circle=circle,square=square}"),
          (["product"] + Self.seven, "main{*circle=circle/product?id=7,square=square}"),
          (["star"], "main{circle=circle/product?id=7,square=square,*star=star}"),
          (["product"] + Self.seven, "main{*circle=circle/product?id=7,square=square,star=star}"),
          (["city", "--context", #"{"name":"Bern"}"#], "cities{master=list,*detail=city?name=Bern}"),
          (
            ["color", "--context", #"{"rgb":"ff0"}"#],
            "cities{master=list,*detail=city?name=Bern}/sheet!:color?rgb=ff0"
          ),
          (["city", "--context", #"{"name":"Bern"}"#], "cities{master=list,*detail=city?name=Bern}"),
          (["city", "--context", #"{"name":"Rome"}"#], "cities{master=list,*detail=city?name=Rome}"),
        ]
        for (arguments, path) in steps {
          let end = try await stage.start("way", ["route"] + arguments).end()
          #expect(end.code == 0, "\(arguments): \(end.all)")
          #expect(try await stage.path == path, "\(arguments)")
        }
        _ = try await workers["shop"]?.output.next("the post task") { $0.contains(#"{"arrival":"#) }
      }
    }

    @Test(
      "From ten routes one link ends in the same place, and only what was missing is made",
      arguments: [
        "star", "main", "main{circle=circle/product?id=7}", "main{*square=square}", "main{circle=circle/^!color}",
        "main{*square=square/^!color}/^support", "main{circle=circle/product?id=7/^!color}", "cities", "login",
        "main{*circle=circle/product?id=3,square=square}",
      ])
    func fromAnywhere(start: String) async throws {
      try await Stage.run { stage in
        _ = try await CityApp.start(on: stage)
        let before = try await stage.outcome("replace", start)
        #expect(before.isAsAsked)
        let outcome = try await stage.outcome("open", "museum://product/7")
        #expect(outcome.kind == .committed || outcome.kind == .unchanged(.same), "\(outcome)")
        let main = try #require(outcome.path.path.elements.first)
        #expect(outcome.path.path.elements.count == 1 && main.branches?.selected == "circle")
        #expect(main.branches?["circle"]?.path.elements.last?.screen.text == "product?id=7")
        // What was there is there with its id: the tabs, and the product with this content.
        let kept = before.path.path.everything.filter { old in
          outcome.path.path.everything.contains { $0.id == old.id && $0.screen == old.screen }
        }
        if start.hasPrefix("main") { #expect(kept.contains { $0.screen.name == "circle" }) }
        if start.contains("product?id=7") { #expect(kept.contains { $0.screen.text == "product?id=7" }) }
        #expect(try await stage.outcome("open", "museum://product/7").kind == .unchanged(.same))
      }
    }

    @Test("An interceptor sends to the login, and the route goes on when that is done")
    func login() async throws {
      try await Stage.run { stage in
        _ = try await CityApp.start(on: stage, login: "{ redirect: go sheet:login on @0, within: 60s }")
        _ = try await stage.way("route", "circle")
        let route = try stage.start("way", ["--format", "json", "route", "wishlist"])
        let parked = try await route.errors.next("the parking") { $0.contains("parked as") }
        #expect(try await stage.path == "main{*circle=circle,square=square}/sheet:login")
        let id = String(parked.split(separator: " ")[3].dropLast())
        #expect(try await stage.outcome("dismiss", "sheet:login").isAsAsked)
        #expect(try await stage.way("resume", id).code == 0)
        let outcome = try JSONLine.outcome(try await route.output.next("the outcome"))
        #expect(outcome.kind == .committed && outcome.path.path.elements.last?.screen.name == "wishlist")
      }
    }

    @Test("A dry run tells what it would do, and a wrong name which one was meant")
    func dryRun() async throws {
      try await Stage.run { stage in
        _ = try await CityApp.start(on: stage)
        _ = try await stage.way("replace", "star")
        let dry = try await stage.start("way", ["route", "product", "--dry-run"] + Self.seven).end()
        #expect(dry.code == 0, "\(dry.all)")
        #expect(dry.output.first?.hasPrefix("leads to  main   main{*circle=circle/product?id=7,square=square}") == true)
        #expect(dry.output.contains { $0.contains("step 3") && $0.contains("made") && $0.contains("main") })
        let wrong = try await stage.way("route", "prodct")
        #expect(wrong.code == 3 && wrong.all.contains("did you mean 'product'?"), "\(wrong.all)")
        let list = try await stage.way("destinations")
        #expect(
          list.output.contains { line in line.hasPrefix("product") && line.contains("product ← circle ← main") },
          "\(list.all)")
      }
    }

    enum Phase: String, CaseIterable {
      case finder, contextTask, interceptor, `guard`, host
    }

    @Test("A process killed in any phase ends the command, names who, and leaves the route", arguments: Phase.allCases)
    func killed(phase: Phase) async throws {
      let slow = "{ after: 30s, working: 30s, then: allow }"
      try await Stage.run { stage in
        let workers = try await CityApp.start(
          on: stage, guard: phase == .guard ? slow : "allow", comes: phase == .host ? slow : "allow",
          shows: phase == .finder ? slow : "declined", fill: phase == .contextTask ? slow : "allow",
          login: phase == .interceptor ? slow : "allow")
        let start = phase == .guard || phase == .finder ? "main{*circle=circle/product?id=3}" : "circle"
        if phase == .host {
          _ = try await stage.way("replace", "main{*circle=circle}")
        } else {
          _ = try await stage.way("replace", start)
        }
        let before = try await stage.path
        let destination =
          switch phase {
          case .finder, .contextTask: "shown"
          case .interceptor: "wishlist"
          case .guard: "city"
          case .host: "product"
          }
        let victim = try #require(workers[phase == .interceptor ? "account" : "shop"])
        let route = try stage.start(
          "way", ["--format", "json", "route", destination, "--deadline", "30s"] + Self.seven)
        _ = try await victim.output.next("the ask") { $0.contains(#"{"ask":"#) && !$0.contains(#""declined""#) }
        victim.signal(SIGKILL)
        let outcome = try JSONLine.outcome(try await route.output.next("the outcome"))
        switch phase {
        // Neither a guard nor a predicate holds up anybody once it is dead.
        case .guard: #expect(outcome.kind == .committed)
        case .finder: #expect(outcome.asked.map(\.answer).contains(.died))
        case .contextTask, .interceptor, .host:
          #expect(outcome.word == "failed" && outcome.reason == "died", "\(outcome)")
          #expect(try await stage.path == before)
        }
      }
    }

    @Test("The coordinator killed while an interceptor thinks, and after the commit: each command leads there once")
    func coordinatorKilled() async throws {
      try await Stage.empty { stage in
        var daemon = try await stage.startCoordinator()
        let workers = try await CityApp.start(on: stage, login: "{ after: 300ms, then: allow }")
        _ = try await stage.way("route", "circle")
        let run = try stage.start("way", ["run", "-", "--timeout", "60s"])
        try run.say(#"{"verb":"route","destination":"wishlist","deadlineMs":30000}"#)
        _ = try await workers["account"]?.output.next("the ask") { $0.contains(#"{"ask":"#) }
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        daemon = try await stage.startCoordinator()
        let first = try JSONLine.outcome(try await run.output.next("the outcome"))
        #expect(first.kind == .committed, "\(first)")
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        #expect(try await stage.outcome("outcome", first.id.description) == first)
        #expect(try await stage.path == "main{*circle=circle,square=square}/sheet!:wishlist")
        #expect(try await stage.outcome("route", "wishlist").kind == .unchanged(.same))
      }
    }
  }
}

extension Path {
  /// Its elements, those of branches too.
  fileprivate var everything: [Element] {
    elements.flatMap { [$0] + ($0.branches?.branches ?? []).flatMap(\.path.everything) }
  }
}
