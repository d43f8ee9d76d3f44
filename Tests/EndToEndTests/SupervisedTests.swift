// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

@Suite("waykeeperd under a watchdog, and on a terminal that nobody reads")
struct SupervisedTests {
  let daemon: DaemonProcess

  init() throws { daemon = try DaemonProcess() }

  @Test(
    "the log warns of a watchdog that is too short for the beats",
    arguments: [("1900000", true), ("3000000", false)])
  func shortWatchdog(microseconds: String, isWarned: Bool) throws {
    let log = try DaemonProcess.opened(daemon.file("log"))
    let (process, _) = try daemon.start(logTo: log, environment: ["WATCHDOG_USEC": microseconds])
    close(log)
    let text = try String(contentsOfFile: daemon.file("log"), encoding: .utf8)
    #expect(text.contains("set WatchdogSec=3s, or more watchdog.ms=1900") == isWarned, "\(text)")
    process.signal(SIGTERM)
    #expect(process.wait().exitCode == 0)
  }

  @Test("a terminal that nobody reads stops nothing, and is told later how much was left out")
  func unreadTerminal() throws { try leaveUnread(by: [], mode: 0o600) }

  @Test(
    "the same where the terminal is another user's and cannot be opened once more",
    .enabled(if: isWeakenable, weakenedNeeds))
  func unreadForeignTerminal() throws { try leaveUnread(by: Self.weakened, mode: 0) }

  @Test("a terminal that cannot be opened once more gets the last line, too", .enabled(if: isWeakenable, weakenedNeeds))
  func lastLine() throws {
    let (terminal, log) = try openTerminal(mode: 0)
    defer { close(terminal) }
    let (process, _) = try daemon.start(by: Self.weakened, logTo: log)
    close(log)
    process.signal(SIGTERM)
    var said = ""
    var octets = [UInt8](repeating: 0, count: 4096)
    var count = 0
    // When nobody has it open any more, a terminal has nothing more.
    repeat {
      count = read(terminal, &octets, octets.count)
      said += String(decoding: octets[..<max(count, 0)], as: UTF8.self)
    } while count > 0
    #expect(said.hasSuffix("coordinator ended\r\n"), "\(said)")
    #expect(process.wait().exitCode == 0)
  }

  /// What takes root's right to open every file.
  private static let weakened: [String] = {
    let rights = "-dac_override,-dac_read_search"
    return geteuid() == 0 ? ["/usr/bin/setpriv", "--inh-caps", rights, "--bounding-set", rights] : []
  }()

  /// Whether the coordinator can be run without that right: not where only root may read Swift's libraries.
  private static let isWeakenable: Bool = {
    let nothing = ChildProcess.nothing
    let version = ChildProcess(
      words: weakened + [Program.folder.appending(path: "waykeeperd").path, "--version"], input: nothing,
      output: nothing, errors: nothing)
    guard let child = try? Child(version), case .exited(0) = child.wait() else { return false }
    return true
  }()

  private static let weakenedNeeds: Comment = "needs setpriv, and Swift where root's files are"

  /// A terminal, and the end of it that a program gets.
  private func openTerminal(mode: mode_t) throws -> (terminal: Int32, log: Int32) {
    var (terminal, log) = (Int32(-1), Int32(-1))
    let failure = openpty(&terminal, &log, nil, nil, nil)
    try #require(failure == 0)
    for descriptor in [terminal, log] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let change = fchmod(log, mode)
    try #require(change == 0)
    return (terminal, log)
  }

  private func leaveUnread(by prefix: [String], mode: mode_t) throws {
    let (terminal, log) = try openTerminal(mode: mode)
    defer { close(terminal) }
    let (process, _) = try daemon.start(by: prefix, logTo: log)
    close(log)
    let way = daemon.program.deletingLastPathComponent().appending(path: "way")
    // Each of these signals is logged; a terminal holds some hundred such lines, and what stands before it some hundred more.
    for _ in 0..<3000 { process.signal(40) }
    let reached = try daemon.run(["wait", "--coordinator", "--timeout", "20s"], program: way)
    #expect(reached.code == 0, "\(reached.errors)")
    let told = "left out here, since nobody read the log"
    var said = ""
    var octets = [UInt8](repeating: 0, count: 64 * 1024)
    while !said.contains(told) {
      // One more, so that there is a line behind those that were left out.
      process.signal(40)
      let count = read(terminal, &octets, octets.count)
      guard count > 0 else { break }
      said += String(decoding: octets[..<count], as: UTF8.self)
    }
    #expect(said.contains(told))
    process.signal(SIGTERM)
    #expect(process.wait().exitCode == 0)
  }
}
