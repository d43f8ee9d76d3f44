// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@testable import Waykeeper

@Suite("What a worker registers for destinations")
struct DestinationRegistrationTests {
  typealias Main = Museum.Main
  typealias Product = Museum.Product

  @Test("A name has one meaning in a worker, and a container what its type says")
  func refused() {
    let rows: [(String, WorkerParts)] = [
      (
        "two parts of the worker lead to the destination 'a'; make them one",
        WorkerParts {
          Leads(to: "a", by: DestinationStep.root)
          Leads(to: "a", by: DestinationStep.current)
        }
      ),
      (
        "two parts of the worker are the interceptor 'a'; make them one",
        WorkerParts {
          Intercepts("a") { _ in .allow }
          Intercepts("a") { _ in .allow }
        }
      ),
      (
        "two parts of the worker are the post task 'a'; make them one",
        WorkerParts {
          Hears("a") { _ in }
          Hears("a") { _ in }
        }
      ),
      ("screen 'main': a container has at least one branch", WorkerParts { Hosts(Main.self) { _ in }.tabs([:]) }),
      (
        "screen 'main': its type holds tabs, and these branches are something else",
        WorkerParts { Hosts(Main.self) { _ in }.split(["master": [], "detail": []]) }
      ),
    ]
    for (message, parts) in rows {
      #expect { try PartTable(parts, of: "kiosk") } throws: { ($0 as? NavigatorError)?.message == message }
    }
  }

  @Test("What a worker does for destinations is registered by kind")
  func registered() throws {
    let parts = WorkerParts {
      Hosts(Product.self) { _ in }.finding("shows") { _, _ in true }.onContext("open") { _ in nil }
      Hosts("shop") { _ in }.finding("shows") { _, _ in true }.single([Home()])
      Decides("d") { _ in true }
      Converts("c") { _ in 1 }
      Makes("f") { _ in Home() }
      Makes(item: "g") { _ in PathItem(AnyScreen("home")) }
      Places("p") { _, _ in [] }
      Intercepts("i") { _ in .allow }
      Hears("h") { _ in }
    }
    let registration = try PartTable(parts, of: "kiosk").complete(
      .init(worker: "kiosk", incarnation: .random()))
    #expect(
      registration.tasks == [
        .finder: ["shows"], .contextTask: ["open"], .condition: ["d"], .conversion: ["c"], .factory: ["f", "g"],
        .action: ["p"], .interceptor: ["i"], .postTask: ["h"],
      ])
    #expect(
      registration.routables["shop"]?.branches
        == DeclaredBranches(.split, [.init("content", path: [AnyScreen("home")])]))
  }
}
