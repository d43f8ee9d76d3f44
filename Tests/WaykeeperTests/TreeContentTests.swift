// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Closures that saw another content than the one that stands", .timeLimit(.minutes(20)))
struct TreeContentTests {
  let coordinator: Sandbox
  let navigator: Navigator
  /// What closures of trees did, in order.
  let log = Recorder<String>()

  init() async throws {
    coordinator = try await Sandbox.patient()
    navigator = coordinator.navigator.timeout(.seconds(30))
  }

  /// What may follow a detail, and who hears that it goes, depends on the detail.
  struct Tree: NavigationTree {
    let log: Recorder<String>
    var builder: some PathBuilder {
      Screen(Home.self) {
        If { (detail: Detail) in
          Screen(Detail.self) {
            if detail.detailID != "empty" {
              PathBuilders.screen(Page.self)
                .gated { _ in detail.detailID == "7" ? .deny("7 is locked") : .allow }
                .onDismiss { (_: Page) in log.add("page of \(detail.detailID) left") }
            }
          }
          .onDismiss { (_: Detail) in log.add("detail \(detail.detailID) left") }
        }
      }
    }
  }

  /// Runs `body` with a worker that declares the tree, on a path to a detail.
  private func onDetail(_ id: String, body: (ElementID) async throws -> Void) async throws {
    let worker = ScreenWorker("kiosk", location: .runtimeFolder(coordinator.folder)) { Declares(Tree(log: log)) }
    try await running(worker) { _ in
      let outcome = try await navigator.attempt(.replace(path: Home(), Detail(detailID: id)))
      try await body(try #require(outcome.tip).id)
    }
  }

  @Test("A gate behind an element asks about its content, whatever was tried with another one")
  func gate() async throws {
    try await onDetail("7") { detail in
      let page = Navigation.go(to: Page(), on: detail)
      #expect(try await navigator.attempt(page).message == "7 is locked")
      let tried = Navigation.replaceContent(of: detail, with: Detail(detailID: "99"))
      #expect(try await navigator.dryRun().attempt(tried).kind == .unchanged(.dryRun))
      #expect(try await navigator.attempt(page).message == "7 is locked")
      try await navigator.perform(tried)
      try await navigator.perform(page)
    }
  }

  @Test("An element whose content is replaced tells the closure of the content that goes")
  func replaced() async throws {
    try await onDetail("1") { detail in
      try await navigator.replaceContent(of: detail, with: Detail(detailID: "2"))
      try await log.wait { $0.count == 1 }
      try await navigator.dismiss(id: detail)
      try await log.wait { $0.count == 2 }
      #expect(log.all == ["detail 1 left", "detail 2 left"])
    }
  }

  @Test("A content that is refused takes no closure away")
  func refused() async throws {
    try await onDetail("1") { detail in
      let page = try #require(try await navigator.attempt(.go(to: Page(), on: detail)).tip).id
      let empty = try await navigator.attempt(.replaceContent(of: detail, with: Detail(detailID: "empty")))
      #expect(empty.kind == .rejected(.notInTree))
      try await navigator.dismiss(id: page)
      try await log.wait { $0 == ["page of 1 left"] }
    }
  }

  /// Whose page it is depends on who is there.
  private struct DraftTree: NavigationTree {
    let user: Recorder<String>
    let log: Recorder<String>
    var builder: some PathBuilder {
      Screen(Home.self) {
        IfLet {
          user.all.last.flatMap { $0.isEmpty ? nil : $0 }
        } then: { name in
          Screen(Page.self).onDismiss { (page: Page) in log.add("\(name) saved \(page.title)") }
        } else: {
          Screen(Page.self).onDismiss { (page: Page) in log.add("dropped \(page.title)") }
        }
      }
    }
  }

  @Test("A worker that declares the same anew tells the closure by which a screen was built")
  func updated() async throws {
    let user = Recorder<String>()
    user.add("ada")
    let tree = DraftTree(user: user, log: log)
    let worker = ScreenWorker("kiosk", location: .runtimeFolder(coordinator.folder)) { Declares(tree) }
    try await running(worker) { _ in
      try await navigator.replace(path: Home(), Page(title: "notes"))
      user.add("")
      for _ in 0..<12 {
        try worker.update { Declares(tree) }
        try await worker.registered()
      }
      try await navigator.goBack(to: Home())
      try await log.wait { $0.count == 1 }
      #expect(log.all == ["ada saved notes"])
    }
  }

  @Test("After dry runs with others the closure of the content that stands is told")
  func dryRuns() async throws {
    try await onDetail("1") { detail in
      for id in 90..<100 {
        let tried = Navigation.replaceContent(of: detail, with: Detail(detailID: "\(id)"))
        #expect(try await navigator.dryRun().attempt(tried).kind == .unchanged(.dryRun))
      }
      try await navigator.dismiss(id: detail)
      try await log.wait { $0 == ["detail 1 left"] }
    }
  }
}
