// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("waykeeperd as a program")
struct DaemonTests {
  let daemon: DaemonProcess

  init() throws { daemon = try DaemonProcess() }

  @Test("help names every option, the variables and the exit codes; version says one line")
  func help() throws {
    let help = try daemon.run(["--help"])
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    for word in ["--config", "--check", "--deadline-ask", "WAYKEEPER_RUNTIME_DIR", "EXIT CODES", "78"] {
      #expect(help.output.contains(word), "\(word)")
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let version = try daemon.run(["--version"])
    #expect(version.code == 0)
    #expect(version.output.wholeMatch(of: /waykeeperd \d+\.\d+\.\d+\n/) != nil, "\(version.output)")
  }

  @Test(
    "usage errors exit with 2 and say what was meant",
    arguments: [
      (["--jornal", "none"], "--journal"), (["--journal", "off"], "sqlite"), (["serve"], "serve"),
      (["--deadline-ask", "5"], "500ms"), (["--deadline-ask", "0ms"], "between 1ms and 1d"), (["--config"], "--config"),
      (["--config", ""], "--config is empty"), (["--log-level", "INFO"], "info"),
      (["--hosting", "required", "--hosting", "optional"], "--hosting stands more than once, and takes one value"),
      (["--state-dir=/a", "--check", "--state-dir=/a"], "--state-dir stands more than once"),
    ] as [([String], String)])
  func usage(arguments: [String], hint: String) throws {
    let ended = try daemon.run(arguments)
    #expect(ended.code == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains(hint), "\(ended.errors)")
  }

  @Test("a log that nobody reads stops nothing, and tells later how much was left out")
  func unreadLog() throws {
    let daemon = try DaemonProcess()
    let log = try #require(ProcessPipe())
    let (process, _) = try daemon.start(logTo: log.writing)
    close(log.writing)
    let way = daemon.program.deletingLastPathComponent().appending(path: "way")
    // Each of these signals is logged; a pipe holds about a thousand such lines.
    for _ in 0..<3000 { process.signal(40) }
    let reached = try daemon.run(["wait", "--coordinator", "--timeout", "20s"], program: way)
    #expect(reached.code == 0, "\(reached.errors)")
    var isTold = false
    log.readLines { line in
      // One more signal, so that there is a line behind those that were left out; when it has been told, nothing more is.
      guard !isTold else { return }
      isTold = line.contains("left out here, since nobody read the log")
      process.signal(isTold ? SIGTERM : 40)
    }
    #expect(isTold)
    #expect(process.wait().exitCode == 0)
  }

  @Test("--check prints what it understood and exits with 0")
  func check() throws {
    try daemon.write("scenes: { main: { start: home, restore: 10m } }", "w.yaml")
    let ended = try daemon.run(["--check", "--config", daemon.file("w.yaml"), "--deadline-ask", "70ms"])
    #expect(ended.code == 0)
    #expect(ended.output.contains("scenes       main   start home   restore 10m   back-at-root stay\n"))
    #expect(ended.output.contains("deadlines    ask              70ms\n"))
    #expect(ended.output.contains("runtime-dir  \(daemon.file("run"))  ($WAYKEEPER_RUNTIME_DIR)\n"))
    #expect(ended.errors.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: daemon.file("run")))
  }

  @Test("a coordinator of the tests to which no configuration is named has theirs, and not that of the machine")
  func noConfiguration() async throws {
    let ended = try daemon.run(["--check"])
    #expect(ended.output.contains("files        \(daemon.file("usual.yaml"))\n"), "\(ended.output)")
    try await Stage.empty { stage in
      let end = try await stage.start("waykeeperd", ["--check"]).end()
      #expect(end.output.contains("files        \(stage.folder)/usual.yaml"), "\(end.all)")
    }
  }

  @Test("a wrong configuration exits with 78 and tells all of it, checked or started", arguments: [[], ["--check"]])
  func wrongConfiguration(check: [String]) throws {
    try daemon.write("jornal: none\nscenes:\n  main:\n    restor: never\n", "w.yaml")
    let ended = try daemon.run(check + ["--config", daemon.file("w.yaml")])
    #expect(ended.code == 78)
    #expect(ended.output.isEmpty)
    #expect(
      ended.errors == """
        \(daemon.file("w.yaml")):1:1: unknown key 'jornal' (did you mean 'journal'?)
        \(daemon.file("w.yaml")):4:5: unknown scene key 'restor' (did you mean 'restore'?)

        """)
  }

  @Test("what is wrong with no file begins with the program's name", arguments: [[], ["--check"]])
  func longFolder(check: [String]) throws {
    let ended = try daemon.run(check + ["--runtime-dir", "/tmp/" + String(repeating: "a", count: 120)])
    #expect(ended.code == 78)
    #expect(ended.errors.hasPrefix("waykeeperd: the runtime folder /tmp/aaa"), "\(ended.errors)")
  }

