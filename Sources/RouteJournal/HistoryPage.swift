// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

/// A page of the past in the making.
///
/// Rows are looked at by their short columns alone; the long texts behind those are read of rows that fit. The wall clock may
/// have been set back, so times are compared row by row.
struct HistoryPage {
  /// Objects of a page where the question names no limit.
  static let objectsUsual = 100
  /// Objects of a page.
  static let objectsMax = 1000
  /// Rows that are looked at for a page.
  static let rowsMax = 4096
  /// Bytes that are told in a page, and those of texts that are looked at in vain.
  static let bytesMax = 256 * 1024

  private let objectsMax: Int
  private var objects: [ReportObject] = []
  private var bytes = 0
  private var bytesInVain = 0
  /// The last row that needs no second look.
  private var last: Int64?

  static func report(_ db: Database, _ question: Inspect) throws -> Report {
    var page = HistoryPage(question)
    let more = try page.fill(question.subject == .commits ? .commits : .outcomes, question, db)
    return Report(objects: page.objects, more: more, next: more ? page.last.map { UInt64($0) } : nil)
  }

  private init(_ question: Inspect) {
    objectsMax = min(max(question.limit ?? Self.objectsUsual, 0), Self.objectsMax)
  }

  /// Takes what fits; whether there may be more.
  private mutating func fill(_ table: HistoryTable, _ question: Inspect, _ db: Database) throws -> Bool {
    let isFinal = question.past.isOfShortColumns
    let found = try table.find(question, among: Self.rowsMax, atMost: isFinal ? objectsMax + 1 : Self.rowsMax, db)
    for row in found.rows {
      guard objects.count < objectsMax, bytesInVain < Self.bytesMax else { return true }
      let look = isFinal ? nil : try table.look(row, question, db)
      if look?.isLikely ?? true, let object = try table.object(row, question, db) {
        let size = object.encodedByteCount
        guard objects.isEmpty || bytes + size <= Self.bytesMax else { return true }
        bytes += size
        objects.append(.json(object))
      } else {
        bytesInVain += look?.bytes ?? 0
      }
      last = row
    }
    guard let end = found.end else { return false }
    last = end
    return true
  }
}

extension Inspect.Past {
  /// Whether the short columns of a row say whether it is wanted.
  fileprivate var isOfShortColumns: Bool { !wantsFailed && element == nil && command == nil }
}
