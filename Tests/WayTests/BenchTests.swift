// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import RouteModel
import TestSupport
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

  @Test("Where nothing was committed while strace counted, that is the reason")
  func nothingNavigated() {
    guard case .notCounted(let why) = SystemCalls.read(Self.table, 0) else {
      Issue.record("nothing was shared out")
      return
    }
    #expect(why == "nothing was committed meanwhile")
  }

  @Test("Percentiles are those of what was noted, several measures are one, and ratios those of their figures")
  func figures() throws {
    let slow = LoadMeasure(latencies: (1...100).map { UInt64($0) * 2_000 }, nanoseconds: 1_000_000_000)
    let fast = LoadMeasure(latencies: (1...100).map { UInt64($0) * 1_000 }, nanoseconds: 500_000_000)
    #expect(slow.rate == 100 && fast.rate == 200 && fast.committed == 100 && fast.unanswered == 0)
    #expect(abs(fast.microseconds(percentile: 50) - 50) < 0.1 && abs(fast.microsecondsMax - 100) < 0.1)
    let ratio = BenchFigures(slow).ratio(to: BenchFigures(fast))
    let p99 = try #require(ratio.p99)
    #expect(abs(ratio.p50 - 2) < 0.01 && abs(p99 - 2) < 0.01 && ratio.rate == 0.5)
    let medians = try #require(BenchFigures(medians: [BenchFigures(slow), BenchFigures(fast)]))
    #expect(medians.rate == 150 && abs(medians.max - 200) < 0.2)
    #expect(BenchFigures(medians: []) == nil)
    var both = slow
    both.add(fast)
    #expect(both.ended == 200 && both.nanoseconds == 1_500_000_000)
  }

  @Test("A round that was ended in its warm-up is none, and one in which nobody answered has no figures")
  func emptyRounds() {
    var report = BenchReport(plan: LoadPlan(), status: Self.status(), isLive: false, pin: nil)
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
    (plan.depth, plan.containers) = (239, 8)
    #expect(plan.problem == nil)
    plan.depth = 240
    #expect(plan.problem?.contains("has 257") == true && plan.problem?.contains("256 elements") == true)
  }

  @Test("Clients that would take back what others did have scenes of their own")
  func sharedScenes() {
    var plan = LoadPlan()
    (plan.clients, plan.scenes) = (4, 3)
    #expect(plan.problem == nil)
    plan.asks = 0
    #expect(plan.problem?.hasSuffix("--scenes 4") == true)
    plan.scenes = 4
    #expect(plan.problem == nil)
  }

  @Test(
    "A plan's idle screens say how many workers they need",
    arguments: [(1, "1 screen needs 1 idle worker: "), (300, "300 screens need 2 idle workers: ")])
  func idleScreens(screens: Int, words: String) {
    var plan = LoadPlan()
    plan.idleScreens = screens
    #expect(plan.problem?.hasPrefix(words) == true)
  }

  @Test(
    "What warms up is spread evenly over the clients, each of which has one at least",
    arguments: [(0, [0, 0, 0]), (1, [1, 1, 1]), (200, [67, 67, 66])])
  func warmUp(all: Int, each: [Int]) {
    var plan = LoadPlan()
    (plan.clients, plan.warmUp) = (3, all)
    #expect((0..<3).map { plan.warmUpShare(of: $0) } == each)
  }

  @Test(
    "Navigations are due evenly, and as many before a time as have theirs before it",
    arguments: [UInt64(1), 3, 7_000, 1_000_000])
  func pace(perSecond: UInt64) {
    let pace = LoadPace(perSecond: perSecond)
    #expect(pace.time(of: 0) == 0 && pace.time(of: perSecond) == 1_000_000_000)
    for number in [1, 2, 999, 12_345_678, 86_400 * perSecond] {
      let time = pace.time(of: number)
      #expect(pace.count(before: time) == number && pace.count(before: time + 1) == number + 1)
    }
  }

  @Test("What was due and was not sent counts with the time that it was late, however many there are")
  func notBegun() {
    var measure = LoadMeasure(latencies: [UInt64](repeating: 1_000_000, count: 100), nanoseconds: 1_000_000_000)
    measure.note(notBegun: 300, late: (first: 3_000_000_000, last: 1_000_000_000))
    #expect(measure.notBegun == 300 && measure.timed == 400 && measure.committed == 100 && measure.rate == 100)
    #expect(abs(measure.microsecondsMax / 3e6 - 1) < 0.01)
    // A quarter was in time; half of the others were late by more than 2 s.
    #expect(measure.microseconds(percentile: 24) < 1_100 && measure.microseconds(percentile: 26) > 0.99e6)
    #expect(abs(measure.microseconds(percentile: 62.5) / 2e6 - 1) < 0.02)
    measure.note(notBegun: 5_000_000, late: (first: 1_000_000, last: 1_000))
    #expect(measure.notBegun == 5_000_300 && measure.timed == 5_000_400)
  }

  @Test("What is refused has a count of its own, and no part in latencies and rate")
  func refusals() {
    var measure = LoadMeasure(latencies: [UInt64](repeating: 2_000_000, count: 10), nanoseconds: 1_000_000_000)
    for _ in 0..<90 { measure.note("rejected (busy)", after: 10_000, bytes: 50) }
    #expect(measure.ended == 100 && measure.notCommitted == 90 && measure.timed == 10)
    #expect(measure.rate == 10 && measure.microseconds(percentile: 50) > 1_900 && measure.outcomeBytes == 0)
  }

  @Test(
    "A percentile of too few navigations is not told",
    arguments: [(9, false, false), (99, true, false), (100, true, true)])
  func fewSamples(count: Int, hasP90: Bool, hasP99: Bool) throws {
    let measure = LoadMeasure(latencies: (1...count).map { UInt64($0) * 1_000 }, nanoseconds: 1_000_000_000)
    let figures = BenchFigures(measure)
    #expect((figures.p90 != nil) == hasP90 && (figures.p99 != nil) == hasP99)
    let median = try #require(BenchFigures(medians: [figures, figures]))
    #expect((median.p90 != nil) == hasP90 && (median.p99 != nil) == hasP99)
    let ratio = figures.ratio(to: figures)
    #expect((ratio.p90 != nil) == hasP90 && (ratio.p99 != nil) == hasP99)
  }

  private static func status() -> CoordinatorStatus {
    CoordinatorStatus(version: "1", epoch: 7, starts: 1, uptime: .seconds(90), requiresHosts: true, isDurable: true)
  }

  private static func text(_ report: BenchReport) -> String {
    BenchReportText(report: report, palette: Palette(isColoured: false)).lines.map(\.text).joined(separator: "\n")
  }

  @Test("A report says what is not as asked, that a journal lies in memory, and how far rounds lie apart")
  func words() {
    var status = Self.status()
    status.service = CoordinatorStatus.Service(
      pid: 1, runtimeFolder: "/run", stateFolder: "/tmp/state", observers: [], journal: .none, sockets: .init())
    status.service?.journal.durability = "full"
    var report = BenchReport(plan: LoadPlan(), status: status, isLive: false, pin: nil)
    #expect(report.relays == [.relay, .syncedRelay])
    // Several of one turn wait for the disk once.
    var several = LoadPlan()
    several.outstanding = 2
    #expect(BenchReport(plan: several, status: status, isLive: false, pin: nil).relays == [.relay])
    report.stateFileSystem = "ext4"
    #expect(!report.isInMemory && !Self.text(report).contains("in memory"))
    report.stateFileSystem = "tmpfs"
    #expect(report.isInMemory && Self.text(report).contains("journal full, in memory (tmpfs)"))
    for latency in [UInt64(120_000), 340_000] {
      var measure = LoadMeasure(latencies: [latency], nanoseconds: 1_000_000_000)
      measure.note("rejected (busy)", after: 10_000, bytes: 50)
      measure.note(notBegun: 1, late: (first: latency, last: latency))
      measure.warmUp = (sent: 100, ended: 100, committed: 29)
      report.add(.init(subject: .coordinator, measure: measure, seen: nil))
    }
    report.hasCoordinatorEnded = true
    let text = Self.text(report)
    for words in [
      "58 of 200 committed", "2 due and not begun", "2 ended, but were not committed",
      "p50 of the rounds: coordinator 120 µs to 340 µs",
      "the coordinator has ended",
    ] { #expect(text.contains(words), "\(text)") }
    #expect(!report.json.contains(#""p99""#) && report.json.contains(#""notBegun":2"#))
    #expect(report.json.contains(#""inMemory":true"#) && report.json.contains(#""coordinatorEnded":true"#))
  }

  @Test("What began in time is not late however it ended; one alone is told as one, and long times are short to read")
  func inTime() throws {
    var plan = LoadPlan()
    plan.rate = 100
    func text(sending nanoseconds: UInt64, notBegun: Int) throws -> String {
      let latencies = [UInt64](repeating: 12_500_000_000, count: 99)
      var measure = LoadMeasure(latencies: latencies, nanoseconds: nanoseconds + 12_500_000_000)
      measure.sending = nanoseconds
      measure.note("rejected (busy)", after: 10_000, bytes: 50)
      measure.sent += 1
      measure.note(notBegun: notBegun, late: (first: 12_500_000_000, last: 12_500_000_000))
      let before = try #require(ProcessUsage(pid: getpid()))
      var after = before
      after.cpuNanoseconds += 99 * 2_305_000
      measure.usage = (before, after)
      var report = BenchReport(plan: plan, status: Self.status(), isLive: false, pin: nil)
      report.add(.init(subject: .coordinator, measure: measure, seen: nil))
      return Self.text(report)
    }
    let punctual = try text(sending: 1_000_000_000, notBegun: 0)
    #expect(!punctual.contains("more were due"), "\(punctual)")
    for words in [
      "1 ended, but was not committed", "processor, switches and system calls of all", "12.5", "2 305 µs a navigation",
    ] { #expect(punctual.contains(words), "\(punctual)") }
    #expect(!punctual.contains(" ms"), "\(punctual)")
    let late = try text(sending: 2_000_000_000, notBegun: 1)
    #expect(late.contains("more were due than could begin: 50 of 100 a second"), "\(late)")
    #expect(late.contains("1 was due and did not begin"), "\(late)")
  }

  @Test("Where nothing was committed there are no figures, and where no outcome came that is told")
  func nothingCommitted() {
    var report = BenchReport(plan: LoadPlan(), status: Self.status(), isLive: false, pin: nil)
    var silent = LoadMeasure()
    silent.sent = 1
    report.add(.init(subject: .coordinator, measure: silent, seen: nil))
    let text = Self.text(report)
    #expect(text.contains("no outcome came for 10 s: the load was given up") && !text.contains("p50"), "\(text)")
    report.hasCoordinatorEnded = true
    #expect(!Self.text(report).contains("given up"))
  }

  @Test("A load on somebody's coordinator begins half of the scenes at most that its user may still begin")
  func room() {
    var status = Self.status()
    status.capacities.scenes = 256
    var plan = LoadPlan()
    plan.scenes = 102
    #expect(BenchRoom(status: status, user: 7).left == BenchRoom.scenesOfUser)
    #expect(BenchRoom(status: status, user: 7).problem(plan) == nil)
    plan.scenes = 103
    #expect(BenchRoom(status: status, user: 7).problem(plan)?.hasSuffix("(205): --scenes 102 is the most here") == true)
    // What an earlier load has left is there already.
    status.scenes = (0..<102).map { SceneStatus(LoadPlan.scene($0), revision: 1, majorRevision: 1, path: "home") }
    var (own, other) = (CoordinatorStatus.UserShare(uid: 7), CoordinatorStatus.UserShare(uid: 8))
    (own.scenes, other.scenes) = (102, 51)
    status.users = [own, other]
    #expect(BenchRoom(status: status, user: 7).left == 164 - 102)
    #expect(BenchRoom(status: status, user: 7).problem(plan) == nil)
    #expect(BenchRoom(status: status, user: 8).left == 124 - 51)
    plan.scenes = 134
    #expect(BenchRoom(status: status, user: 7).problem(plan)?.contains("--scenes 133 is") == true)
    own.scenes = 164
    status.users = [own, other]
    #expect(BenchRoom(status: status, user: 7).problem(plan)?.hasSuffix("(0): --scenes 102 is the most here") == true)
  }

  @Test(
    "The file system of a folder is that of the mount point nearest to it, and of the latest there",
    arguments: [
      ("/", "ext4"), ("/tmp/way", "tmpfs"), ("/tmpfs", "ext4"), ("/var/my state/a", "btrfs"), ("/tmp", "tmpfs"),
    ])
  func fileSystem(path: String, kind: String) {
    let table = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      30 22 0:40 / /tmp rw - xfs /dev/sdb rw
      31 22 0:41 / /tmp rw shared:5 master:2 - tmpfs tmpfs rw
      32 22 0:42 / /var/my\\040state rw - btrfs /dev/sdc rw
      """
    #expect(FileSystemKind.of(path, in: table) == kind)
  }

  @Test("A process that has ended is known to have, also before its end is taken")
  func ended() throws {
    #expect(!ProcessLife.hasEnded(getpid()))
    let child = try Child(ChildProcess(words: ["true"]))
    try eventually("the end of a process") { ProcessLife.hasEnded(child.pid) }
    child.wait()
    #expect(ProcessLife.hasEnded(child.pid))
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
