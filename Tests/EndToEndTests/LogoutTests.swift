// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// A worker that changes its mind while its screens show.
  @Suite("Login and logout") struct LogoutTests {
    struct Account: Screen {
      static let name: ScreenName = "account"
      var page: String
    }

    struct BankTree: NavigationTree {
      let isOpen: Bool
      let log: Recorder<String>
      var builder: some PathBuilder {
        Screen("home") {
          if isOpen {
            Screen(Account.self) { Screen("transfer") }
              .onDismiss { (account: Account) in log.add("left \(account.page)") }
          } else {
            Screen("login")
          }
        }
      }
    }

    /// What happens when somebody signs out while the account shows, by policy.
    private func signOut(
      _ policy: String, _ check: (Stage, Program, Recorder<String>) async throws -> Void
    ) async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/waykeeperd.yaml"
        try "hosting: optional\ntree-change: \(policy)".write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try stage.start("waykeeperd", ["--config", file])
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        let log = Recorder<String>()
        let bank = ScreenWorker("bank", location: .runtimeFolder(stage.runtimeFolder)) {
          Declares(BankTree(isOpen: true, log: log))
        }
        try await withThrowingTaskGroup { group in
          group.addTask { try await bank.run() }
          try await bank.registered()
          #expect(try await stage.outcome("replace", "home/account?page=cards/transfer").isAsAsked)
          let watch = try await stage.startWatch(["--all"])
          try bank.update { Declares(BankTree(isOpen: false, log: log)) }
          try await bank.registered()
          try await check(stage, watch, log)
          // What may be done now is what the new tree says.
          #expect(try await stage.outcome("replace", "home/login").isAsAsked)
          #expect(try await stage.outcome("replace", "home/account?page=x").stop?.allowed == ["login"])
          group.cancelAll()
        }
      }
    }

    @Test("Trim: the path is cut to what still builds, observers hear why, and the worker hears what was dismissed")
    func trim() async throws {
      try await signOut("trim") { stage, watch, log in
        let update = try await watch.output.next("the cut") {
          $0.contains(#""update""#) && $0.contains(#""kind":"tree""#)
        }
        guard case .array(let current)? = try JSONValue(json: update).at("update", "current") else {
          Issue.record("no path in \(update)")
          return
        }
        #expect(current.map { $0["screen"] } == [.string("home")])
        #expect(try await stage.path == "home")
        #expect(try await log.next("the dismissal") == "left cards")
      }
    }

    @Test("Keep: the path stays, and what does not build is marked for observers")
    func keep() async throws {
      try await signOut("keep") { stage, watch, _ in
        let told = try await watch.output.next("the mark") { $0.contains(#""presence""#) && $0.contains("notInTree") }
        #expect(try JSONValue(json: told).at("presence", "message")?.json.contains("tree") == true, "\(told)")
        #expect(try await stage.path == "home/account?page=cards/transfer")
        // Going back is always possible, forward is not.
        #expect(try await stage.outcome("go", "transfer", "--on", "account?page=cards").kind == .rejected(.notInTree))
        #expect(try await stage.outcome("back").isAsAsked)
      }
    }
  }
}
