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
  func unreadTerminal() throws {
    var (terminal, log) = (Int32(-1), Int32(-1))
    let failure = openpty(&terminal, &log, nil, nil, nil)
    try #require(failure == 0)
    defer { close(terminal) }
    for descriptor in [terminal, log] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let (process, _) = try daemon.start(logTo: log)
    close(log)
    let way = daemon.program.deletingLastPathComponent().appending(path: "way")
    // Each of these signals is logged; a terminal holds some hundred such lines.
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
