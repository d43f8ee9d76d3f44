// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Glibc
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  /// Two users of one machine, neither of whom has an account: setpriv takes any number. Only root may run it.
  @Suite("Users", .enabled(if: User.areAtHand, User.obstacle)) struct UserTests {
    @Test("A link of another user in the place of the lock is refused, and what it leads to stays as it was")
    func lockLink() async throws {
      try await Stage.empty { stage in
        let (victim, attacker) = (User(4141), User(4242))
        let home = try victim.folder("home", of: stage)
        let keys = "\(home)/authorized_keys"
        try "ssh-ed25519 AAAA".write(toFile: keys, atomically: false, encoding: .utf8)
        #expect(chown(keys, victim.id, victim.id) == 0)
        // A folder for everybody's temporary files, as careless as one can be: not sticky.
        let everybodys = try User(0).folder("tmp", of: stage, mode: 0o777)
        let trap = "ln -s \(keys) \(everybodys)/waykeeper-4141/waykeeperd.lock"
        try await attacker.run("/bin/sh", ["-c", "mkdir -p \(everybodys)/waykeeper-4141; \(trap)"], on: stage)
        let temporary = ["XDG_RUNTIME_DIR": "", "WAYKEEPER_RUNTIME_DIR": "", "TMPDIR": everybodys]
        let named = ["WAYKEEPER_RUNTIME_DIR": "\(everybodys)/waykeeper-4141"]
        for environment in [temporary, named] {
          let end = try await victim.run("waykeeperd", ["--journal", "none"], environment, on: stage)
          #expect(end.code == 73)
          #expect(end.all.contains("waykeeper-4141") && end.all.contains("4242"), "\(end.all)")
          #expect(try String(contentsOfFile: keys, encoding: .utf8) == "ssh-ed25519 AAAA")
        }
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: "\(everybodys)/waykeeper-4141") == ["waykeeperd.lock"])
      }
    }

    @Test(
      "Another user's folder is refused before anything is made in it", arguments: ["--runtime-dir", "--state-dir"])
    func foreignFolder(flag: String) async throws {
      try await Stage.empty { stage in
        let foreign = try User(4242).folder("foreign", of: stage, mode: 0o777)
        // Root may write everywhere, and must not do it there either.
        for user in [User(4141), User(0)] {
          let own = try user.folder("own-\(user.id)", of: stage)
          let folders = ["WAYKEEPER_RUNTIME_DIR": "\(own)/run", "WAYKEEPER_STATE_DIR": "\(own)/state"]
          let end = try await user.run("waykeeperd", [flag, foreign], folders, on: stage)
          #expect(end.code == 73)
          #expect(end.all.contains("belongs to another user (owner 4242"), "\(end.all)")
          #expect(try FileManager.default.contentsOfDirectory(atPath: foreign).isEmpty)
        }
      }
    }

    @Test("$XDG_RUNTIME_DIR/waykeeper of another user is refused; a folder of root that its group writes in is not")
    func givenFolders() async throws {
      try await Stage.empty { stage in
        let foreign = try User(4242).folder("waykeeper", of: stage, mode: 0o777)
        let variables = ["WAYKEEPER_RUNTIME_DIR": "", "XDG_RUNTIME_DIR": stage.folder]
        let end = try await User(4141).run("waykeeperd", ["--journal", "none"], variables, on: stage)
        #expect(end.code == 73)
        #expect(end.all.contains("\(foreign) belongs to another user"), "\(end.all)")

        let desktop = try User(4242).folder("desktop", of: stage, mode: 0o777)
        for user in [User(4141), User(0)] {
          let end = try await user.run(
            "waykeeperd", ["--journal", "none"], ["WAYKEEPER_RUNTIME_DIR": "", "XDG_RUNTIME_DIR": desktop], on: stage)
          #expect(end.code == 73)
          #expect(end.all.contains("\(desktop) belongs to another user"), "\(end.all)")
          #expect(try FileManager.default.contentsOfDirectory(atPath: desktop).isEmpty)
        }

        let shared = try User(0).folder("shared", of: stage, mode: 0o770)
        #expect(chown(shared, 0, 4141) == 0)
        let daemon = try User(4141).start(
          "waykeeperd", ["--journal", "none"], ["WAYKEEPER_RUNTIME_DIR": shared], on: stage)
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
      }
    }

    @Test("A socket whose group nobody chose is for the daemon's user alone, not for its primary group")
    func primaryGroup() async throws {
      try await Stage.empty { stage in
        let run = try User(4141).folder("run", of: stage, mode: 0o755)
        let daemon = try User(4141).start("waykeeperd", ["--journal", "none"], [:], on: stage)
        _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
        for name in ["control.sock", "screens.sock", "updates.sock"] {
          var status = stat()
          #expect(lstat("\(run)/\(name)", &status) == 0)
          #expect(status.st_mode & 0o777 == 0o600)
        }
        #expect(try await User(4141).run("way", ["status"], [:], on: stage).code == 0)
        let mate = try await User(4343, group: 4141).run("way", ["status"], [:], on: stage)
        #expect(mate.code == 4, "\(mate.all)")
        #expect(mate.all.contains("control.sock is for its owner alone"), "\(mate.all)")
        #expect(chmod(run, 0o700) == 0)
        let stranger = try await User(4343, group: 4141).run("way", ["status"], [:], on: stage)
        #expect(stranger.code == 4, "\(stranger.all)")
        #expect(stranger.all.contains("this user may not enter the folder"), "\(stranger.all)")
      }
    }

    @Test(
      "A worker's name is no other user's, while it is live, while it restarts, and over a restart of the coordinator")
    func names() async throws {
      try await Stage.empty { stage in
        let run = try User(0).folder("run", of: stage, mode: 0o711)
        // A group that every Debian has, for the socket of the workers.
        let users = try #require(getgrnam("users")).pointee.gr_gid
        try "groups: { screens: users }".write(
          toFile: "\(stage.folder)/waykeeperd.yaml", atomically: true, encoding: .utf8)
        let file = "\(stage.folder)/kiosk.worker.yaml"
        try Museum.kiosk.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(chmod(file, 0o644) == 0)
        let arguments = ["--config", "\(stage.folder)/waykeeperd.yaml"]
        func coordinator() async throws -> Program {
          let daemon = try stage.start("waykeeperd", arguments)
          _ = try await daemon.errors.next("the coordinator's start") { $0.contains("coordinator started") }
          return daemon
        }
        func worker(_ id: UInt32, _ more: [String] = []) throws -> Program {
          try User(id, group: users).start(
            "way", ["worker", "--format", "json"] + more + [file], ["WAYKEEPER_RUNTIME_DIR": run], on: stage)
        }
        func welcome(_ worker: Program) async throws {
          _ = try await worker.output.next("the welcome") { $0.contains(#"{"welcome":"#) }
        }
        func refuse(_ more: [String] = [], because reason: String) async throws {
          let thief = try worker(4242, more)
          _ = try await thief.errors.next("the refusal") { $0.contains("'kiosk' belongs to user 4141\(reason)") }
          thief.signal(SIGKILL)
        }
        var daemon = try await coordinator()
        let first = try worker(4141)
        try await welcome(first)
        try await refuse(["--takeover"], because: " (held by pid \(first.pid) (")
        first.signal(SIGKILL)
        try await refuse(because: ", whose worker is away")
        daemon.signal(SIGKILL)
        _ = try await daemon.end()
        daemon = try await coordinator()
        try await refuse(because: ", whose worker is away")
        try await welcome(try worker(4141))
      }
    }
  }
}

