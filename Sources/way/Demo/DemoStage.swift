// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Synchronization
import Waykeeper

/// A folder of its own, and the processes that live in it.
final class DemoStage: Sendable {
  let folder: String
  private let programs = Mutex<[String: Child]>([:])
  private let restartTold = Atomic(false)

  /// Makes the folder; refuses where the daemon is not beside this program.
  init() throws {
    _ = try OwnStage.daemon()
    folder = try Self.makeFolder(in: OwnStage.shortFolder(for: "\(Self.template)/\(Self.runtimeName)"))
  }

  private static let template = "way-demo-XXXXXX"
  private static let runtimeName = "run"

  /// Makes a folder that was not there before, for this user alone: whatever lies in it is ours.
  static func makeFolder(in parent: String) throws -> String {
    var path = Array("\(parent)/\(template)".utf8CString)
    guard mkdtemp(&path) != nil else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure("cannot make a folder in \(parent): \(reason)", notes: OwnStage.folderAdvice, .noCoordinator)
    }
    return String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  var runtimeFolder: String { "\(folder)/\(Self.runtimeName)" }

  private var variables: [String: String?] {
    OwnStage.variables(runtimeFolder: runtimeFolder, stateFolder: "\(folder)/state")
  }

  /// Starts a program that stays; what it says goes to a file of the folder.
  func start(_ name: String, _ program: String, _ arguments: [String]) throws {
    var process = process(program, arguments)
    process.log = "\(folder)/\(name).log"
    let child = try start(process)
    programs.withLock { $0[name] = child }
  }

  private func process(_ program: String, _ arguments: [String]) -> ChildProcess {
    ChildProcess(words: [OwnStage.path(of: program)] + arguments, changes: variables)
  }

  private func start(_ process: ChildProcess) throws -> Child {
    do {
      return try Child(process)
    } catch {
      let log = process.log.map { " with its log \($0)" } ?? ""
      throw CommandFailure("cannot start \(process.words[0])\(log): \(error)", .notAsAsked)
    }
  }

  /// Starts `way`; what it says to its output comes out of the pipe.
  private func start(_ arguments: [String], withErrors: Bool) throws -> (Child, ProcessPipe) {
    guard let output = ProcessPipe() else {
      throw CommandFailure("cannot open a pipe: \(String(cString: strerror(errno)))", .notAsAsked)
    }
    defer { close(output.writing) }
    var process = process("way", arguments)
    process.input = ChildProcess.nothing
    process.output = output.writing
    if withErrors { process.errors = output.writing }
    do {
      return (try start(process), output)
    } catch {
      close(output.reading)
      throw error
    }
  }

  /// Starts the coordinator and waits until it answers.
  func startCoordinator() async throws {
    // Time enough to be killed while asked, also on a busy machine.
    let patience = ["--deadline-ask", "5s", "--deadline-transition", "20s"]
    // What the machine configures is not for the tour.
    let configuration = "\(folder)/waykeeperd.yaml"
    try "".write(toFile: configuration, atomically: true, encoding: .utf8)
    try start("waykeeperd", "waykeeperd", ["--config", configuration, "--hosting", "optional"] + patience)
    try await wait(for: "the coordinator to answer") { _ = try await $0.snapshot() }
  }

  /// Starts a worker from this file and waits until it is registered.
  func startWorker(_ name: String, _ yaml: String) async throws {
    let file = "\(folder)/\(name).worker.yaml"
    try yaml.write(toFile: file, atomically: true, encoding: .utf8)
    try start(name, "way", ["worker", file])
    try await wait(for: "the worker \(name)") { navigator in
      guard try await Self.status(of: name, navigator)?.state == .live else { throw NotYet() }
    }
  }

  /// What the coordinator tells of a worker.
  static func status(of worker: String, _ navigator: Navigator) async throws -> WorkerStatus? {
    try await navigator.workers().first { $0.name.rawValue == worker }
  }

  /// What is waited for is not so yet.
  struct NotYet: Error {}

  /// Asks the coordinator until `question` has its answer, for ten seconds at most.
  func wait(for what: String, _ question: @Sendable (Navigator) async throws -> Void) async throws {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      do {
        let navigator = try Navigator.connect(.runtimeFolder(runtimeFolder), name: "way-demo").timeout(.seconds(1))
        defer { Task { await navigator.close() } }
        try await question(navigator)
        return
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    throw CommandFailure("waited 10 s in vain for \(what)", notes: lastWords, .noCoordinator)
  }

  /// The last lines that each program said: their files go with the folder.
  var lastWords: [String] {
    running.flatMap { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)) ?? ""
      return text.split(separator: "\n").suffix(Self.linesMax).map { "  \(name): \($0)" }
    }
  }

  private static let linesMax = 8

  /// Runs `way` to its end and returns all that it said. Where the task is cancelled, so is the command.
  func way(_ arguments: [String]) async throws -> String {
    try Task.checkCancellation()
    let (process, output) = try start(arguments, withErrors: true)
    programs.withLock { $0[Self.command] = process }
    let said = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let data = output.readToEnd()
          process.wait()
          continuation.resume(returning: String(decoding: data, as: UTF8.self))
        }
      }
    } onCancel: {
      process.signal(SIGTERM)
    }
    programs.withLock { $0[Self.command] = nil }
    try Task.checkCancellation()
    return said
  }

  /// What the command that is typed is called among the programs.
  private static let command = "command"

  /// Whether the watcher has told that the coordinator restarted.
  var isRestartTold: Bool { restartTold.load(ordering: .acquiring) }

  /// Starts `way watch` and hands on each of its lines.
  func watch(_ tell: @escaping @Sendable (String) -> Void) throws {
    let (process, output) = try start(["watch"], withErrors: false)
    programs.withLock { $0["watch"] = process }
    DispatchQueue.global().async { [self] in
      output.readLines { line in
        tell(line)
        if line.contains(EventText.restart) { restartTold.store(true, ordering: .releasing) }
      }
    }
  }

  func pid(of name: String) -> Int32 { programs.withLock { $0[name]?.pid ?? 0 } }

  /// Ends one of them with this signal, and waits until it has ended.
  func kill(_ name: String, _ signal: Int32) async {
    guard let process = programs.withLock({ $0.removeValue(forKey: name) }) else { return }
    process.signal(signal)
    _ = await process.ended()
  }

  /// The names of all that runs, in a fixed order.
  var running: [String] { programs.withLock { $0.keys.sorted() } }

  /// Ends everything and removes the folder.
  func end() async {
    // The watcher first: what follows is no part of the tour.
    await kill("watch", SIGTERM)
    for name in running where name != "waykeeperd" { await kill(name, SIGTERM) }
    await kill("waykeeperd", SIGTERM)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
