// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@testable import WireProtocol

@Suite("Reports are read as they are written") struct ReportsTests {
  private static let worker =
    #"{"asks":1204,"deaths":2,"lastDeathMs":61000,"late":1,"p50Ms":3.125,"pid":812,"root":["home"],"#
    + #""scenes":["main"],"screens":["exhibit","map"],"state":"live","uid":1000,"unanswered":7,"upMs":8000,"version":"2.1","worker":"exhibits"}"#
  private static let scene =
    #"{"held":[{"commandId":"way-7","forMs":3000,"leftMs":7000,"origin":"way","parked":true,"pid":4411,"reason":"arm wants","verb":"back"},"#
    + #"{"commandId":"way-8","forMs":0,"origin":"waykeeperd","parked":false,"pid":0,"verb":"dismiss @2"}],"#
    + #""idleMs":1500,"majorRevision":8,"parked":1,"parkedCommands":["way-7"],"path":"home/list","revision":9,"running":"way-1","scene":"main","#
    + #""underWay":{"asking":{"element":2,"forMs":40,"request":"show exhibit","screen":"list","worker":"kiosk"},"#
    + #""forMs":50,"lacking":"map","origin":"way","pid":4411,"verb":"show exhibit"},"waiting":2}"#
  private static let status =
    #"{"capacities":{"outcomeBytes":5,"outcomes":4,"scenes":2,"waiting":3,"workers":1},"counters":{"asks":3,"commands":2,"commits":1,"deaths":0,"failedStarts":4,"full":5,"garbage":{"malformed":7},"#
    + #""lateAnswers":6,"outsideWindow":8,"parked":9,"refusedHellos":10,"stalls":11,"strayAnswers":12},"durable":true,"epoch":1763697600000000,"#
    + #""hosting":"required","journal":{"bytes":4096,"commits":8,"durability":"power","failingSince":1763697600000001,"gaps":0,"mode":"sqlite","outcomes":9,"#
    + #""works":true},"lately":[{"agoMs":5,"asked":["list","home"],"commandId":"way-2","message":"unsaved","origin":"way","#
    + #""outcome":"vetoed","pid":4411,"reason":"guard","scene":"main","verb":"back"}],"observers":[{"command":"way","pid":77}],"#
    + #""pid":640,"runtimeDir":"/run/waykeeper","scenes":["# + scene
    + #"],"sockets":{"connections":1,"connectionsMax":1024,"discardedReplies":2,"endedConnections":5,"refusedConnections":6,"#
    + #""refusedHandshakes":3,"strangeSubscriptions":4,"unpublished":7,"users":[{"connections":1,"subscriptions":8,"uid":1000,"#
    + #""unreadBytes":9,"unsentBytes":10}]},"starts":3,"#
    + #""stateDir":"/var/lib/waykeeper","uptimeMs":90000,"users":[{"outcomeBytes":7,"outcomes":8,"scenes":9,"uid":1000,"waiting":10,"workers":11},"#
    + #"{"address":"00ab","outcomeBytes":0,"outcomes":1,"scenes":0,"waiting":0,"workers":0}],"version":"0.1.0","workers":["#
    + worker + "]}"
  private static let command =
    #"{"asked":[],"at":1763697600000001,"because":"a note","commandId":"way-3","durable":true,"epoch":7,"ms":1.5,"#
    + #""origin":{"command":"way","name":"way","pid":4411,"uid":1000},"outcome":"committed","path":[{"hasAppeared":true,"#
    + #""id":0,"presence":"attended","presentation":"push","screen":"home","worker":"kiosk"}],"revision":5,"scene":"main","verb":"show list"}"#

  private func rewritten<Value: ReportForm>(_ text: String, _: Value.Type) throws -> String {
    try Value(report: try JSONValue(json: text)).report.json
  }

  @Test("The status, with all that a service adds, and without") func status() throws {
    #expect(try rewritten(Self.status, CoordinatorStatus.self) == Self.status)
    let bare = CoordinatorStatus(
      version: "1", epoch: 7, starts: 1, uptime: .zero, requiresHosts: false, isDurable: false)
    #expect(try CoordinatorStatus(report: bare.report) == bare)
    #expect(bare.report["counters"]?["commits"] == .integer(0) && bare.report["counters"]?["garbage"] == nil)
  }

