// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import UnixSignals
import Waykeeper

struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Runs a real worker that a file describes, and tells what it is asked.",
    discussion: """
      worker: kiosk                      # its name; the older process of this name is replaced
      version: "1.4"
      scenes: [main]                     # the default; "*" for all
      root: [home]                       # what it installs as root
      screens:
        home:
          handles:
            show list: push              # push present pop popToRoot "popTo x" "dismiss hard" "dismiss soft"
            show map: { push: "map?floor=1" }          # done declined fail hang crash
            show slow: { after: 200ms, then: push }
            show admin: { redirect: show login, within: 30s, then: push }
            show *: declined             # the most exact key wins
        list:
          guard: { deny: unsaved notes } # allow deny hang crash { after: … } { redirect: … }
          unanswered: allow              # what its silence means: allow deny
          back: declined                 # handled declined
          on-death: { fallback: home }   # keep pop
          appears: { after: 50ms }       # or never
          prepares: allow                # is asked before it comes
          standing: { show help: push }  # known beforehand: nobody is asked
          presentation: push             # of screens made from their name alone: push sheet sheetNoPush
          sensitive: true                # its content is not recorded

      An interrupt or SIGTERM ends it with 0, and the coordinator is told; on SIGHUP it reads its screens anew. It ends \
      with 3 when a newer process has taken over its name.
      """)

  @Argument(help: ArgumentHelp("What the worker shows and answers.", valueName: "file.yaml"), completion: .file())
  var file: String

  @Flag(help: "Only say what the file means, or what is wrong with it.")
  var check = false

  @Option(
    help: ArgumentHelp("Say at the end that it will be back within this time, as in an update.", valueName: "time"),
    transform: Parse.time)
  var restarting: Duration?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    var description = try WorkerFile(contentsOf: file)
    if let scene = global.scene { description.scenes = [scene] }
    if check {
      for line in description.summary { Output.line(line) }
      return
    }
    let worker = description.screenWorker(at: global.location, restarting: restarting)
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    async let told: Void = tell(worker.reports)
    let end = await end(of: worker, or: signals)
    // What happened last is told before the program ends.
    await told
    try end.get()
  }

  /// Runs the worker until it ends by itself, or somebody wants it to.
  private func end(
    of worker: ScreenWorker, or signals: UnixSignalsSequence
  ) async -> Result<Void, any Error> {
    await withTaskGroup(of: Result<Void, any Error>.self) { group in
      group.addTask {
        do {
          return .success(try await worker.run())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        for await signal in signals {
          guard signal == .sighup else { break }
          reload(worker)
        }
        return .success(())
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
  }

  /// Does from now on what the file says now; with a fault in it, what it did before.
  private func reload(_ worker: ScreenWorker) {
    do {
      let description = try WorkerFile(contentsOf: file)
      try worker.update { description.parts }
    } catch let error as CommandFailure {
      Output.error("way: \(error.message)")
    } catch {
      Output.error("way: \(error)")
    }
  }

  private func tell(_ reports: AsyncStream<WorkerReport>) async {
    let text = WorkerReportText()
    for await report in reports {
      let lines = global.format == .json ? WorkerReportText.json(report) : text.lines(report)
      for line in lines { Output.line(line) }
    }
  }
}
