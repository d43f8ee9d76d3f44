// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import Waykeeper

@testable import LoadGenerator
@testable import way

@Suite("Figures of way bench") struct BenchTests {
  private static let table = """
    % time     seconds  usecs/call     calls    errors syscall
    ------ ----------- ----------- --------- --------- ----------------
     62.50    0.000500           1       400           poll
     37.50    0.000300           1       200        10 read
    ------ ----------- ----------- --------- --------- ----------------
    100.00    0.000800           1       600        10 total
    """

  @Test("The table of strace is read, with and without errors of a call")
  func systemCalls() {
    guard case .counted(let all, let byName) = SystemCalls.read(Self.table, 100) else {
      Issue.record("nothing was counted")
      return
    }
    #expect(all == 6)
    #expect(byName.map(\.name) == ["poll", "read"] && byName.map(\.perNavigation) == [4, 2])
  }

  @Test("A table without a total is none", arguments: ["", "strace: Process 1 detached", "1.0 a b c"])
  func noTable(text: String) {
    guard case .notCounted(let why) = SystemCalls.read(text, 100) else {
      Issue.record("'\(text)' was counted")
      return
    }
    #expect(!why.isEmpty)
  }

  @Test("Percentiles are those of what was noted, several measures are one, and ratios those of their figures")
  func figures() throws {
    let slow = LoadMeasure(latencies: (1...100).map { UInt64($0) * 2_000 }, nanoseconds: 1_000_000_000)
    let fast = LoadMeasure(latencies: (1...100).map { UInt64($0) * 1_000 }, nanoseconds: 500_000_000)
    #expect(slow.rate == 100 && fast.rate == 200 && fast.committed == 100 && fast.unanswered == 0)
    #expect(abs(fast.microseconds(percentile: 50) - 50) < 0.1 && abs(fast.microsecondsMax - 100) < 0.1)
    let ratio = BenchFigures(slow).ratio(to: BenchFigures(fast))
    #expect(abs(ratio.p50 - 2) < 0.01 && abs(ratio.p99 - 2) < 0.01 && ratio.rate == 0.5)
    let medians = try #require(BenchFigures(medians: [BenchFigures(slow), BenchFigures(fast)]))
    #expect(medians.rate == 150 && abs(medians.max - 200) < 0.2)
    #expect(BenchFigures(medians: []) == nil)
    var both = slow
    both.add(fast)
    #expect(both.ended == 200 && both.nanoseconds == 1_500_000_000)
  }

  @Test("A round that was ended in its warm-up is none, and one in which nobody answered has no figures")
  func emptyRounds() {
    let status = CoordinatorStatus(
      version: "1", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
    var report = BenchReport(plan: LoadPlan(), status: status, isLive: false, pin: nil)
    #expect(!report.hasMeasured && report.figures(of: .coordinator) == nil)
    let measured = LoadMeasure(latencies: [UInt64(2_000)], nanoseconds: 1_000_000_000)
    var empty = LoadMeasure()
    empty.warmUp = (sent: 3, ended: 3, committed: 3)
    report.add(.init(subject: .coordinator, measure: measured, seen: nil))
    report.add(.init(subject: .coordinator, measure: empty, seen: nil))
    #expect(report.rounds.count == 1 && report.unanswered == 0)
    empty.warmUp.ended = 1
    report.add(.init(subject: .coordinator, measure: empty, seen: nil))
    #expect(report.rounds.count == 2 && report.unanswered == 2 && report.notCommitted == 0)
    #expect(report.figures(of: .coordinator)?.rate == 1)
  }

  @Test("A plan knows what cannot be together, and its path is as deep as it says")
  func plan() {
    var plan = LoadPlan()
    (plan.asks, plan.depth, plan.containers) = (3, 5, 2)
    #expect(plan.problem == nil)
    let inner = plan.path[0].branches[0].path[0].branches[0].path
    #expect(plan.path.count == 1 && inner.count == 5)
    #expect(inner.last?.screen.name == "bench-declines-2" && inner[2].screen.name == "bench-home")
    plan.depth = 2
    #expect(plan.problem?.contains("3 handlers") == true)
    (plan.depth, plan.containers) = (240, 8)
    #expect(plan.problem?.contains("256 elements") == true)
  }

  @Test(
    "Within its sandbox a load has an option more, before what ends the options",
    arguments: [
      (["bench"], ["bench", "--within-sandbox"]),
      (["bench", "--asks", "2"], ["bench", "--asks", "2", "--within-sandbox"]),
      (["bench", "--count", "5", "--"], ["bench", "--count", "5", "--within-sandbox", "--"]),
    ])
  func withinSandbox(typed: [String], wanted: [String]) {
    #expect(BenchCommand.withinSandbox(typed) == wanted)
  }

  @Test("The fields of a message are walked to its end, and never beyond it", arguments: 0..<8)
  func fields(missing: Int) {
    var bytes: [UInt8] = []
    WireFields.append(field: 1, [7, 8, 9], to: &bytes)
    WireFields.append(field: 2, 300, to: &bytes)
    #expect(bytes.count == 8)
    var walk = FieldWalk(Array(bytes.dropLast(missing)))
    let first = walk.next()
    let second = walk.next()
    #expect((first?.number == 1) == (missing <= 3))
    #expect((second?.value == 300) == (missing == 0))
    #expect(walk.next() == nil)
  }
}
