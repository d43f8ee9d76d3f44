// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper
import WaykeeperTesting

@Suite("Where a coordinator is looked for", .timeLimit(.minutes(20)))
struct CoordinatorLocationTests {
  @Test("The first place in which somebody listens is taken")
  func first() async throws {
    let coordinator = try await Sandbox.patient()
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/waykeeper", withDestinationPath: coordinator.folder)
    #expect(
      try CoordinatorLocation.automatic.resolve(.screens, environment: ["XDG_RUNTIME_DIR": folder])
        == "\(folder)/waykeeper")
    #expect(
      try CoordinatorLocation.automatic.resolve(environment: ["WAYKEEPER_RUNTIME_DIR": coordinator.folder])
        == coordinator.folder)
  }

  @Test("The folder that the variable names is the only one looked into, whoever listens elsewhere")
  func namedByVariable() async throws {
    let coordinator = try await Sandbox.patient()
    let temporary = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(temporary.path)/waykeeper", withDestinationPath: coordinator.folder)
    let error = #expect(throws: NavigatorError.self) {
      try CoordinatorLocation.automatic.resolve(
        environment: ["WAYKEEPER_RUNTIME_DIR": "/nowhere", "XDG_RUNTIME_DIR": temporary.path])
    }
    #expect(error?.attempts.map(\.place) == ["/nowhere"])
  }

  @Test("Failure names every place, and what is wrong there")
  func failure() throws {
    let temporary = try TemporaryFolder()
    let empty = temporary.path
    let own = "\(empty)/waykeeper-\(getuid())"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    chmod(own, 0o755)
    let environment = ["XDG_RUNTIME_DIR": "/nowhere", "TMPDIR": empty]
    // Where this machine has a coordinator, it is found before the last place is looked into.
    if (try? CoordinatorLocation.runtimeFolder("/run/waykeeper").resolve()) != nil {
      #expect(try CoordinatorLocation.automatic.resolve(environment: environment) == "/run/waykeeper")
      return
    }
    let error = #expect(throws: NavigatorError.self) {
      try CoordinatorLocation.automatic.resolve(environment: environment)
    }
    let attempts = try #require(error?.attempts)
    #expect(attempts.map(\.place) == ["$WAYKEEPER_RUNTIME_DIR", "/nowhere/waykeeper", "/run/waykeeper", own])
    let isBarred =
      switch attempts[2].problem {
      case .permissionDenied, .folderClosed: true
      default: false
      }
    #expect(error?.code == (isBarred ? .permissionDenied : .noCoordinator))
    #expect(attempts[0].problem == .notSet)
    #expect(attempts[1].problem == .noFolder)
    #expect(attempts[3].problem == .notOurs)
  }

  @Test("A file whose owner has gone, and a folder without one, are told apart")
  func stale() async throws {
    let coordinator = try await Sandbox.patient()
    try await coordinator.kill()
    let location = CoordinatorLocation.runtimeFolder(coordinator.folder)
    let gone = #expect(throws: NavigatorError.self) { try location.resolve() }
    #expect(gone?.attempts.map(\.problem) == [.nobodyListens("control.sock")])
    let folder = try TemporaryFolder()
    let empty = #expect(throws: NavigatorError.self) { try CoordinatorLocation.runtimeFolder(folder.path).resolve() }
    #expect(empty?.attempts.map(\.problem.description) == ["no control.sock"])
  }

  @Test("A folder that is named is the only one looked into, and too long a path is told")
  func named() {
    let long = "/tmp/" + String(repeating: "x", count: 120)
    let error = #expect(throws: NavigatorError.self) { try CoordinatorLocation.runtimeFolder(long).resolve() }
    #expect(error?.attempts.map(\.place) == [long])
    #expect(error?.message.contains("107") == true)
  }

  @Test("Connecting without a coordinator fails at once")
  func connect() {
    let error = #expect(throws: NavigatorError.self) {
      try Navigator.connect(.runtimeFolder("/nowhere"), name: "test")
    }
    #expect(error?.code == .noCoordinator)
  }
}
