// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension SceneState: FormRecord {
  static let blank = SceneState(scene: "blank", epoch: 0, revision: 0, presenceNumber: 0, path: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("epoch", 2, &epoch, .required("a number"))
    try visitor.member("revision", 3, &revision, .required("a number"))
    try visitor.member("presenceNumber", 4, &presenceNumber, .required("a number"))
    try visitor.member("path", 5, &path, .required("a list of elements"))
  }
}

extension Update: FormRecord {
  static let blank = Update(
    scene: "blank", epoch: 0, previousRevision: 0, revision: 0, isMinor: false, previous: Path([]), current: .blank,
    cause: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("epoch", 2, &epoch, .required("a number"))
    try visitor.member("previousRevision", 3, &previousRevision, .required("a number"))
    try visitor.member("revision", 4, &revision, .required("a number"))
    try visitor.member("minor", 5, &isMinor, .always)
    try visitor.member("previous", 6, &previous, .required("a list of elements"))
    try visitor.member("current", 7, &current, .required("a list of elements"))
    try visitor.member("cause", 8, &cause, .required("why"))
    try visitor.member("presenceNumber", 9, &presenceNumber, .always)
  }
}

extension Cause: FormRecord {
  static let blank = Cause(kind: .command, verb: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var guards = GuardMode(skippedGuards)
    try visitor.member("kind", 1, &kind, .required("a word"))
    try visitor.member("commandId", 2, &command, .always)
    try visitor.note("verb", 3, &verb, .required("the verb as people write it"))
    try visitor.member("origin", 4, &origin, .required("who wanted it"))
    try visitor.member("asked", 5, &asked, .always, atMost: Limits.outcomeListMax)
    try visitor.note("because", 6, &because, .always)
    try visitor.member("tokens", 7, &tokens, .always, atMost: Limits.outcomeListMax)
    try visitor.member("guards", 8, &guards, .always)
    skippedGuards = guards.flag
  }
}

extension Cause.Kind: FormWord {
  static let words: FormWords<Cause.Kind> = [
    .command: 1, .start: 2, .appeared: 3, .death: 4, .redirect: 5, .tree: 6, .idle: 7,
  ]
}

extension Origin: FormRecord {
  static let blank = Origin(name: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("name", 1, &name, .required("what the client calls itself"))
    try visitor.member("pid", 2, &pid, .always)
    try visitor.member("uid", 3, &uid, .always)
    try visitor.member("command", 4, &command, .always)
  }
}

extension Presence.Change: FormRecord {
  static let blank = Presence.Change(
    scene: "blank", epoch: 0, number: 0, elements: [], presence: .attended, worker: nil, version: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("epoch", 2, &epoch, .required("a number"))
    try visitor.member("presenceNumber", 3, &number, .required("a number"))
    try visitor.member("elements", 4, &elements, .always)
    try visitor.member("presence", 5, &presence, .required("a word"))
    try visitor.member("worker", 6, &worker, .always)
    try visitor.note("version", 7, &version, .always)
    try visitor.member("restartingMs", 8, &restartingMs, .sparse)
    try visitor.note("message", 9, &message, .sparse)
  }
}

extension Keepalive: FormRecord {
  static let blank = Keepalive(epoch: 0, positions: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("epoch", 1, &epoch, .required("a number"))
    try visitor.member("scenes", 2, &positions, .always)
    try visitor.member("workerChanges", 3, &workerChanges, .always)
  }
}

extension Keepalive.Position: FormRecord {
  static let blank = Keepalive.Position(scene: "blank", revision: 0, presenceNumber: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("revision", 2, &revision, .required("a number"))
    try visitor.member("presenceNumber", 3, &presenceNumber, .required("a number"))
  }
}

extension SnapshotRequest: FormRecord {
  static let blank = SnapshotRequest()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scenes", 1, &scenes, .usual)
  }
}

extension Snapshot: FormRecord {
  static let blank = Snapshot(scenes: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scenes", 1, &scenes, .always)
  }
}
