// SPDX-License-Identifier: Apache-2.0

import CProcessCalls
import ChildProcesses
import Foundation
import Synchronization
import TestSupport

/// What a signal does: the programs that were started end, then this one, and the folders of its stages go.
enum Interruption {
  private static let hasBegun = Atomic<Bool>(false)
  /// How long the programs may take to end in order, and then to end at all.
  private static let patience = Duration.seconds(5)
  private static let lookMs: Int32 = 10
  /// So many looks in a row find no program: what measures has noticed, and starts none any more.
  private static let looksWithout = 100

  /// From now on signals end this process so.
  static func watch() {
    guard let pipe = ProcessPipe(), waykeeper_process_note_signals(pipe.writing) == 0 else { return }
    // Whoever reads the tables may stop; what was started ends in its order then, too.
    signal(SIGPIPE, SIG_IGN)
    let descriptor = pipe.reading
    Thread.detachNewThread {
      var octet: UInt8 = 0
      while read(descriptor, &octet, 1) != 1 {}
      hasBegun.store(true, ordering: .sequentiallyConsistent)
      endChildren()
      exit(128 + Int32(octet & 0x7F))
    }
  }

  /// Where a signal ends this process already, it does not end otherwise.
  static func waitIfBegun() { while hasBegun.load(ordering: .sequentiallyConsistent) { poll(nil, 0, 1000) } }

  private static func endChildren() {
    let begin = ContinuousClock.now
    var told: Set<Int32> = []
    var looks = 0
    while looks < looksWithout, ContinuousClock.now - begin < patience * 2 {
      let children = children
      looks = children.isEmpty ? looks + 1 : 0
      let isLate = ContinuousClock.now - begin > patience
      // Each leads a group of its own.
      for child in children where told.insert(child).inserted || isLate { kill(-child, isLate ? SIGKILL : SIGTERM) }
      poll(nil, 0, lookMs)
    }
  }

  /// The processes that this one has started and that have not ended.
  private static var children: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let own = "\(getpid())"
    return names.compactMap { Int32($0) }.filter { pid in
      // Behind the name of the program, which may be anything, the state and the parent.
      guard let line = try? processFile("/proc/\(pid)/stat"), let end = line.lastIndex(of: ")") else { return false }
      let words = line[end...].split(separator: " ")
      return words.count > 2 && words[1] != "Z" && words[2] == own
    }
  }
}

extension Stage {
  /// Runs `body` on a stage on which nothing runs yet, and whose folder goes also where a signal ends this process.
  static func measured(_ body: (Stage) async throws -> Void) async throws {
    try await empty { stage in
      TemporaryFolder.removeAtExit(stage.folder)
      try await body(stage)
    }
  }

  /// Starts a coordinator for which nobody has to host a screen; returns when it listens.
  func startLenientCoordinator(
    _ arguments: [String] = [], adding variables: [String: String] = [:]
  ) async throws -> Program {
    let daemon = try start("waykeeperd", ["--hosting", "optional"] + arguments, adding: variables)
    _ = try await daemon.errors.next("the coordinator's start", within: .seconds(120)) {
      $0.contains("coordinator started")
    }
    return daemon
  }
}
