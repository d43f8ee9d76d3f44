// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Foundation
import Waykeeper

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Runs a worker, from a file or any program, and prints each ask.",
    usage: """
      way worker [--check] [--quiet] [--restarting <time>] [--takeover] <file.yaml>
      way worker --example
      way worker [--quiet] [--restarting <time>] [--takeover] -- <program> [<argument> ...]
      """,
    discussion: """
      `way worker --example` prints a file with everything that one can say in it:

      way worker --example > kiosk.worker.yaml

      A program is spoken to over its standard input and output, a JSON object a line. It says register first, then \
      answer, working, appeared, cannotShow, active and command; it hears welcome, ask, settled, state and outcome:

      {"register":{"worker":"w","routables":{"home":{"handles":["show map"]}}}}
      {"ask":{"token":"7.1","request":"show map",…}}
      {"answer":{"token":"7.1","push":"map"}}
      {"state":{"elements":[{"id":3,"screen":"home","visibility":"top",…}],…}}
      {"appeared":{"id":3}}
      {"active":{}}
      {"command":{"verb":"back","expecting":{"top":3}}}
      {"outcome":{"outcome":"committed","path":[…],…}}

      A state holds the program's own elements, whole, each time one of them comes, changes or goes, is covered (visibility \
      beneath), uncovered (top), or in a branch that does not show (hidden). Its commands are carried out in order, and an \
      outcome or error comes for each; an error comes also for an answer that cannot be taken, whose ask has failed then if its \
      token can be read. A command that it leaves without scene goes to the one it registered for. When it says nothing more, \
      those that wait have 10 s. By active it tells that a person uses its screen, though no command says so; at most one a \
      second is sent on.

      An interrupt or SIGTERM ends it with 0, and the coordinator is told; a program that does not end within 5 s is \
      killed, and so is one that leaves 16 MiB of lines unread; one that closes its standard input hears nothing more, \
      which is told; on SIGHUP it reads its screens anew \
      (`worker`, `version` and `scenes` take effect with the next start), or ends with 0 where its terminal is gone; where \
      SIGHUP is ignored, as under nohup, it stays so. It ends \
      with 1 as soon as the program has ended and not well, and with 3 when another \
      process has taken over its name, which a service manager should not undo by a restart (RestartPreventExitStatus=3).

      Under systemd it says that it is ready when the coordinator has taken its registration, and feeds the watchdog of its \
      unit as long as its loop turns; WAYKEEPER_RESTARTING_MS in the environment stands for --restarting, in ms.

      A name belongs to the user that runs it, and to one process at a time. While another one holds it, this one says so \
      on standard error and tries again; --takeover ends that one, as in an upgrade without a gap.
      """)

  @Argument(
    help: ArgumentHelp("What the worker shows and answers.", valueName: "file.yaml"), completion: .file(),
    transform: Parse.file)
  var file: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Behind --, a program to be the worker, and its arguments.", valueName: "program"),
    completion: .file())
  var program: [String] = []

  @Flag(help: "Only print a file with everything that one can say in it.")
  var example = false

  @Flag(help: "Only print the meaning of the file, or the mistakes in it.")
  var check = false

  @Option(
    help: ArgumentHelp("Say at the end that it will be back within this time, as in an update.", valueName: "time"),
    transform: Parse.time)
  var restarting: Duration?

  @Flag(help: "Replace a live worker of this name, as in an upgrade; it ends with 3.")
  var takeover = false

  @Flag(help: "Print no asks, only what keeps it from its work.")
  var quiet = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    switch (file, program.isEmpty) {
    case (nil, true) where example: break
    case (nil, true): throw ValidationError("a worker file is missing, or -- and a program")
    case (_?, false): throw ValidationError("a worker is a file or a program, not both")
    case (nil, false): if check { throw ValidationError("--check is for a worker file") }
    case (_?, true): break
    }
    if restarting == nil, let problem = RestartingTime.problem { throw ValidationError(problem) }
  }

  /// What was understood of a file, and what is probably not meant so.
  private func tell(_ file: WorkerFile) {
    switch global.format {
    case .text:
      for line in file.summary() { Output.line(line) }
      for note in file.notes { Output.error("note: \(note)") }
    case .json: Output.json(file.summaryJSON)
    }
  }

  func run() async throws {
    if example {
      Output.lines(WorkerFile.example)
      return
    }
    guard let file else { return try await endingAnyway { try await runProgram() } }
    var description = try WorkerFile(contentsOf: file)
    if let scene = global.scene { description.scenes = [scene] }
    if check {
      tell(description)
      return
    }
    let memory = RedirectMemory()
    let worker = description.screenWorker(
      at: global.location, restarting: restarting, takeover: takeover, remembering: memory)
    let (format, isQuiet, running, scene) = (global.format, quiet, description, global.scene)
    try await endingAnyway {
      try await Interruption.ending(onHangUp: { Self.reload(worker, file, running, scene, memory) }) {
        try await WorkerRunner(worker: worker, format: format, isQuiet: isQuiet).run()
      }.get()
    }
  }

  /// Does what the command runs for. Where that ends with an error the process ends, also where nobody reads what is told of it:
  /// whoever keeps the worker running waits for its end.
  private func endingAnyway(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch {
      let status: ExitStatus
      switch error {
      case let failure as CommandFailure: status = failure.status
      case let error as NavigatorError: status = ExitStatus(error)
      default: throw error
      }
      ErrorText.notice(error, format: global.format)
      Self.exit(with: status)
    }
  }

  /// Does from now on what the file says now; with a fault in it, what it did before. What hears signals waits meanwhile, so this
  /// must not.
  ///
  /// - Parameters:
  ///   - running: What the file said at the start.
  ///   - scene: The scene of the command line, which counts in place of those of the file.
  ///   - memory: Where the worker has redirected commands, which it goes on to know.
  private static func reload(
    _ worker: ScreenWorker, _ file: String, _ running: WorkerFile, _ scene: SceneName?, _ memory: RedirectMemory
  ) {
    do {
      var description = try WorkerFile(contentsOf: file, waits: false)
      if let scene { description.scenes = [scene] }
      try worker.update { description.parts(remembering: memory) }
      if let note = description.note(after: running) { Output.notice("note: \(note)") }
    } catch {
      Output.notice(ErrorText.lines(of: error))
    }
  }

  private func runProgram() async throws {
    let process = try ProgramProcess(program)
    let end = await Interruption.ending(onHangUp: { process.signal(SIGHUP) }) { try await serve(process) }
    let (how, wasAsked) = await process.endNow()
    try end.get()
    // One that a signal for both has ended did not fail.
    if let how, !wasAsked, !process.endedBySharedSignal { throw CommandFailure(how, .programFailed) }
  }

  /// Is the worker that the program registers as, until the program says nothing more.
  private func serve(_ process: ProgramProcess) async throws {
    let registration = try await registration(of: process)
    let commands = ProgramCommands(of: registration, at: global.location, say: process.say)
    let bridge = ProgramWorker(process, commands: commands)
    let worker = bridge.screenWorker(registration, at: global.location, restarting: restarting)
    let format = global.format
    try await WorkerRunner(worker: worker, format: format, isQuiet: quiet, onReport: bridge.hear).run {
      await Self.hear(process, bridge, commands) { how in
        // The worker dies with its program: BYE would say that it has left in order, and the death would count for nothing.
        ErrorText.notice(CommandFailure(how, .programFailed), format: format)
        Self.exit(with: .programFailed)
      }
    }
  }

  /// Does what the program says, until it says nothing more and its commands have ended.
  ///
  /// - Parameter die: Called as soon as the program has ended badly, whatever its commands wait for; it is told how.
  private static func hear(
    _ process: ProgramProcess, _ bridge: ProgramWorker, _ commands: ProgramCommands,
    orDie die: @escaping @Sendable (String) -> Never
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await commands.run() }
      try? await process.whileItRuns {
        do {
          for try await line in process.lines { await bridge.hear(line) }
        } catch {
          Output.notice(ErrorText.lines(of: error))
        }
      }
      // A program that says nothing more is dead or about to be; how it died is known a moment later.
      if let how = await process.failure(within: .seconds(1)), !Task.isCancelled { die(how) }
      commands.end()
      let end = ContinuousClock.now + ProgramCommands.restMax
      group.addTask {
        // It may go on, and die only now.
        if let how = await process.failure(within: ProgramCommands.restMax), !Task.isCancelled { die(how) }
        // One that has ended well still wants what it has said last.
        try? await Task.sleep(until: end, clock: .continuous)
      }
      _ = await group.next()
      group.cancelAll()
    }
  }

  /// What the program says first.
  private func registration(of process: ProgramProcess) async throws -> Registration {
    let hint = """
      still waiting for the register line of \(Shell.brief(program)): a JSON object on its standard output, flushed \
      (`way worker --help`)
      """
    let first = try await WaitingHint.telling(hint, after: .seconds(3), onTerminalsAlone: false) {
      try await process.whileItRuns { () -> InputLine? in
        var lines = process.lines.makeAsyncIterator()
        return try await lines.next()
      } ?? nil
    }
    let line: String
    switch first {
    case .text(let text): line = text
    case .noText:
      throw CommandFailure("the first line of \(Shell.brief(program)) cannot be used: it is not UTF-8", .usage)
    case .tooLong(let bytes):
      let problem = "it has \(bytes) bytes, and \(InputLines.bytesMax) are the most"
      throw CommandFailure("the first line of \(Shell.brief(program)) cannot be used: \(problem)", .usage)
    case nil:
      let how = await process.endAlone() ?? "\(Shell.brief(program)) ended"
      throw CommandFailure("\(how); it has not registered", .programFailed)
    }
    do {
      guard case .register(var registration) = try JSONLine.message(line) else {
        throw CommandFailure("it is not 'register'", .usage)
      }
      if let scene = global.scene { registration.scenes = [scene] }
      if takeover { registration.takeover = true }
      return registration
    } catch {
      let why = (error as? CommandFailure)?.message ?? "\(error)"
      throw CommandFailure("the first line of \(Shell.brief(program)) cannot be used: \(why)", .usage)
    }
  }
}
