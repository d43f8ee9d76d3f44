// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Suite("way sandbox", .enabled(if: Python.path != nil, "needs python3")) struct SandboxTests {
    private static let way = Program.folder.appending(path: "way").path

    /// Foundation starts processes with most signals blocked, and they stay so in all that these start; a terminal does not.
    static let unblocked =
      "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"

    /// Runs a script of a shell in a sandbox, whose folder lies in that of the stage.
    private static func start(_ stage: Stage, _ script: String, _ options: [String] = []) throws -> Program {
      let words = [way, "sandbox"] + options + ["--", "bash", "-c", script]
      return try stage.start(try #require(Python.path), ["-c", unblocked] + words)
    }

    /// Nothing of a sandbox runs any more, and its folder is gone.
    private static func expectNothing(_ stage: Stage, files: [String] = []) throws {
      #expect(stage.processes.isEmpty)
      #expect(try stage.files == files)
    }

    /// A worker that shows everything, as a program of its own, and what is typed into a shell.
    @Test("The commands of a test in CI, as they are typed: a worker, three commands, and what did not come")
    func continuousIntegration() async throws {
      try await Stage.empty { stage in
        let worker = """
          worker: exhibits
          screens:
            exhibit: { handles: { show feedback: { present: "sheet:feedback" } } }
            feedback: { appears: never }
          """
        try worker.write(toFile: "\(stage.folder)/exhibits.yaml", atomically: true, encoding: .utf8)
        let end = try await Self.start(
          stage,
          """
          export PATH="\(Program.folder.path):$PATH"
          exhibits() { exec way worker '\(stage.folder)/exhibits.yaml' > /dev/null; }
            exhibits & way wait --workers exhibits
            way replace home/exhibit?id=7 && way show feedback && way wait home/exhibit?id=7/sheet:feedback --appeared --timeout 4s
          """
        ).end()
        #expect(end.code == 3, "\(end.all)")
        #expect(end.output.count == 4, "\(end.all)")
        let beginnings = [
          "workers    exhibits  ", "committed  main 1   home / exhibit?id=7 ",
          "committed  main ", "  asked   @1 exhibit  exhibits  show feedback → present",
        ]
        for (line, beginning) in zip(end.output, beginnings) { #expect(line.hasPrefix(beginning), "\(end.all)") }
        #expect(
          end.errors.last?.hasPrefix(
            "way: not as asked after 4 s: @2 sheet:feedback has not appeared; its host exhibits is attended and was told"
          ) == true, "\(end.all)")
        try Self.expectNothing(stage, files: ["exhibits.yaml"])
      }
    }

    @Test(
      "It ends as its command does",
      arguments: [
        ("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137), ("exit 255", 255),
      ])
    func exitCode(script: String, code: Int32) async throws {
      try await Stage.empty { stage in
        let end = try await Self.start(stage, script).end()
        // By itself, and not by the signal that ended its command.
        #expect(end.code == code && end.signal == nil, "\(end.all)")
        #expect(end.output.isEmpty && end.errors.isEmpty, "\(end.all)")
        try Self.expectNothing(stage)
      }
    }

    @Test("A command that is not there, or cannot be run, is named", arguments: [("nosuch", 127), ("/dev/null", 126)])
    func noCommand(command: String, code: Int32) async throws {
      try await Stage.empty { stage in
        let end = try await stage.start("way", ["sandbox", "--", command]).end()
        #expect(end.code == code)
        #expect(end.errors.first?.hasPrefix("way: cannot run \(command): ") == true, "\(end.all)")
        try Self.expectNothing(stage)
      }
    }

    @Test("Input, output, environment and blocked signals are those of the command; it finds the coordinator by itself")
    func passedThrough() async throws {
      try await Stage.empty { stage in
        let sandbox = try Self.start(
          stage,
          """
          read line; echo "heard $line" >&2; grep SigBlk /proc/self/status
          "\(Self.way)" status --format json
          """)
        try sandbox.say("you")
        let end = try await sandbox.end()
        #expect(end.code == 0 && end.errors == ["heard you"], "\(end.all)")
        #expect(end.output.first == "SigBlk:\t0000000000000000")
        #expect(end.output.last?.contains(#""mode":"sqlite""#) == true, "\(end.all)")
      }
    }

    @Test("What it leaves in the background is ended, also what is in a session of its own or will not end")
    func background() async throws {
      try await Stage.empty { stage in
        let end = try await Self.start(
          stage,
          """
          sleep 1000 & setsid sleep 1000 & (setsid sh -c 'trap "" TERM; while :; do sleep 1000; done' &)
          echo left; exit 4
          """
        ).end()
        #expect(end.code == 4 && end.output == ["left"], "\(end.all)")
        try Self.expectNothing(stage)
      }
    }

    /// Who is killed with -9 in the middle.
    enum Victim: CaseIterable {
      case sandbox, keeper, group
    }

    @Test("Killed with -9, it leaves nothing either", arguments: Victim.allCases)
    func killed(victim: Victim) async throws {
      try await Stage.empty { stage in
        // A process group of its own, so that the group of the tests lives.
        let script = "sleep 1000 & setsid sleep 1000 & echo up; wait"
        let words = [Self.way, "sandbox", "--", "bash", "-c", script]
        let sandbox = try stage.start("/usr/bin/setsid", ["--fork", "--wait"] + words)
        _ = try await sandbox.output.next("the command") { $0 == "up" }
        // What it has started leads a session.
        let leader = try #require(Self.children(of: sandbox.pid).first)
        switch victim {
        case .sandbox: kill(leader, SIGKILL)
        case .keeper: kill(try #require(Self.children(of: leader).first), SIGKILL)
        case .group: kill(-leader, SIGKILL)
        }
        _ = try await sandbox.end()
        try eventually("the end of all") { try stage.processes.isEmpty && stage.files.isEmpty }
      }
    }

    private static func children(of pid: Int32) -> [Int32] {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
      return threads.flatMap { thread in
        let text = try? String(contentsOfFile: "/proc/\(pid)/task/\(thread)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
      }
    }

    @Test("Signals reach the command, which may do with them what it likes")
    func signals() async throws {
      try await Stage.empty { stage in
        let sandbox = try Self.start(
          stage,
          """
          trap 'echo usr1' USR1; trap 'echo int' INT; trap 'echo term; exit 5' TERM
          echo ready; while :; do sleep 0.01; done
          """)
        _ = try await sandbox.output.next("the command") { $0 == "ready" }
        for (signal, word) in [(SIGUSR1, "usr1"), (SIGINT, "int"), (SIGTERM, "term")] {
          sandbox.signal(signal)
          _ = try await sandbox.output.next("signal \(signal)") { $0 == word }
        }
        #expect(try await sandbox.end().code == 5)
        try Self.expectNothing(stage)
      }
    }

    @Test("A configuration changes the coordinator; one that is wrong is told, and the command does not run")
    func configuration() async throws {
      try await Stage.empty { stage in
        let file = "\(stage.folder)/own.yaml"
        try "hosting: required\njournal: sqlite".write(toFile: file, atomically: true, encoding: .utf8)
        let good = try await Self.start(
          stage, #""\#(Self.way)" replace home --format json"#, ["--config", file]
        ).end()
        #expect(good.code == 3 && good.output.first?.contains(#""reason":"noHost""#) == true, "\(good.all)")
        try "hosting: perhaps".write(toFile: file, atomically: true, encoding: .utf8)
        let bad = try await Self.start(stage, "echo ran", ["--config", file]).end()
        #expect(bad.code == 2 && bad.output.isEmpty, "\(bad.all)")
        #expect(bad.errors.contains { $0.contains("own.yaml:1:10") }, "\(bad.all)")
        try Self.expectNothing(stage, files: ["own.yaml"])
      }
    }

    @Test(
      "A folder that is kept has the log, and is named, whatever else is not said",
      arguments: [([], "exit 1, "), (["--quiet"], "")] as [([String], String)])
    func kept(words: [String], how: String) async throws {
      try await Stage.empty { stage in
        let end = try await Self.start(stage, "exit 1", ["--keep"] + words).end()
        let folder = try #require(try stage.files.first)
        let line = "sandbox    \(how)folder kept: \(stage.folder)/\(folder)"
        #expect(end.code == 1 && end.errors == [line], "\(end.all)")
        let log = try String(contentsOfFile: "\(stage.folder)/\(folder)/waykeeperd.log", encoding: .utf8)
        #expect(log.contains("coordinator started"))
      }
    }

    @Test(
      "On a terminal it says where it is, and how it ended; the command has the terminal",
      .needsScript)
    func terminal() async throws {
      try await Stage.empty { stage in
        let command = "'\(Self.way)' sandbox -- bash -c 'test -t 0 && echo terminal; sleep 1000 & read line; exit 3'"
        let script = try stage.startOnTerminal(command)
        _ = try await script.output.next("the command") { $0.contains("terminal") }
        try script.say("go on")
        let end = try await script.end()
        #expect(end.code == 3, "\(end.all)")
        #expect(end.output.contains { $0.hasPrefix("sandbox    folder \(stage.folder)/way-sandbox-") }, "\(end.all)")
        #expect(
          end.output.contains { $0.hasPrefix("sandbox    exit 3, 1 process ended, folder removed") }, "\(end.all)")
        try Self.expectNothing(stage)
      }
    }
  }
}
