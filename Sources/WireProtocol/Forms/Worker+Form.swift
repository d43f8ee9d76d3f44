// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Welcome: FormRecord {
  static let blank = Welcome(session: 0, version: "", verdicts: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("session", 1, &session, .required("a number"))
    try visitor.note("version", 2, &version, .always)
    try visitor.member("verdicts", 3, &verdicts, .always, atMost: Limits.usedTokensMax)
  }
}

extension Registered: FormRecord {
  static let blank = Registered(generation: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("generation", 1, &generation, .required("a number"))
  }
}

extension Working: FormRecord {
  static let blank = Working(token: .blank, ms: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("token", 1, &token, .required("the token of the ask"))
    try visitor.member("ms", 2, &ms, .required("the time wanted"))
  }
}

extension Settled: FormRecord {
  static let blank = Settled(token: .blank, used: false)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var verdict = Verdict(used)
    try visitor.member("token", 1, &token, .required("the token of the ask"))
    try visitor.member("verdict", 2, &verdict, .required("one of used, cancelled"))
    used = verdict.flag
  }
}

/// The verdict on an ask.
private struct Verdict: FlagWord {
  static let falseWord = "cancelled"
  static let trueWord = "used"
  var flag: Bool

  init(_ flag: Bool) { self.flag = flag }
}

extension Abandoned: FormRecord {
  static let blank = Abandoned(token: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("token", 1, &token, .required("the token of the ask"))
  }
}

extension WorkerState: FormRecord {
  static let blank = WorkerState(scene: "blank", revision: 0, elements: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("revision", 2, &revision, .required("a number"))
    try visitor.member("elements", 3, &elements, .required("a list of elements"))
    try visitor.member("path", 4, &path, .sparse)
    try visitor.member("animated", 5, &animated, .always)
  }
}

extension Arrival: FormRecord {
  static let blank = Arrival(
    scene: "blank", revision: 0, command: .blank, task: "blank", element: .root, screen: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("revision", 2, &revision, .required("a number"))
    try visitor.member("commandId", 3, &command, .required("the id of a command"))
    try visitor.member("task", 4, &task, .required("the name of a post task"))
    try visitor.member("element", 5, &element, .required("an id"))
    try visitor.inline(6, &screen)
    try visitor.member("context", 7, &context, .always)
    try visitor.member("arrived", 8, &arrived, .always)
  }
}

extension Appeared: FormRecord {
  static let blank = Appeared(scene: "main", elements: [])

  /// On a line of JSON, one element may be told by its `id`.
  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var id: ElementID?
    try visitor.member("scene", 1, &scene, .usual)
    if Visitor.isJSON { try visitor.member("id", 0, &id, .sparse) }
    if let id { elements = [id] } else { try visitor.member("elements", 2, &elements, .required("a list of ids")) }
    try visitor.member("revision", 3, &revision, .sparse)
  }
}

extension CannotShow: FormRecord {
  static let blank = CannotShow(scene: "main", element: .root)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .usual)
    try visitor.member("element", 2, &element, .required("an id"))
    try visitor.note("code", 3, &code, .usual)
    try visitor.note("message", 4, &message, .usual)
    try visitor.member("revision", 5, &revision, .sparse)
  }
}

extension Pong: FormRecord {
  static let blank = Pong(applied: [:])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("applied", 1, &applied, .usual)
    try visitor.member("unsettled", 2, &unsettled, .usual, atMost: Limits.usedTokensMax)
  }
}

extension Bye: FormRecord {
  static let blank = Bye()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("restartingMs", 1, &restartingMs, .usual)
  }
}
