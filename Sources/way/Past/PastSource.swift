// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import Waykeeper
import WireProtocol

/// Where the past is read.
enum PastSource {
  /// A coordinator's journal, which it reads itself.
  case coordinator(Navigator)
  /// A file that nobody needs to run for.
  case copy(JournalCopy)

  /// A page of what the journal knows of a question.
  struct Page<Value> {
    var values: [Value]
    /// The row at which the next question goes on; nil where all is told.
    var next: UInt64?
  }

  func page<Value: ReportForm>(_ question: Inspect) async throws -> Page<Value> {
    let report =
      switch self {
      case .coordinator(let navigator): try await navigator.past(question)
      case .copy(let copy): try Self.reading { () throws(JournalError) in try copy.past(question) }
      }
    do {
      return Page(values: try report.objects.compactMap(\.json).map { try Value(report: $0) }, next: report.next)
    } catch {
      throw CommandFailure("the journal's past cannot be read: \(error)", .notAsAsked)
    }
  }

  /// The first object of the answer, however many rows are looked at for it.
  func first<Value: ReportForm>(_ question: Inspect, of _: Value.Type = Value.self) async throws -> Value? {
    var question = question
    question.limit = 1
    var rows = PastRows<Value>(question, from: self)
    return try await rows.next()
  }

  /// The one scene, or where none is named those that there are, or that the journal has commits of.
  func scenes(_ scene: SceneName? = nil) async throws -> [SceneName] {
    if let scene { return [scene] }
    switch self {
    case .coordinator(let navigator): return try await navigator.scenes().map(\.scene)
    case .copy(let copy): return try Self.reading { () throws(JournalError) in try copy.scenes() }
    }
  }

  /// The start since which the coordinator shows nothing of what its journal has of a scene, `newest` being the last of that; nil
  /// where it shows something, and of a copy, which knows of no coordinator.
  func unrestored(_ newest: PastCommit) async throws -> Explanation.Unrestored? {
    guard case .coordinator(let navigator) = self, newest.tip != nil else { return nil }
    let state = try await navigator.snapshot(of: [newest.scene]).first
    if let state, state.revision != newest.revision || !state.path.path.elements.isEmpty { return nil }
    let uptime = Quantity.milliseconds(try await navigator.status().uptime)
    return Explanation.Unrestored(
      date: Date(timeIntervalSinceNow: -uptime / 1000),
      reason: state == nil
        ? "without this scene, which its configuration does not name"
        : "without that route (`restore` or `lock` in its configuration)")
  }

  /// Ends the connection, where there is one.
  func close() async {
    if case .coordinator(let navigator) = self { await navigator.close() }
  }

  /// Runs `body`; a file that cannot be used is a mistake of whoever named it.
  static func reading<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw CommandFailure(error.plain, .usage) }
  }
}

/// What the journal tells one after the other: the newest first, or the oldest where the question names the row behind which
/// it begins. Pages are asked for as they are needed, each larger than the one before.
struct PastRows<Value: ReportForm> {
  private let source: PastSource
  private var question: Inspect
  private var values: ArraySlice<Value> = []
  private var isDone = false

  /// Objects of the first page, where the question names no number, and of the largest.
  private static var pageMin: Int { 4 }
  private static var pageMax: Int { 1000 }

  init(_ question: Inspect, from source: PastSource) {
    (self.question, self.source) = (question, source)
    self.question.limit = question.limit ?? Self.pageMin
  }

  mutating func next() async throws -> Value? {
    while values.isEmpty {
      guard !isDone else { return nil }
      let page: PastSource.Page<Value> = try await source.page(question)
      values = page.values[...]
      question.limit = min(2 * (question.limit ?? Self.pageMin), Self.pageMax)
      guard let next = page.next else {
        isDone = true
        continue
      }
      if question.past.isAscending { question.past.after = next } else { question.past.before = next }
    }
    return values.popFirst()
  }
}
