// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

@testable import way

extension EndToEnd {
  @Suite("way wait") struct WaitTests {
    private static let kiosk = """
      worker: kiosk
      root: [home]
      screens: { home: {}, list: {}, odd: { appears: never } }
      """

    @Test("A coordinator that comes later is found, wherever its folder is made", arguments: ["run", "deep/er/run"])
    func coordinator(folder: String) async throws {
      try await Stage.empty { stage in
        let runtime = "\(stage.folder)/\(folder)"
        let wait = try stage.start(
          "way", ["wait", "--coordinator", "--format", "json", "--runtime-dir", runtime, "--timeout", "1m"])
        try eventually("the watch of the folder") {
          let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(wait.pid)/fdinfo")) ?? []
          return files.contains {
            (try? String(contentsOfFile: "/proc/\(wait.pid)/fdinfo/\($0)", encoding: .utf8))?.contains("inotify wd")
              ?? false
          }
        }
        try FileManager.default.createDirectory(
          atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        _ = try stage.start("waykeeperd", ["--runtime-dir", runtime])
        let end = try await wait.end()
        #expect(end.code == 0, "\(end.all)")
        let json = try JSONValue(json: end.output.joined())
        #expect(json["asAsked"] == .bool(true) && json["runtimeDir"] == .string(runtime), "\(json)")
      }
    }

    @Test("Where none comes it ends with 4 and says where it was looked for", arguments: [["--coordinator"], ["home"]])
    func noCoordinator(words: [String]) async throws {
      try await Stage.empty { stage in
        let end = try await stage.start("way", ["wait"] + words + ["--timeout", "100ms"]).end()
        #expect(end.code == 4, "\(end.all)")
        #expect(end.errors.first == "way: no coordinator." && end.errors.contains { $0.contains(stage.runtimeFolder) })
      }
    }

    @Test("One that listens and does not answer is none")
    func stopped() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        daemon.signal(SIGSTOP)
        let end = try await stage.start("way", ["wait", "--coordinator", "--timeout", "2s"]).end()
        daemon.signal(SIGCONT)
        #expect(end.code == 4, "\(end.all)")
        #expect(
          end.errors == ["way: not as asked after 2 s: the coordinator in \(stage.runtimeFolder) has not answered"])
      }
    }

    @Test("Workers are waited for until all of them are registered, also over a restart of the coordinator")
    func workers() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        let waits = try ["text", "json"].map {
          try stage.start("way", ["wait", "--workers", "kiosk,map", "--timeout", "1m", "--format", $0])
        }
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        _ = try await stage.startCoordinator()
        _ = try await stage.startWorker("map", "worker: map\nscreens: { map: {} }")
        let ends = [try await waits[0].end(), try await waits[1].end()]
        #expect(ends.map(\.code) == [0, 0], "\(ends.map(\.all))")
        #expect(ends[0].output.count == 1 && ends[0].output[0].hasPrefix("workers    kiosk map  "), "\(ends[0].output)")
        let json = try JSONValue(json: ends[1].output.joined())
        guard case .array(let workers)? = json["workers"] else {
          Issue.record("no workers in \(json)")
          return
        }
        #expect(workers.map { $0["worker"] } == [.string("kiosk"), .string("map")])
      }
    }

    @Test("Who is missing is named, and the exit code is 3")
    func missingWorkers() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        let end = try await stage.way("wait", "--workers", "kiosk,map", "--timeout", "3s")
        #expect(end.code == 3 && end.output.isEmpty)
        #expect(
          end.errors == ["way: not as asked after 3 s: map has not registered (registered: kiosk)"], "\(end.errors)")
        for names in [["map", "kiosk"], ["kiosk", "map"]] {
          let words = names.flatMap { ["--workers", $0] }
          let repeated = try await stage.start("way", ["wait"] + words + ["--timeout", "3s"]).end()
          #expect(repeated.code == 3 && repeated.errors == end.errors, "\(repeated.all)")
        }
        let elsewhere = try await stage.way("wait", "--workers", "kiosk", "--scene", "cluster", "--timeout", "3s")
        #expect(elsewhere.code == 3 && elsewhere.errors.first?.contains("not for scene cluster") == true)
      }
    }

    @Test("A screen or path is waited for, in a scene that need not have begun")
    func route() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Self.kiosk + "\nscenes: [main, cluster]")
        let waits = try [["list"], ["home/list", "--appeared"], ["list", "--scene", "cluster"]].map {
          try stage.start("way", ["wait", "--timeout", "1m", "--format", "json"] + $0)
        }
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        for wait in waits.prefix(2) {
          let end = try await wait.end()
          #expect(end.code == 0, "\(end.all)")
          let json = try JSONValue(json: end.output.joined())
          #expect(json.at("state", "scene") == .string("main") && json["asAsked"] == .bool(true), "\(json)")
        }
        #expect(waits[2].isRunning)
        #expect(try await stage.outcome("replace", "list", "--scene", "cluster").isAsAsked)
        #expect(try await waits[2].end().code == 0)
      }
    }

    @Test("What has not appeared is told with its host; once it has, the wait ends")
    func appeared() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        #expect(try await stage.outcome("replace", "home/odd").isAsAsked)
        let end = try await stage.way("wait", "home/odd", "--appeared", "--timeout", "4s", "--format", "json")
        #expect(end.code == 3)
        let text = try #require(end.errors.first)
        #expect(
          text.hasPrefix(
            "way: not as asked after 4 s: @1 odd has not appeared; its host kiosk is attended and was told at least "
          ),
          "\(text)")
        let json = try JSONValue(json: end.output.joined())
        #expect(json["asAsked"] == .bool(false) && json["missing"] != nil, "\(json)")
        let wait = try stage.start("way", ["wait", "odd", "--appeared", "--timeout", "1m"])
        #expect(try await stage.outcome("appeared", "@1").isAsAsked)
        #expect(try await wait.end().code == 0)
      }
    }

    @Test("What was missing when a coordinator was heard last is told as that, once nothing is heard of it")
    func gone() async throws {
      try await Stage.empty { stage in
        let daemon = try await stage.startCoordinator()
        _ = try await stage.startWorker("kiosk", Self.kiosk)
        #expect(try await stage.outcome("replace", "home").isAsAsked)
        let (route, workers) = (WaitProgress(), WaitProgress())
        let wish = RouteWish(try PathItem.path(parsing: "list"), mustHaveAppeared: false)
        let routeWait = RouteWait(wish: wish, scene: "main", folder: stage.runtimeFolder)
        let workersWait = WorkersWait(workers: ["map"], scene: nil, folder: stage.runtimeFolder)
        let waits = [Task { try await routeWait.run(route) }, Task { try await workersWait.run(workers) }]
        defer { for wait in waits { wait.cancel() } }
        _ = try await eventually("what is missing") {
          [route.missing, workers.missing].compactMap { $0 }
        } until: {
          $0.count == 2 && $0[0].hasPrefix("list is not on the route; ") && $0[1].hasPrefix("map has not registered")
        }
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        let texts = try await eventually("the silence") {
          [route.missing, workers.missing].compactMap { $0 }
        } until: { texts in
          texts.allSatisfy { $0.hasPrefix(WaitProgress.silence) }
        }
        #expect(texts[0].hasPrefix(WaitProgress.silence + "list is not on the route; main is at home"), "\(texts)")
        #expect(texts[1] == WaitProgress.silence + "map has not registered (registered: kiosk)")
        _ = try await stage.startCoordinator()
        _ = try await eventually("the coordinator that came back") {
          [route.missing, workers.missing].compactMap { $0 }
        } until: { texts in
          !texts.contains { $0.hasPrefix(WaitProgress.silence) }
        }
      }
    }
  }
}
