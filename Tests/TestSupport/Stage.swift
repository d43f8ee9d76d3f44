// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A folder of its own, a coordinator in it, and whatever runs with it, all as built programs. Everything ends with the stage,
/// but what a program has put into another process group than its own.
package final class Stage: Sendable {
  private let temporary: TemporaryFolder
  private let programs = Mutex<[Program]>([])

  private init() throws { temporary = try TemporaryFolder() }

  /// The folder.
  package var folder: String { temporary.path }

  /// Runs `body` on a stage with a coordinator.
  package static func run(_ body: (Stage) async throws -> Void) async throws {
    try await empty { stage in
      _ = try await stage.startCoordinator()
      try await body(stage)
    }
  }

  /// Runs `body` on a stage on which nothing runs yet.
  package static func empty(_ body: (Stage) async throws -> Void) async throws {
    let stage = try Stage()
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(stage))
    } catch {
      result = .failure(error)
    }
    await stage.end()
    // The error tells what one program said; the cause is often in what another one wrote.
    if case .failure(let error) = result { print(stage.account(of: error)) }
    try result.get()
  }

  /// The last lines that each of its programs wrote, in the form in which tests tell details of a failure.
  package func account(of error: any Error) -> String {
    let title = "what ran where this was thrown: \(error)".split(separator: "\n").first.map(String.init) ?? ""
    let lines = [title] + programs.withLock { $0 }.flatMap(\.account)
    return lines.map { "↳ \($0)" }.joined(separator: "\n")
  }

  /// Where the coordinator's sockets are.
  package var runtimeFolder: String { "\(folder)/run" }

  /// What its programs find their coordinator by.
  package var environment: [String: String] {
    var environment = Program.environment
    environment["WAYKEEPER_RUNTIME_DIR"] = runtimeFolder
    environment["WAYKEEPER_STATE_DIR"] = "\(folder)/state"
    environment["XDG_RUNTIME_DIR"] = nil
    environment["TMPDIR"] = folder
    return environment
  }

  /// Starts a program that stays until it, or the stage, is ended.
  package func start(
    _ name: String, _ arguments: [String], adding variables: [String: String] = [:]
  ) throws -> Program {
    let arguments = try completed(name, arguments)
    let program = try Program(name, arguments, environment: environment.merging(variables) { $1 })
    programs.withLock { $0.append(program) }
    return program
  }

  /// What a coordinator does to which no configuration is named: as without any, but it waits longer for each answer. A worker that
  /// gets no processor for half a second, as on a busy machine, is no case for most tests; options name other times.
  private static let usual = "deadlines: { ask: 5s, guard: 5s, transition: 20s }\n"

  /// The arguments that a built program gets: a coordinator to which no configuration is named has the usual one of tests, not that
  /// of this machine.
  package func completed(_ name: String, _ arguments: [String]) throws -> [String] {
    guard name == "waykeeperd", !arguments.contains("--config") else { return arguments }
    let file = "\(folder)/usual.yaml"
    try Self.usual.write(toFile: file, atomically: false, encoding: .utf8)
    // Other users may be the ones who run it.
    guard chmod(file, 0o644) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM) }
    return arguments + ["--config", file]
  }

  /// Starts the coordinator and waits until it listens.
  package func startCoordinator(_ arguments: [String] = []) async throws -> Program {
    let daemon = try start("waykeeperd", arguments)
    _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
    return daemon
  }

  /// Writes a worker file and starts the worker; waits until it is welcome.
  package func startWorker(_ name: String, _ yaml: String, _ arguments: [String] = []) async throws -> Program {
    let file = "\(folder)/\(name).yaml"
    try yaml.write(toFile: file, atomically: true, encoding: .utf8)
    let worker = try start("way", ["worker", "--format", "json", file] + arguments)
    _ = try await worker.output.next("the welcome of worker \(name)") { $0.contains(#"{"welcome":"#) }
    return worker
  }

  /// Starts an observer and waits until it knows where the scenes are.
  package func startWatch(_ arguments: [String] = []) async throws -> Program {
    let watch = try start("way", ["watch", "--format", "json"] + arguments)
    _ = try await watch.output.next("the first state") { $0.contains(#"{"state":"#) }
    return watch
  }

  /// Runs `way` to its end.
  package func way(_ arguments: String...) async throws -> Program.End { try await start("way", arguments).end() }

  private func end() async {
    let running = programs.withLock { $0 }.filter(\.isRunning)
    // A program leads its group: what it has started there ends with it.
    for program in running.reversed() { program.signalGroup(SIGKILL) }
    for program in running { _ = try? await program.end(within: .seconds(10)) }
  }
}
