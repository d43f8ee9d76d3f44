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
    "systemd finds nothing wrong with the units",
    .enabled(if: FileManager.default.isExecutableFile(atPath: Self.analyze), "systemd-analyze is not installed"),
    arguments: [
      ("waykeeperd.service", "waykeeperd.service", "ExecStart=/usr/bin/waykeeperd\n"),
      ("waykeeperd.socket", "waykeeperd.socket", "ListenStream=/run/waykeeper/control.sock\n"),
      ("waykeeper-screen@.service", "waykeeper-screen@home.service", "ExecStart=/usr/lib/waykeeper/screens/%i\n"),
    ])
  func unit(_ name: String, _ instance: String, _ line: String) throws {
    let daemon = try DaemonProcess()
    for unit in try FileManager.default.contentsOfDirectory(atPath: deploy.appending(path: "systemd").path) {
      let text = try String(contentsOf: deploy.appending(path: "systemd/\(unit)"), encoding: .utf8)
      if unit == name { #expect(text.contains("\n\(line)")) }
      // Installed here is none of what they start.
      let here = text.replacing("/usr/bin/waykeeperd", with: daemon.program.path)
        .replacing("/usr/lib/waykeeper/screens/%i", with: daemon.program.path)
      try daemon.write(here, unit)
    }
    let ended = try daemon.run(["verify", "--man=no", daemon.file(instance)], program: URL(filePath: Self.analyze))
    // Another user's units, or a machine without systemd running, may add lines of their own.
    let said = (ended.output + ended.errors).split(separator: "\n").filter { $0.contains("waykeeper") }
    #expect(said.isEmpty, "\(said)")
  }

  @Test("Pages and package check the configuration in one form, which finds the folders of the service")
  func check() throws {
    let folders = ["RUNTIME_DIRECTORY": "/run/waykeeper", "STATE_DIRECTORY": "/var/lib/waykeeper"]
    let variables = folders.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value) " }.joined()
    for name in ["README.md", "waykeeperd.yaml", "debian/postinst"] {
      let text = try String(contentsOf: deploy.appending(path: name), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { $0.contains("runuser") }
      #expect(!lines.isEmpty, "\(name)")
      for line in lines {
        #expect(line.contains("\(variables)runuser -u waykeeper -- waykeeperd --check"), "\(name): \(line)")
      }
    }
    let unit = try String(contentsOf: deploy.appending(path: "systemd/waykeeperd.service"), encoding: .utf8)
    #expect(unit.contains("\nRuntimeDirectory=waykeeper\n") && unit.contains("\nStateDirectory=waykeeper\n"))
    // What root's login may have beside them.
    let login = ["XDG_RUNTIME_DIR": "/run/user/0", "HOME": "/root"]
    let unset = ["WAYKEEPER_RUNTIME_DIR": "", "WAYKEEPER_STATE_DIR": ""]
    let environment = folders.merging(login) { $1 }.merging(unset) { $1 }
    let daemon = try DaemonProcess()
    let ended = try daemon.run(["--check"], environment: environment)
    #expect(ended.code == 0, "\(ended.errors)")
    #expect(ended.output.contains("runtime-dir  /run/waykeeper  ($RUNTIME_DIRECTORY)"), "\(ended.output)")
    #expect(ended.output.contains("state-dir    /var/lib/waykeeper  ($STATE_DIRECTORY)"), "\(ended.output)")
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
