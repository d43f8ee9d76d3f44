// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
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
  private var running: [Process] = []

  init() throws { folder = try TemporaryFolder() }

  deinit {
    for process in running where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  var path: String { folder.path }

  func file(_ name: String) -> String { folder.file(name) }

  func write(_ text: String, _ name: String) throws { try folder.write(text, name) }

  /// The programs are built beside the tests.
  let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "waykeeperd")

  /// Runs it, or another program, to its end.
  func run(
    _ arguments: [String] = [], environment: [String: String] = [:], program: URL? = nil
  ) throws -> Ended {
    let process = make(arguments, environment)
    if let program { process.executableURL = program }
    let output = Pipe()
    let errors = URL(filePath: file("errors-\(UUID().uuidString)"))
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    running.append(process)
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
      code: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// Starts it and returns when it has said that it is ready, as to systemd.
  func start(
    logTo log: FileHandle = .nullDevice, environment: [String: String] = [:]
  ) throws -> (process: Process, socket: NotifySocket) {
    let socket = try NotifySocket(file("notify"))
    let process = make([], environment.merging(["NOTIFY_SOCKET": socket.path]) { $1 })
    process.standardError = log
    try process.run()
    running.append(process)
    #expect(socket.next() == "READY=1")
    return (process, socket)
  }

  private func make(_ arguments: [String], _ environment: [String: String]) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let own = ["WAYKEEPER_RUNTIME_DIR": file("run"), "WAYKEEPER_STATE_DIR": file("state")]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}

/// What systemd listens to.
final class NotifySocket: Sendable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
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
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
