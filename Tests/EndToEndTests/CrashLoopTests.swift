// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Screens that crash again and again, or never come back") struct CrashLoopTests {
    private static let kiosk = """
      worker: kiosk
      root: [home]
      screens: { home: {}, sorry: {} }
      """
    private static let film = """
      worker: film
      screens: { film: { on-death: { fallback: sorry } } }
      """

    @Test("A screen killed 5 times gives way to its fallback, and waits outside until somebody lets it in")
    func crashLoop() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        for death in 1...5 {
          let film = try await stage.startWorker("film", Self.film)
          if death == 1 { _ = try await stage.way("replace", "home/film") }
          film.signal(SIGKILL)
          _ = try await film.end()
        }
        #expect(try await stage.way("wait", "home/sorry").code == 0)
        let words = /worker 'film' \(pid \d+\) died and is quarantined \(crash loop: 5 deaths within 1m\)/
        for command in [["why"], ["history"], ["watch", "--since", "0", "--no-follow"]] {
          let end = try await stage.start("way", command).end()
          #expect(end.code == 0 && end.output.contains { $0.contains(words) }, "\(end.all)")
        }

        let film = try stage.start("way", ["worker", "--format", "json", "\(stage.folder)/film.yaml"])
        let reason = "worker 'film' is quarantined after 5 deaths within 1m"
        _ = try await film.errors.next("the refusal") { $0.contains(reason) }
        let workers = try await stage.way("workers")
        #expect(workers.output.contains { $0.hasPrefix("film") && $0.contains("quarantined") })
        #expect(workers.all.contains(reason))
        #expect(try await stage.way("go", "film", "--on", "home").code == 3)

        let mistake = try await stage.way("workers", "--clear", "fil")
        #expect(mistake.code == 3 && mistake.errors == ["way: no worker is called 'fil'; did you mean 'film'?"])
        #expect(try await stage.way("workers", "--clear", "film").output == ["film is let in again"])
        _ = try await film.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        #expect(try await stage.way("workers", "--clear", "film").output == ["film is not quarantined"])
        #expect(try await stage.way("replace", "home/film").code == 0)
      }
    }

    @Test("A screen that does not return after a restart of the coordinator gives way to its fallback")
    func neverReturns() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        let film = try await stage.startWorker("film", Self.film)
        _ = try await stage.way("replace", "home/film")
        daemon.signal(SIGKILL)
        film.signal(SIGKILL)
        _ = try await daemon.end()
        let next = try stage.start("waykeeperd", ["--deadline-host-return", "8s"])
        _ = try await next.errors.next("the start") { $0.contains("coordinator started") }
        #expect(try await stage.way("wait", "home/sorry", "--timeout", "30s").code == 0)
        _ = try await next.errors.next("the log") { $0.contains("has not come back since the restart") }
      }
    }
  }
}