/// A user of the machine; what it may not do, root may not do in its name.
struct User {
  let id: UInt32
  let group: UInt32

  init(_ id: UInt32, group: UInt32? = nil) {
    self.id = id
    self.group = group ?? id
  }

  /// What keeps programs from being run as other users; nil where nothing does.
  static let obstacle: Comment? = {
    guard geteuid() == 0 else { return "needs root" }
    guard access("/usr/bin/setpriv", X_OK) == 0 else { return "needs setpriv" }
    // Programs of a debug build load Swift's libraries from where the compiler lies, which may be the home of one user.
    let nothing = ChildProcess.nothing
    let version = ChildProcess(
      words: User(4141).words("waykeeperd", ["--version"]), input: nothing, output: nothing, errors: nothing)
    guard let child = try? Child(version), case .exited(0) = child.wait() else {
      return "other users cannot run what is built: install Swift where all users can read it"
    }
    return nil
  }()

  static var areAtHand: Bool { obstacle == nil }

  /// A folder of the user's own on the stage, which everybody may walk through.
  func folder(_ name: String, of stage: Stage, mode: mode_t = 0o700) throws -> String {
    let path = "\(stage.folder)/\(name)"
    try #require(chmod(stage.folder, 0o711) == 0 && mkdir(path, 0o700) == 0)
    try #require(chown(path, id, id) == 0 && chmod(path, mode) == 0)
    return path
  }

  /// Runs a built program, or another one, as this user to its end.
  @discardableResult
  func run(
    _ name: String, _ arguments: [String], _ environment: [String: String] = [:], on stage: Stage
  ) async throws -> Program.End {
    try await start(name, arguments, environment, on: stage).end()
  }

  /// Starts a built program, or another one, as this user.
  func start(
    _ name: String, _ arguments: [String], _ environment: [String: String] = [:], on stage: Stage
  ) throws -> Program {
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return try stage.start("/usr/bin/env", variables + words(name, try stage.completed(name, arguments)))
  }

  /// What runs a program as this user. The shell opens it as root: its folder may be closed to others.
  private func words(_ name: String, _ arguments: [String]) -> [String] {
    let file = name.hasPrefix("/") ? name : Program.folder.appending(path: name).path
    let script =
      #"exec 3<"$1"; shift; u=$1; g=$2; shift 2; exec setpriv --reuid=$u --regid=$g --clear-groups /proc/self/fd/3 "$@""#
    return ["/bin/sh", "-c", script, "sh", file, "\(id)", "\(group)"] + arguments
  }
}
