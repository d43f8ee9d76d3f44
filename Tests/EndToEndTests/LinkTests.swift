// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Deep links") struct LinkTests {
    static let museum = """
      worker: museum
      tree: { screen: home, nesting: [{ screen: exhibit }, list] }
      screens: { home: {}, exhibit: {}, list: {} }
      links:
        schemes: [museum]
        patterns: [{ url: "exhibit/{id:int}", path: "home/exhibit?id={id}" }]
        parses: [{ url: "today", path: home/list }]
      """

    @Test("A link leads where the first who reads it says, by every client's way")
    func open() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("museum", Self.museum)
        #expect(try await stage.outcome("open", "museum://exhibit/7").isAsAsked)
        #expect(try await stage.path == "home/exhibit?id=7")
        #expect(try await stage.outcome("open", "MUSEUM://today").asked.map(\.request) == ["open"])
        let run = try stage.start("way", ["run", "-"])
        try run.say(#"{"verb":"open","url":"museum://exhibit/8"}"#)
        let told = try JSONLine.outcome(try await run.output.next("the outcome"))
        #expect(told.isAsAsked && told.path.path.description == "home/exhibit?id=8")
        try run.sayNothingMore()
        #expect(try await run.end().code == 0)
        let resolved = try await stage.outcome("resolve", "museum://exhibit/9")
        #expect(resolved.steps.map(\.screen.text) == ["home", "exhibit?id=9"])
        #expect(try await stage.path == "home/exhibit?id=8")
      }
    }

    @Test(
      "What is no URL, and what leads nowhere, is told",
      arguments: [
        ("museum://%zz", "invalid"), ("no url", "invalid"), ("museum://a/../b", "invalid"),
        ("museum://" + String(repeating: "a/", count: 32_000), "invalid"),
        ("museum://" + String(repeating: "a/", count: 200), "invalid"), ("museum://exhibit/x?" + "k&k=", "unhandled"),
      ])
    func hostile(url: String, reason: String) async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/short.yaml"
        try "deadlines: { start-host-wait: 1ms }".write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await stage.startCoordinator(["--config", file])
        _ = try await stage.startWorker("museum", Self.museum)
        let end = try await stage.way("open", url, "--timeout", "30s", "--deadline", "20s")
        #expect(end.code == 3, "\(end.all)")
        #expect(end.output.first?.contains(reason) == true, "\(end.all)")
      }
    }

    @Test("A link that comes before its workers waits, and is followed once")
    func cold() async throws {
      try await Stage.empty { stage in
        _ = try await stage.startCoordinator(["--deadline-start-host-wait", "60s"])
        // Both are with the coordinator before any worker is. A client's commands keep their order, so there are two.
        let links = try ["museum://exhibit/7", "museum://today"].map { url in
          (url, try Navigator.connect(.runtimeFolder(stage.runtimeFolder), name: "remote").timeout(.seconds(70)))
        }
        var commands: [(Navigator, Command)] = []
        for (url, navigator) in links {
          var command = try navigator.command(for: .open(url))
          command.id = try await navigator.queue(.open(url))
          commands.append((navigator, command))
        }
        _ = try await stage.startWorker("museum", Self.museum)
        for (navigator, command) in commands {
          // The same command again: it gets the outcome of the first, and is not followed again.
          let outcome = try await navigator.attempt(command)
          #expect(outcome.isAsAsked, "\(outcome)")
          await navigator.close()
        }
        let watch = try stage.start("way", ["watch", "--format", "json", "--since", "0", "--all"])
        // What is committed between the past and the first state is shown, but not told as an update.
        _ = try await watch.output.next("the first state") { $0.contains(#"{"state":"#) }
        _ = try await stage.way("replace", "home", "--because", "the end")
        _ = try await watch.output.next("the last update") { $0.contains(#""because":"the end""#) }
        for url in ["exhibit/7", "today"] {
          let followed = watch.output.all.count { $0.contains(#""verb":"open museum://\#(url)""#) }
          #expect(followed == 1, "\(watch.output.all)")
        }
      }
    }

    @Test("What a link would do is told in time also while a start waits for its host")
    func resolvedEarly() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/start.yaml"
        try "scenes: { main: { start: home } }\ndeadlines: { start-host-wait: 10m }".write(
          toFile: file, atomically: true, encoding: .utf8)
        _ = try await stage.startCoordinator(["--config", file])
        // A coordinator that stood still for half a second moves its deadlines by that time, and `way` has given up then.
        let end = try await eventually("an outcome in time") {
          try await stage.way("resolve", "museum://exhibit/7", "--timeout", "4s")
        } until: {
          $0.code == 3
        }
        #expect(end.output.first?.hasPrefix("timedOut (queue)") == true, "\(end.all)")
      }
    }

    @Test("The configuration's patterns come before those of workers")
    func configured() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/links.yaml"
        try """
        hosting: optional
        links: { schemes: [museum], patterns: [{ url: "exhibit/{id:int}", path: "list?of={id}" }] }
        """.write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await stage.startCoordinator(["--config", file])
        #expect(try await stage.outcome("open", "museum://exhibit/3").isAsAsked)
        #expect(try await stage.path == "list?of=3")
      }
    }

    static let gate = """
      worker: account
      tree:
        screen: home
        nesting:
          - sheet-free
          - login
          - if: account
            then: { dynamic: { redirect: go login on home, within: 30s }, then: account }
      screens: { home: {}, login: {}, account: {} }
      links: { patterns: [{ url: "account/{page}", path: "home/account?page={page}" }] }
      """

    @Test("A link behind a login waits, login appears, and then the link is followed once")
    func login() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("account", Self.gate)
        _ = try await stage.way("replace", "home")
        let watch = try await stage.startWatch(["--all"])
        let open = try stage.start("way", ["open", "bank://account/cards", "--format", "json", "--timeout", "40s"])
        let id = try await open.parkedID()
        _ = try await watch.output.next("the login") { $0.contains(#""verb":"go login on home""#) }
        #expect(try await stage.path == "home/login")
        #expect(try await stage.way("resume", id).code == 0)
        let outcome = try JSONLine.outcome(try await open.end().output.last ?? "")
        #expect(outcome.isAsAsked && outcome.path.path.description == "home/account?page=cards")
        _ = try await stage.way("replace", "home", "--because", "the end")
        _ = try await watch.output.next("the last update") { $0.contains(#""because":"the end""#) }
        #expect(watch.output.all.count { $0.contains(#""verb":"open bank://account/cards""#) } == 1)
      }
    }
  }
}
