// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// The built `waykeeperd`, in folders of its own.
final class DaemonProcess {
  /// A program that has ended.
  struct Ended {
    let code: Int32
    let output: String
    let errors: String
  }

  private let folder: TemporaryFolder
  private var running: [Child] = []

  init() throws { folder = try TemporaryFolder() }

  deinit {
    for process in running {
      process.signal(SIGKILL)
      process.wait()
    }
  }

  var path: String { folder.path }

  func file(_ name: String) -> String { folder.file(name) }

  func write(_ text: String, _ name: String) throws { try folder.write(text, name) }

  /// The programs are built beside the tests.
  let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "waykeeperd")

  /// Runs it, or another program, to its end, which has to come within a minute.
  func run(
    _ arguments: [String] = [], environment: [String: String] = [:], program: URL? = nil
  ) throws -> Ended {
    let output = try #require(ProcessPipe())
    let errors = file("errors-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: errors) }
    let log = try Self.opened(errors)
    let words = try program.map { [$0.path] + arguments } ?? self.words(arguments)
    let process = try start(words, environment, output: output.writing, errors: log)
    close(output.writing)
    close(log)
    let found = Self.end(of: process, saying: output)
    let complaints = try String(contentsOfFile: errors, encoding: .utf8)
    guard let end = found else {
      process.signalGroup(SIGKILL)
      throw Overdue("the end of \(words.joined(separator: " "))", heard: [complaints])
    }
    return Ended(code: end.code, output: String(decoding: end.said, as: UTF8.self), errors: complaints)
  }

  /// What a program says to its end, and its exit code; nil where it goes on, or somebody may still write for it.
  private static func end(of process: Child, saying output: ProcessPipe) -> (said: Data, code: Int32)? {
    let found = Mutex<(said: Data, code: Int32)?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let said = output.readToEnd()
      let code = process.wait().exitCode
      found.withLock { $0 = (said: said, code: code) }
      hasEnded.signal()
    }
    _ = hasEnded.wait(timeout: .now() + .seconds(60))
    return found.withLock { $0 }
  }

  /// Starts it and returns when it has said that it is ready, as to systemd.
  ///
  /// - Parameter prefix: A program, with arguments, that becomes it.
  func start(
    by prefix: [String] = [], logTo log: Int32 = ChildProcess.nothing, environment: [String: String] = [:]
  ) throws -> (process: Child, socket: NotifySocket) {
    let socket = try NotifySocket(file("notify"))
    let environment = environment.merging(["NOTIFY_SOCKET": socket.path]) { $1 }
    let process = try start(prefix + words(), environment, output: ChildProcess.nothing, errors: log)
    #expect(socket.next() == "READY=1")
    return (process, socket)
  }

  /// A file that is there, to be written from its beginning.
  static func opened(_ file: String) throws -> Int32 {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return descriptor
  }

  /// How it is started. Where no configuration is named it has an empty one, not that of this machine.
  private func words(_ arguments: [String] = []) throws -> [String] {
    guard !arguments.contains("--config") else { return [program.path] + arguments }
    try write("", "usual.yaml")
    return [program.path] + arguments + ["--config", file("usual.yaml")]
  }

  private func start(
    _ words: [String], _ environment: [String: String], output: Int32, errors: Int32
  ) throws -> Child {
    let own = ["WAYKEEPER_RUNTIME_DIR": file("run"), "WAYKEEPER_STATE_DIR": file("state")]
    let all = Program.environment.merging(own) { $1 }.merging(environment) { $1 }
    let process = try Child(
      ChildProcess(words: words, environment: all, input: ChildProcess.nothing, output: output, errors: errors))
    running.append(process)
    return process
  }
}

/// What systemd listens to.
final class NotifySocket: Sendable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    // A bound on every wait.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Whether nothing more has been said.
  var isSilent: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) < 0 && errno == EAGAIN
  }

  /// The next thing that is said; nil where nothing is for 20 s.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    var count = 0
    // A process that was stopped and goes on is interrupted here, since the socket has a time limit.
    repeat { count = recv(descriptor, &bytes, bytes.count, 0) } while count < 0 && errno == EINTR
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
