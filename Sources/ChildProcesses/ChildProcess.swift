// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import Foundation

/// How a process is started. It is not Foundation's `Process`, which puts each child into a process group of its own and so
/// takes the terminal from it, reaps what it has started alone, keeps a core busy while it waits for an end, and reads beyond
/// its memory where this process has more than some 1 360 descriptors, which may end it (Swift 6.3: it looks for the largest
/// of them, and copies 256 bytes from the last entry of a block of the folder).
package struct ChildProcess: Sendable {
  /// The process group of a child.
  package enum Group: Sendable {
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
  package var words: [String]
  /// Its environment; nil for ours, octet by octet.
  package var environment: [String: String]?
  /// What is set in that environment, and with nil what is not.
  package var changes: [String: String?]
  /// Its process group.
  package var group: Group
  /// A descriptor that it has besides the usual three, or -1. It needs ``inherits``.
  package var kept: Int32
  /// Whether it has all descriptors of ours that are not closed on exec: those of whoever started this process.
  package var inherits: Bool
  /// The descriptor that is its standard input, or -1 where it has ours.
  package var input: Int32
  /// The descriptor that is its standard output, or -1 where it has ours.
  package var output: Int32
  /// The descriptor that is its standard error, or -1 where it has ours.
  package var errors: Int32
  /// It blocks no signal, also where this process was started with some blocked.
  package var hearsAllSignals: Bool
  /// A file for what it says, where it shall not say it to ours; then it hears nothing either.
  package var log: String?

  /// Its environment, input, output and errors are ours where nothing else is said; its process group is its own.
  package init(
    words: [String], environment: [String: String]? = nil, changes: [String: String?] = [:], group: Group = .own,
    kept: Int32 = -1, inherits: Bool = false, input: Int32 = -1, output: Int32 = -1, errors: Int32 = -1,
    hearsAllSignals: Bool = false, log: String? = nil
  ) {
    self.words = words
    self.environment = environment
    self.changes = changes
    self.group = group
    self.kept = kept
    self.inherits = inherits
    self.input = input
    self.output = output
    self.errors = errors
    self.hearsAllSignals = hearsAllSignals
    self.log = log
  }

  /// In place of a descriptor: an input that is empty, or an output that nobody reads.
  package static let nothing = WAYKEEPER_PROCESS_NOTHING

  /// Where whoever started this process ignores the ends of children, and so this process does, the system keeps none.
  private static let keepEnds: Void = {
    var present = sigaction()
    guard sigaction(SIGCHLD, nil, &present) == 0 else { return }
    let handler = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
    if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGCHLD, SIG_DFL) }
  }()

  /// Why a process cannot be started.
  package struct Failure: Error, CustomStringConvertible {
    /// An error number of the system.
    package let code: Int32

    /// What a shell would end with.
    package var exitCode: Int32 { code == ENOENT ? 127 : 126 }

    /// For people.
    package var description: String { String(cString: strerror(code)) }
  }

  /// Starts it; returns its process id.
  package func start() throws(Failure) -> Int32 {
    let arguments = CStrings(words)
    let variables = CStrings(variables)
    let program = CStrings([words.first ?? ""])
    let file = CStrings([log].compactMap(\.self))
    defer { for strings in [arguments, variables, program, file] { strings.free() } }
    guard let path = program.pointers[0] else { throw Failure(code: ENOMEM) }
    precondition(kept < 0 || inherits, "a kept descriptor is closed where none is inherited")
    Self.keepEnds
    var process = waykeeper_process(
      program: path, arguments: arguments.pointers, environment: variables.pointers, group: group.number, kept: kept,
      input: input, output: output, errors: errors, inherits: inherits ? 1 : 0, hears_all: hearsAllSignals ? 1 : 0,
      log: file.pointers[0].map { UnsafePointer($0) })
    var pid: Int32 = 0
    let code = waykeeper_process_start(&process, &pid)
    guard code == 0 else { throw Failure(code: code) }
    return pid
  }
}

extension ChildProcess {
  /// Its environment as C has it: `NAME=value`, of any octets but 0.
  private var variables: [[CChar]] {
    let base = environment.map { $0.map { Self.variable($0.key, $0.value) } } ?? Self.ownVariables
    let changed = Set(changes.keys.map { Array($0.utf8CString.dropLast()) })
    let equals = CChar(UInt8(ascii: "="))
    let kept = base.filter { variable in !changed.contains(Array(variable.prefix { $0 != equals })) }
    return kept + changes.compactMap { name, value in value.map { Self.variable(name, $0) } }
  }

  private static func variable(_ name: String, _ value: String) -> [CChar] { Array("\(name)=\(value)".utf8CString) }

  /// Those of this process as they are now. Foundation makes texts of them, and puts another character where they are none.
  private static var ownVariables: [[CChar]] {
    guard let table = waykeeper_process_environment() else { return [] }
    var all: [[CChar]] = []
    while let text = table[all.count] {
      all.append(Array(UnsafeMutableBufferPointer(start: text, count: strlen(text) + 1)))
    }
    return all
  }
}

/// Texts as C has them, the last of them nil.
private struct CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) { self.init(texts.map { Array($0.utf8CString) }) }

  init(_ texts: [[CChar]]) {
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
