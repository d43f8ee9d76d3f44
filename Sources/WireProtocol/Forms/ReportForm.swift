// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// A report with a form in the one JSON (specification, section "Reports"), and in JSON only. Unknown members are ignored;
/// an absent count is 0 and an absent list is empty, so that the reports of an older coordinator are read too.
package protocol ReportForm: Sendable {
  /// Reads the report; `object` is an object of a REPORT.
  init(report object: JSONValue) throws(FormError)
  /// Its JSON, canonical.
  var report: JSONValue { get }
}

extension ReportObject {
  /// Its JSON.
  package var form: JSONValue {
    switch self {
    case .status(let status): status.report
    case .worker(let worker): worker.report
    case .scene(let scene): scene.report
    case .part(let part): part.report
    case .missing(let missing): missing.report
    case .route(let route): route.report
    case .destination(let destination): destination.report
    case .json(let object): object
    }
  }
}

/// Reports are read and written as any record.
enum ReportJSON {
  /// The report that `object` holds; `word` says what it is, in errors.
  static func read<Value: FormRecord>(_ object: JSONValue, _ word: String) throws(FormError) -> Value {
    try JSONReader.read(JSONNode(object, place: .root(word), isBounded: false))
  }

  /// The report as canonical JSON.
  static func object(_ report: some FormRecord) -> JSONValue {
    do { return try JSONValue.asWritten(JSONWriter.bytes(of: report)).canonical } catch {
      preconditionFailure("a report is JSON: \(error)")
    }
  }
}

/// A time in whole ms.
struct ReportTime: FormValue {
  var time: Duration

  init(_ time: Duration) { self.time = time }

  init(json reader: inout JSONReader) throws(FormError) { time = .milliseconds(try Int64(json: &reader)) }
  func write(json writer: inout JSONWriter) { writer.number(time.microseconds / 1000) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { book.count() }

  static func absent(_ rule: MemberRule) -> ReportTime? { ReportTime(.zero) }
  init(binary reader: inout BinaryReader) throws(FormError) { time = .milliseconds(try Int64(binary: &reader)) }
  func write(binary writer: inout BinaryWriter) { (time.microseconds / 1000).write(binary: &writer) }
}

extension FormVisitor {
  /// A time of a report.
  mutating func time(_ name: String, _ time: inout Duration) throws(Failure) {
    var value = ReportTime(time)
    try member(name, 0, &value, .usual)
    time = value.time
  }

  /// A time of a report that may be absent.
  mutating func time(_ name: String, _ time: inout Duration?) throws(Failure) {
    var value = time.map { ReportTime($0) }
    try member(name, 0, &value, .sparse)
    time = value?.time
  }
}
