// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("What a device is given")
struct DeployTests {
  private static let analyze = "/usr/bin/systemd-analyze"
  private static let sysusers = "/usr/bin/systemd-sysusers"
  private let deploy = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Deploy").standardizedFileURL

  @Test(
    "systemd finds nothing wrong with the unit",
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.analyze), "systemd-analyze is not installed"))
  func unit() throws {
    let daemon = try DaemonProcess()
    let text = try String(contentsOf: deploy.appending(path: "systemd/waykeeperd.service"), encoding: .utf8)
    #expect(text.contains("\nExecStart=/usr/bin/waykeeperd\n"))
    try daemon.write(text.replacing("/usr/bin/waykeeperd", with: daemon.program.path), "waykeeperd.service")
    let ended = try daemon.run(
      ["verify", "--man=no", daemon.file("waykeeperd.service")], program: URL(filePath: Self.analyze))
    // Another user's units, or a machine without systemd running, may add lines of their own.
    let said = (ended.output + ended.errors).split(separator: "\n").filter { $0.contains("waykeeperd.service") }
    #expect(said.isEmpty, "\(said)")
  }

  @Test(
    "systemd would make the user and the groups that the unit and the configuration name",
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.sysusers), "systemd-sysusers is not installed"))
  func users() throws {
    let daemon = try DaemonProcess()
    try daemon.write("", "etc/empty")
    let ended = try daemon.run(
      [
        "--dry-run", "--root=\(daemon.path)", deploy.appending(path: "sysusers.d/waykeeper.conf").path,
      ], program: URL(filePath: Self.sysusers))
    #expect(ended.code == 0)
    for name in ["'waykeeper'", "'waykeeper-control'", "'waykeeper-screens'", "'waykeeper-watch'"] {
      #expect((ended.output + ended.errors).contains(name), "\(name): \(ended.output)\(ended.errors)")
    }
  }
}