  @Test(
    "A command of the past that ended by the coordinator itself: of a report, in both encodings",
    arguments: [
      Outcome.Kind.failed(who: .coordinator, .stopping, code: nil), .failed(who: .coordinator, .restarted, code: nil),
      .vetoed(by: .coordinator, .redirected, code: nil), .timedOut(phase: .parked, who: nil), .cancelled,
    ])
  func pastEnd(kind: Outcome.Kind) throws {
    let outcome = Outcome(id: "way-9", kind: kind, scene: "main", epoch: 7, revision: 2, path: PlacedPath(Path([])))
    let past = PastCommand(outcome, verb: "show list", origin: Origin(name: "way"), timeSince1970: .seconds(9))
    for encoding in Encoding.allCases {
      let message = Message.report(Report(objects: [.json(past.report)]))
      let frames = WireCodec.encode(message, encoding: encoding, epoch: 7)
      guard case .report(let report) = try WireCodec.decode(frames: frames).get().message,
        case .json(let object) = try #require(report.objects.first)
      else {
        Issue.record("no report")
        continue
      }
      #expect(try PastCommand(report: object) == past)
      // Null members are gone from it, also from a party of nulls.
      #expect(try PastCommand(report: object.canonical) == past)
    }
  }

  @Test("Workers, scenes and routes, also those about which little is known") func others() throws {
    #expect(try rewritten(Self.worker, WorkerStatus.self) == Self.worker)
    let gone = WorkerStatus("kiosk", state: .gone)
    #expect(try WorkerStatus(report: gone.report) == gone && gone.report["scenes"] == .string("*"))
    let unknown = WorkerStatus("kiosk", state: .gone, scenes: [])
    #expect(try WorkerStatus(report: unknown.report) == unknown && unknown.report["scenes"] == nil)
    #expect(try rewritten(Self.scene, SceneStatus.self) == Self.scene)
    let route =
      #"{"elements":[{"element":2,"isTop":true,"origin":1}],"live":true,"parent":"list","path":"home/list/exhibit","#
      + #""requires":["id"],"route":"exhibit","scene":"main","screen":"exhibit","takes":[],"worker":"list"}"#
    #expect(try rewritten(route, RouteReport.self) == route)
  }

  @Test("Parts of the tree, and those that are missing") func tree() throws {
    let part =
      #"{"live":true,"scene":"main","tree":{"nesting":[{"nesting":"detail","screen":"list"},{"remote":"settings"}],"#
      + #""screen":"home"},"worker":"kiosk"}"#
    #expect(try rewritten(part, TreeNode.PartReport.self) == part)
    let missing = #"{"missing":["settings"],"scene":"main"}"#
    #expect(try rewritten(missing, MissingParts.self) == missing)
  }

  @Test("Past commands: an outcome, and who sent it, when and why") func history() throws {
    #expect(try rewritten(Self.command, PastCommand.self) == Self.command)
    let dryRun = Self.command.replacing(#""durable":true"#, with: #""dryRun":true,"durable":true"#)
      .replacing(#""revision":5,"#, with: #""revision":5,"row":12,"#)
    #expect(try rewritten(dryRun, PastCommand.self) == dryRun)
  }

  @Test("Past commits: a route, why it came to be, and when") func commits() throws {
    let commit =
      #"{"at":1763697600000001,"cause":{"asked":[],"commandId":"way-3","guards":"ask","kind":"command","#
      + #""origin":{"command":"way","name":"way","pid":4411,"uid":1000},"tokens":[],"verb":"show list"},"epoch":7,"majorRevision":5,"#
      + #""minor":false,"path":[{"hasAppeared":true,"id":0,"presentation":"push","screen":"home"}],"revision":5,"row":9,"scene":"main"}"#
    #expect(try rewritten(commit, PastCommit.self) == commit)
  }

  @Test("Unknown members are ignored, and a wrong one is named with its place") func unknown() throws {
    let newer = #"{"scene":"main","revision":1,"majorRevision":1,"colour":"blue"}"#
    #expect(try SceneStatus(report: try JSONValue(json: newer)).revision == 1)
    let error = #expect(throws: FormError.self) {
      try SceneStatus(report: try JSONValue(json: #"{"scene":"main","revision":"one"}"#))
    }
    #expect(error?.message == "scene, revision: 'one' is not a whole number from 0 to 2^63-1")
  }
}