  @Test("it says when it is ready, that it lives and that it ends; SIGTERM ends it with 0")
  func life() throws {
    let (process, socket) = try daemon.start()
    for (name, group) in [("control", "control"), ("screens", "screens"), ("updates", "watch")] {
      var status = stat()
      #expect(lstat(daemon.file("run/\(name).sock"), &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFSOCK)
      // Root may give a file to any group, everybody else only to their own.
      let given: mode_t = getgrnam("waykeeper-\(group)") == nil ? 0o600 : 0o660
      let modes: [mode_t] = geteuid() == 0 ? [given] : [0o600, 0o660]
      #expect(modes.contains(status.st_mode & 0o777), "\(name)")
    }
    #expect(socket.next() == "WATCHDOG=1")
    process.signal(SIGTERM)
    // Said while it is stopping: the process does not wait for anybody to read it, so the order is that of the datagrams.
    var said: [String] = []
    while said.last != "STOPPING=1", let next = socket.next() { said.append(next) }
    #expect(said.last == "STOPPING=1" && said.dropLast().allSatisfy { $0 == "WATCHDOG=1" }, "\(said)")
    #expect(process.wait().exitCode == 0)
    #expect(socket.isSilent)
    #expect(!FileManager.default.fileExists(atPath: daemon.file("run/control.sock")))
    #expect(!FileManager.default.fileExists(atPath: daemon.file("state/journal.sqlite-wal")))
  }

  @Test("a second daemon on the runtime or the state folder exits with 73 and names the first one's pid")
  func second() throws {
    let (first, _) = try daemon.start()
    for ended in [
      try daemon.run(["--state-dir", daemon.file("other")]),
      try daemon.run(["--runtime-dir", daemon.file("other")]),
    ] {
      #expect(ended.code == 73)
      #expect(ended.errors.contains("pid \(first.pid)"), "\(ended.errors)")
    }
    #expect(first.end == nil)
  }

  @Test("a damaged journal exits with 65, binds nothing and stays as it was")
  func damaged() throws {
    let bytes = String(repeating: "no journal ", count: 1000)
    try daemon.write(bytes, "state/journal.sqlite")
    let ended = try daemon.run()
    #expect(ended.code == 65)
    #expect(ended.errors.contains(daemon.file("state/journal.sqlite")))
    #expect(try String(contentsOfFile: daemon.file("state/journal.sqlite"), encoding: .utf8) == bytes)
    #expect(!FileManager.default.fileExists(atPath: daemon.file("run/control.sock")))
  }

  @Test("a journal that cannot be read exits with 74")
  func unreadable() throws {
    try daemon.write("", "state/journal.sqlite/in-the-way")
    #expect(try daemon.run().code == 74)
  }

  @Test("a folder that cannot be had exits with 73", arguments: ["--runtime-dir", "--state-dir"])
  func noFolder(flag: String) throws {
    try daemon.write("", "in-the-way")
    let ended = try daemon.run([flag, daemon.file("in-the-way/below")])
    #expect(ended.code == 73)
    #expect(ended.errors.contains("in-the-way"), "\(ended.errors)")
  }

  @Test("a temporary folder that others may enter is not ours: 73")
  func foreignTemporaryFolder() throws {
    let path = daemon.file("waykeeper-\(getuid())")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let ended = try daemon.run(
      environment: [
        "WAYKEEPER_RUNTIME_DIR": "", "RUNTIME_DIRECTORY": "", "XDG_RUNTIME_DIR": "", "TMPDIR": daemon.path,
      ])
    #expect(ended.code == 73)
    #expect(ended.errors.contains(path), "\(ended.errors)")
  }

  @Test("lines of the log have time and level; for systemd's journal the level as it wants it, and no time")
  func log() throws {
    let file = daemon.file("log")
    let log = try DaemonProcess.opened(file)
    defer { close(log) }
    let (process, _) = try daemon.start(logTo: log)
    process.signal(SIGTERM)
    process.wait()
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let form = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info coordinator started epoch=\d+ folder=\S+/
    #expect(lines.first?.wholeMatch(of: form) != nil, "\(lines)")

    var status = stat()
    #expect(stat(file, &status) == 0)
    let again = try DaemonProcess.opened(file)
    defer { close(again) }
    let journald = try daemon.start(
      logTo: again,
      environment: ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"]
    ).process
    journald.signal(SIGTERM)
    journald.wait()
    let first = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").first
    #expect(first?.hasPrefix("<6>coordinator started epoch=") == true, "\(first ?? "")")
  }

  @Test("what ends it is an error to systemd's journal, each line of it")
  func lastWords() throws {
    try daemon.write("nosuch: 1\nneither: 2\n", "wrong.yaml")
    try daemon.write("", "empty.yaml")
    try daemon.write(String(repeating: "no journal ", count: 100), "state/journal.sqlite")
    let script = "export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2); exec \"$@\""
    let cases: [(arguments: [String], code: Int32, lines: ClosedRange<Int>)] = [
      (["--config", daemon.file("wrong.yaml")], 78, 2...2), (["--config", daemon.file("empty.yaml")], 65, 1...1),
      (["--jornal", "none"], 2, 1...9),
    ]
    for (arguments, code, count) in cases {
      let words = ["-c", script, "sh", daemon.program.path] + arguments
      let ended = try daemon.run(words, program: URL(filePath: "/bin/sh"))
      let lines = ended.errors.split(separator: "\n")
      #expect(ended.code == code && count.contains(lines.count), "\(ended.errors)")
      #expect(lines.allSatisfy { $0.hasPrefix("<3>") }, "\(ended.errors)")
    }
  }
}
