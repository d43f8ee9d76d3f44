// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

extension PastCommand: FormRecord, ReportForm {
  static let blank = PastCommand(.blank, verb: "", origin: .blank, timeSince1970: .zero)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var time = timeSince1970.microseconds
    var guards = GuardMode(skippedGuards)
    try visitor.inline(0, &outcome)
    try visitor.member("verb", 0, &verb, .usual)
    try visitor.note("because", 0, &because, .sparse)
    try visitor.member("origin", 0, &origin, .usual)
    try visitor.member("at", 0, &time, .usual)
    try visitor.member("row", 0, &row, .sparse)
    try visitor.member("dryRun", 0, &isDryRun, .sparse)
    try visitor.member("guards", 0, &guards, .sparse)
    skippedGuards = guards.flag
    timeSince1970 = .microseconds(time)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "outcome") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}

extension PastCommit: FormRecord, ReportForm {
  static let blank = PastCommit(
    scene: "blank", revision: 0, majorRevision: 0, epoch: 0, path: Path([]), cause: .blank, timeSince1970: .zero, row: 0
  )

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var time = timeSince1970.microseconds
    try visitor.member("scene", 0, &scene, .required("the name of a scene"))
    try visitor.member("revision", 0, &revision, .required("a number"))
    try visitor.member("majorRevision", 0, &majorRevision, .usual)
    try visitor.member("minor", 0, &isMinor, .usual)
    try visitor.member("epoch", 0, &epoch, .usual)
    try visitor.member("path", 0, &path, .required("a list of elements"))
    try visitor.member("cause", 0, &cause, .required("why"))
    try visitor.member("at", 0, &time, .usual)
    try visitor.member("row", 0, &row, .usual)
    timeSince1970 = .microseconds(time)
  }

  /// Reads the report.
  package init(report object: JSONValue) throws(FormError) { self = try ReportJSON.read(object, "commit") }
  /// Its JSON, canonical.
  package var report: JSONValue { ReportJSON.object(self) }
}
