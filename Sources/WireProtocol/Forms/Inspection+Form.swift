// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Inspect: FormRecord {
  static let blank = Inspect(.status)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("subject", 1, &subject, .required("one of \(Subject.words.list)"))
    try visitor.member("scene", 2, &scene, .sparse)
    try visitor.member("since", 3, &since, .sparse)
    try visitor.member("limit", 4, &limit, .sparse)
    try visitor.member("before", 5, &past.before, .sparse)
    try visitor.member("after", 6, &past.after, .sparse)
    try visitor.member("from", 7, &past.from, .sparse)
    try visitor.member("to", 8, &past.to, .sparse)
    try visitor.member("until", 9, &past.until, .sparse)
    try visitor.member("failed", 10, &past.wantsFailed, .sparse)
    try visitor.member("command", 11, &past.command, .sparse)
    try visitor.member("minor", 12, &past.wantsMinor, .sparse)
    try visitor.member("element", 13, &past.element, .sparse)
  }
}

extension Inspect.Subject: FormWord {
  static let words: FormWords<Inspect.Subject> = [
    .status: 1, .workers: 2, .scenes: 3, .history: 4, .tree: 5, .plan: 6, .destinations: 7, .commits: 8,
  ]
}

extension Clear: FormRecord {
  static let blank = Clear(worker: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("worker", 1, &worker, .required("the name of a worker"))
  }
}

extension Report: FormRecord {
  static let blank = Report(objects: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var values = objects.map { ReportJSONObject(value: $0.form) }
    try visitor.member("objects", 1, &values, .always, atMost: Limits.reportObjectsMax)
    try visitor.member("more", 2, &more, .always)
    try visitor.member("next", 3, &next, .sparse)
    if Visitor.isReading { objects = values.map { .json($0.value) } }
  }
}

/// Any JSON; its members are listed in the specification, section "Reports".
private struct ReportJSONObject: FormValue {
  var value: JSONValue

  init(value: JSONValue) { self.value = value }

  init(json reader: inout JSONReader) throws(FormError) { value = reader.node.value.canonical }
  func write(json writer: inout JSONWriter) { writer.value(value) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { JSONValue.schema(&book) }

  static func absent(_ rule: MemberRule) -> ReportJSONObject? { ReportJSONObject(value: .null) }
  init(binary reader: inout BinaryReader) throws(FormError) { value = try reader.report() }
  func write(binary writer: inout BinaryWriter) { writer.json(value) }
}

extension ProtocolError: FormRecord {
  static let blank = ProtocolError(.unsupported, "")

  /// The majors are a list of two in JSON, two numbers in the binary encoding; 0 means 1 there.
  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var bounds = [UInt64(majors.lowerBound), UInt64(majors.upperBound)]
    try visitor.member("code", 1, &code, .required("a word"))
    try visitor.note("message", 2, &message, .always)
    if Visitor.isJSON {
      try visitor.member("majors", 0, &bounds, .always)
    } else {
      try visitor.member("majorLowest", 3, &bounds[0], .always)
      try visitor.member("majorHighest", 4, &bounds[1], .always)
      bounds = bounds.map { $0 == 0 ? 1 : $0 }
    }
    guard Visitor.isReading else { return }
    let isRange = bounds.count == 2 && bounds[0] <= bounds[1] && bounds[1] <= UInt64(UInt8.max)
    try visitor.check(isRange, "member 'majors' has to hold the lowest and the highest major version")
    if isRange { majors = UInt8(bounds[0])...UInt8(bounds[1]) }
  }
}

extension ProtocolError.Code: FormWord {
  static let words: FormWords<ProtocolError.Code> = [
    .unsupported: 1, .malformed: 2, .replaced: 3, .nameTaken: 4, .stopping: 5, .full: 6, .denied: 7,
    .outsideWindow: 8,
  ]
}
