// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RouteModel
import Testing
import Waykeeper

@testable import way

@Suite("way wait, as it is typed and as it answers") struct WaitTests {
  @Test(
    "One thing is waited for",
    arguments: [
      ([], "say what to wait for"), (["home", "--coordinator"], "wait for one of them"),
      (["--workers", "a,b", "--coordinator"], "wait for one of them"), (["--coordinator", "--appeared"], "--appeared"),
      (["--workers", "a,,b"], "a worker is named by"), (["--workers", "9"], "a worker is named by"),
      (["home//list"], "home//list"), (["home", "--timeout", "0s"], "above 0"),
    ])
  func usage(_ words: [String], _ fault: String) {
    let error = #expect(throws: (any Error).self) { try Way.parseAsRoot(["wait"] + words) }
    #expect(error.map { Way.fullMessage(for: $0) }?.contains(fault) == true)
  }

  @Test("A coordinator that ends while it is looked for is waited for")
  func comesAndGoes() async {
    let wait = Task {
      _ = try await WorkersWait(workers: ["kiosk"], scene: nil, folder: "/nowhere").run(WaitProgress())
    }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  private static func missing(_ all: [WorkerStatus], _ names: [WorkerName], scene: SceneName? = nil) -> String? {
    WorkersWait(workers: names, scene: scene, folder: "/nowhere").missing(of: all)
  }

  @Test("Of workers it is told who is missing, and why")
  func workers() {
    let kiosk = WorkerStatus("kiosk", state: .live, scenes: ["main"])
    var refused = WorkerStatus("map", state: .refused)
    refused.problem = "'map' is no name"
    #expect(Self.missing([kiosk], ["kiosk"]) == nil)
    #expect(Self.missing([kiosk], ["kiosk"], scene: "main") == nil)
    #expect(
      Self.missing([kiosk], ["kiosk"], scene: "cluster")
        == "kiosk is registered, but not for scene cluster (registered: kiosk)")
    #expect(
      Self.missing([kiosk], ["kiosc"]) == "kiosc has not registered (did you mean 'kiosk'?) (registered: kiosk)")
    #expect(Self.missing([], ["map"]) == "map has not registered (registered: nobody)")
    #expect(Self.missing([refused], ["map"]) == "map was refused: 'map' is no name (registered: nobody)")
    let states: KeyValuePairs<WorkerStatus.State, String> = [
      .gone: "map is gone (registered: kiosk)", .leaving: "map restarts (registered: kiosk)",
      .suspect: "map is registered, and does not answer (registered: kiosk map)",
    ]
    for (state, text) in states {
      #expect(Self.missing([kiosk, WorkerStatus("map", state: state)], ["map"]) == text)
    }
  }

  @Test("While one that is waited for is silent, each sign of life of the coordinator is a reason to ask again")
  func silent() {
    let wait = WorkersWait(workers: ["map"], scene: nil, folder: "/nowhere")
    #expect(wait.mayComeBack([WorkerStatus("kiosk", state: .live), WorkerStatus("map", state: .suspect)]))
    #expect(!wait.mayComeBack([WorkerStatus("kiosk", state: .suspect), WorkerStatus("map", state: .gone)]))
  }

  @Test("What is so stands in the columns of an outcome, or in one object")
  func report() throws {
    let report = WaitReport(.workers([WorkerStatus("kiosk", state: .live)]), after: .milliseconds(212))
    #expect(
      report.lines(Palette(isColoured: false)).map(\.text)
        == ["workers    kiosk".padded(to: Columns.edge - 21) + "as asked after 212 ms"])
    let json = try JSONValue(json: report.json)
    #expect(json["asAsked"] == .bool(true) && json["ms"] == .integer(212))
    let path = Path([Element(id: .root, screen: AnyScreen("home", content: .object([("z", .string("}"))])))])
    let state = SceneState(scene: "main", epoch: 7, revision: 12, presenceNumber: 3, path: PlacedPath(path))
    let route = try JSONValue(json: WaitReport(.route(state), after: .milliseconds(5)).json)
    #expect(route["asAsked"] == .bool(true) && route["ms"] == .integer(5))
    #expect(try route["state"] == JSONValue(json: JSONLine.text(PathEvent.state(state)))["state"])
    let missing = try JSONValue(json: WaitReport.json(missing: "map is gone", after: .seconds(10)))
    #expect(missing["asAsked"] == .bool(false) && missing["missing"] == .string("map is gone"))
  }

  @Test(
    "How long it took",
    arguments: [
      (0, "0 ms"), (212, "212 ms"), (1000, "1 s"), (9980, "9.98 s"), (10_000, "10 s"), (59_996, "60 s"),
      (125_000, "2 min"),
    ])
  func elapsed(_ ms: Int, _ text: String) { #expect(Quantity.elapsed(.milliseconds(ms)) == text) }
}
