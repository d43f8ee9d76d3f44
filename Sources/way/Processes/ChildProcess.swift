// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import Foundation

/// How a process is started. It is not Foundation's `Process`, which puts each child into a process group of its own and so
/// takes the terminal from it, reaps what it has started alone, and keeps a core busy while it waits for an end.
struct ChildProcess {
  /// The process group of a child.
  enum Group {
    /// One of its own.
    case own
    /// A session of its own: it does not hear of the terminal.
    case ownSession
    /// This one: that of whoever types, so that it has the terminal.
    case joined(Int32)

    fileprivate var number: Int32 {
      switch self {
      case .own: 0
      case .ownSession: -1
      case .joined(let group): group
      }
    }
  }

  /// The program, looked for in `PATH` where it has no slash, and its arguments.
  var words: [String]
  var environment = ProcessInfo.processInfo.environment
  var group = Group.own
  /// A descriptor that it has besides the usual three.
  var kept: Int32 = -1
  /// The descriptors that are its standard input and output, where those are not ours.
  var input: Int32 = -1
  var output: Int32 = -1
  /// It blocks no signal, also where this process was started with some blocked.
  var hearsAllSignals = false
  /// A file for what it says, where it shall not say it to ours; then it hears nothing either.
  var log: String?

  /// Why a process cannot be started.
  struct Failure: Error {
    let code: Int32

    /// What a shell would end with.
    var exitCode: Int32 { code == ENOENT ? 127 : 126 }
  }

  /// Starts it; returns its process id.
  func start() throws(Failure) -> Int32 {
    let arguments = CStrings(words)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
    let program = CStrings([words.first ?? ""])
    let file = CStrings([log].compactMap(\.self))
    defer { for strings in [arguments, variables, program, file] { strings.free() } }
    guard let path = program.pointers[0] else { throw Failure(code: ENOMEM) }
    var process = waykeeper_process(
      program: path, arguments: arguments.pointers, environment: variables.pointers, group: group.number, kept: kept,
      input: input, output: output, hears_all: hearsAllSignals ? 1 : 0, log: file.pointers[0].map { UnsafePointer($0) })
    var pid: Int32 = 0
    let code = waykeeper_process_start(&process, &pid)
    guard code == 0 else { throw Failure(code: code) }
    return pid
  }
}

/// Texts as C has them, the last of them nil.
private struct CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  func free() {
    for index in 0..<count { Foundation.free(pointers[index]) }
    pointers.deallocate()
  }
}

/// Both ends of a pipe, which no child inherits unless it is started with one of them.
struct ProcessPipe {
  let reading: Int32
  let writing: Int32

  /// Nil where none can be opened; errno says why.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    guard ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else { return nil }
  }
}

/// How a process ended.
enum ChildEnd {
  case exited(Int32)
  case killed(signal: Int32)

  /// From what wait(2) gives.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// The end of this child, which nobody else waits for.
  static func awaited(of pid: Int32) async -> ChildEnd {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: ChildEnd(status: status))
      }
    }
  }

  /// What a shell would say of it.
  var exitCode: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }

  /// For people.
  var text: String {
    switch self {
    case .exited(let code): "exit \(code)"
    case .killed(let signal): "killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
