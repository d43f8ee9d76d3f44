// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing

@Suite("Coordinator: sensitive content on the way to destinations")
struct CoordinatorSensitiveRouteTests {
  private typealias Sensitive = CoordinatorSensitiveTests

  @Test("Each verb has a sample that is tried with content", arguments: VerbKind.allCases)
  func samples(kind: VerbKind) {
    #expect(Sensitive.verbs.contains { VerbKind($0) == kind })
  }

  /// For each kind of question a way to the sensitive screen on which it is asked, and nothing else.
  static let ways: [(question: String, steps: [Destination.Step])] = [
    ("find mine", [pin(), .custom(Destination.Finder(.asked("mine", of: "home")))]),
    ("when wanted", [pin(), .choose(Destination.Switch([.init(.asked("wanted"), from: [.root])]))]),
    ("adapt convert", [pin(), .adapt(.asked("convert")), .root]),
    ("make fresh", [.screen(Destination.ScreenStep(make: .asked("fresh"), action: .push)), .root]),
    ("place where", [pin(.custom("where")), .root]),
    ("intercept check", [pin { $0.interceptors = ["check"] }, .root]),
    ("context fill", [pin { $0.contextTasks = [.asked("fill")] }, .root]),
  ]

  private static func pin(
    _ action: Destination.Action = .push, _ adjust: (inout Destination.ScreenStep) -> Void = { _ in }
  ) -> Destination.Step {
    var step = Destination.ScreenStep(make: .screen("pin", .context), action: action)
    adjust(&step)
    return .screen(step)
  }

  @Test("The words of whoever is asked on the way are told only where no screen is sensitive", arguments: ways)
  func words(question: String, steps: [Destination.Step]) throws {
    let words = "'\(Sensitive.mark)' is bad"
    for answer in [Answer.deny(code: "no", message: words), .failed(code: "bad", message: words)] {
      for isSensitive in [true, false] {
        var bench = Sensitive.bench()
        bench.register("pin#2", ["pin": Routable(sensitive: isSensitive)]) { $0.tasks = [.contextTask: ["fill"]] }
        bench.register("tasks") { $0.tasks = [.condition: ["wanted"], .factory: ["fresh"], .action: ["where"]] }
        bench.replace("home")
        let id = bench.command(.route(.inline(Destination(steps)))) { $0.context = Sensitive.content }
        let process = try #require(["kiosk", "pin#2", "tasks"].first { !bench.asks(of: $0).isEmpty })
        #expect(bench.asks(of: process).map(\.question.description) == [question])
        try bench.answer(answer, by: process)
        let told = try #require(bench.outcome(of: id)?.asked.first { $0.request == question })
        #expect(told.message == (isSensitive ? nil : words), "\(answer)")
        if isSensitive { #expect(Sensitive.leaks(of: bench) == []) }
      }
    }
  }

  @Test("A declared destination is reported without the content of sensitive screens")
  func report() throws {
    var bench = Sensitive.bench()
    bench.client("reader", sends: .inspect(Inspect(.destinations)))
    guard case .report(let report)? = bench.take("reader").last else {
      Issue.record("no report")
      return
    }
    let destinations = report.objects.compactMap { if case .destination(let object) = $0 { object } else { nil } }
    #expect(destinations.map(\.name) == ["fixed", "safe"])
    #expect(destinations.first?.destination != Sensitive.fixed)
    #expect(Sensitive.leaks(of: bench) == [])
  }

  @Test("A dry run tells the steps and the path without the content", arguments: ["safe", "fixed"])
  func search(name: Destination.Reference) throws {
    var bench = Sensitive.bench()
    bench.replace("home")
    let id = bench.command(.route(name)) {
      $0.context = Sensitive.content
      $0.isDryRun = true
    }
    for _ in 0..<4 {
      guard bench.ending(of: id).isEmpty, let ask = bench.asks(of: "kiosk").last else { continue }
      let isConversion = ask.question == .task(.conversion("convert"))
      try bench.answer(isConversion ? .value(Sensitive.content) : .allow, by: "kiosk")
    }
    let search = try #require(bench.outcome(of: id)?.search, "\(bench.ending(of: id))")
    #expect(search.steps.last?.screen == Sensitive.pin.redacted)
    #expect(search.path == "home/pin?redacted=true")
    #expect(Sensitive.leaks(of: bench) == [])
  }
}
