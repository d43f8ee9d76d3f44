// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: notices for the log")
struct CoordinatorNoticeTests {
  /// The notices so far, each in a few words.
  private func words(_ bench: Bench) -> [String] {
    bench.notices.map { notice in
      switch notice {
      case .came(let worker, _, let version): "\(worker) \(version) came"
      case .left(let worker, _, let ms): "\(worker) left\(ms.map { ", back within \($0)" } ?? "")"
      case .died(let worker, _, let wasSilent): "\(worker) died\(wasSilent ? " in silence" : "")"
      case .silent(let worker, _): "\(worker) is silent"
      case .refused(let worker, _, let error): "\(worker) refused \(error.code.rawValue)"
      case .malformed: "a registration is malformed"
      case .takenOver(let takeover): "\(takeover.worker) taken over"
      case .contested(let worker, _): "\(worker) contested"
      case .quarantined(let worker, let limit): "\(worker) quarantined after \(limit.text)"
      case .knocked(let worker, _): "\(worker) knocked"
      case .released(let worker): "\(worker) released"
      case .missed(let worker): "\(worker) missed"
      case .unanswered(let asked, _): "\(asked.worker?.rawValue ?? "nobody") did not answer \(asked.request)"
      case .stalled(let ms): "stood still for \(ms)"
      }
    }
  }

  @Test("Workers that come, are refused, leave and die are told")
  func lives() {
    var bench = Bench()
    bench.register("kiosk", ["home": .asked]) { $0.version = "1.4" }
    bench.process("other", sends: .hello(bench.registration("other", ["home": Routable()])))
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    bench.register("kiosk", ["home": .asked])
    bench.process("kiosk", sends: .bye(Bye(restartingMs: 3000)))
    bench.register("list")
    bench.process("list", sends: .bye(Bye(restartingMs: .max)))
    #expect(
      words(bench) == [
        "kiosk 1.4 came", "other refused nameTaken", "kiosk died", "kiosk  came", "kiosk left, back within 3000",
        "list  came", "list left, back within 86400000",
      ])
  }

  @Test("A refused process is listed with the reason, until it is welcome or gives up")
  func refused() throws {
    var bench = Bench()
    bench.register("kiosk", ["home": .asked])
    let other = bench.registration("other", ["home": Routable()])
    bench.process("other", sends: .hello(other))
    func refusals() -> [WorkerStatus] { bench.workers.filter { $0.state == .refused } }
    let refusal = try #require(refusals().first)
    #expect(refusal.name == "other" && refusal.pid == 50 && refusal.problem?.contains("kiosk") == true)
    var later = bench
    later.pass(40_000)
    swap(&bench, &later)
    #expect(refusals().isEmpty)
    swap(&bench, &later)
    bench.feed(.connectionLost(Bench.connection("kiosk")))
    bench.process("other", sends: .hello(other))
    #expect(refusals().isEmpty)
  }

  @Test("What a process with a session was refused besides is over with its connection too")
  func refusedBeside() {
    var bench = Bench()
    bench.register("kiosk", ["home": .asked])
    bench.register("other", ["map": Routable()])
    bench.process("other", sends: .hello(bench.registration("third", ["home": Routable()])))
    #expect(bench.workers.filter { $0.state == .refused }.map(\.name) == ["third"])
    bench.feed(.connectionLost(Bench.connection("other")))
    #expect(!bench.workers.contains { $0.state == .refused })
  }

  @Test(
    "An ask that nobody answers in time is told with its command, and so is a worker that falls silent and dies of it")
  func silence() {
    var bench = Bench()
    bench.register("kiosk", ["home": .asked])
    bench.replace("home")
    bench.command(.show(["list"]))
    bench.pass(600)
    #expect(words(bench).last == "kiosk did not answer show list")
    #expect(bench.workers.map(\.unanswered) == [1] && bench.workers.map(\.asks) == [1])
    for _ in 0..<14 { bench.pass(1000) }
    #expect(words(bench).suffix(2) == ["kiosk is silent", "kiosk died in silence"])
  }

  @Test("Of an ask that nobody answers its own worker is told, also behind a trace that is full")
  func silenceBehindFullTrace() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("dead", ["s": .asked])
    bench.replace("home" + String(repeating: "/s", count: 250))
    bench.feed(.connectionLost(Bench.connection("dead")))
    let id = bench.command(.show(["x"]))
    for round in 1...4 {
      try bench.answer(.redirect(to: .navigator(.didAppear(.id(.root))), within: .seconds(60)), by: "home")
      bench.client(sends: .resume(Resume(id: endsCommand("resume-\(round)"), target: id)))
    }
    bench.pass(600)
    #expect(bench.outcome(of: id)?.asked.count == Limits.outcomeListMax)
    #expect(words(bench).last == "home did not answer show x")
  }
}
