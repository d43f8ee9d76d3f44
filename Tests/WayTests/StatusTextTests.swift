// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Waykeeper

@testable import way

@Suite("The status, as people read it") struct StatusTextTests {
  private func lines(refused: UInt64 = 0, _ journal: CoordinatorStatus.Journal = .none) -> [String] {
    var status = CoordinatorStatus(
      version: "1", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    var sockets = CoordinatorStatus.Sockets()
    (sockets.connections, sockets.refusedConnections, sockets.endedConnections) = (2_688, refused, 0)
    sockets.users = (0..<9).map { number in
      var share = CoordinatorStatus.SocketShare(uid: number == 0 ? nil : 4_294_967_294 - UInt32(number))
      share.connections = UInt64(number)
      (share.subscriptions, share.unsentBytes) = (4_096, 32 << 20)
      return share
    }
    status.service = CoordinatorStatus.Service(
      pid: 1, runtimeFolder: "/run/waykeeper", stateFolder: nil, observers: [], journal: journal, sockets: sockets)
    return StatusText(
      status: status, states: [], folder: "/run/waykeeper", now: Date(), palette: Palette(isColoured: false)
    ).lines.map(\.text)
  }

  @Test("It names the users that take most when connections were not let in, in 80 columns") func sockets() {
    let text = lines(refused: 123_456)
    #expect(text.contains("connections: 2688 open, 123456 not let in, 0 ended"), "\(text)")
    let users = text.filter { $0.hasPrefix("  user ") }
    #expect(users.count == 4)
    #expect(users.first?.hasPrefix("  user 4294967286  8 connections  4096 subscriptions") == true, "\(users)")
    #expect(text.allSatisfy { $0.count <= 80 })
  }

  @Test("One commit is one", arguments: [(1, "journal normal, 1 commit"), (2, "journal normal, 2 commits")])
  func commits(count: UInt64, words: String) {
    var journal = CoordinatorStatus.Journal(mode: "sqlite")
    (journal.durability, journal.commits) = ("normal", count)
    #expect(lines(journal).contains { $0.hasSuffix(words) }, "\(lines(journal))")
  }

  @Test("Under a scene it tells what runs, what waits and what is parked, and how that goes on; of many only how many")
  func held() throws {
    var status = CoordinatorStatus(
      version: "1", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    var scene = SceneStatus("main", revision: 3, majorRevision: 3, path: "", waiting: 6, parked: 2)
    scene.parkedCommands = try [#require(CommandID("way-1")), #require(CommandID("tap-9"))]
    scene.held = try (1...6).map {
      SceneStatus.Held(
        try #require(CommandID("way-\($0)")), verb: "back", origin: "way", elapsed: .seconds(3), remaining: .seconds(7))
    }
    var parked = scene.held[0]
    (parked.isParked, parked.reason) = (true, "arm wants something else first")
    scene.held.append(parked)
    status.scenes = [scene]
    let state = SceneState(scene: "main", epoch: 7, revision: 3, presenceNumber: 0, path: PlacedPath(Path([])))
    let lines = StatusText(
      status: status, states: [state], folder: "/run/waykeeper", now: Date(), palette: Palette(isColoured: false)
    ).lines.map(\.text)
    #expect(lines.contains("  waiting  'back' of way, sent 3 s ago, for 7 s at most · way-1"), "\(lines)")
    #expect(
      lines.contains(
        "  parked   'back' of way, sent 3 s ago, for 7 s at most: arm wants something else first; "
          + "`way resume way-1` lets it go on"), "\(lines)")
    // Of one that many lie before the id alone is told.
    #expect(lines.contains("  parked   tap-9: `way resume tap-9` lets it go on"), "\(lines)")
    #expect(lines.contains("  and 2 more; `way scenes --format json` has the oldest"), "\(lines)")
    #expect(!lines.contains { $0.contains("way-5") })
  }

  @Test("It says nothing of connections where none was refused or ended") func calm() {
    #expect(!lines(refused: 0).contains { $0.contains("connections") })
  }
}
