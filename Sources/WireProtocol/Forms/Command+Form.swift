// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Command: FormRecord {
  static let blank = Command(id: .blank, verb: .back)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var guards = GuardMode(skipsGuards)
    try visitor.member("commandId", 1, &id, .required("an id of your own for this command"))
    try visitor.member("scene", 3, &scene, .usual)
    try visitor.inline(4, &verb)
    try visitor.member("ackedBelow", 2, &ackedBelow, .sparse)
    try visitor.input("context", 5, &context, .sparse)
    try visitor.member("animated", 6, &animated, .sparse)
    try visitor.choice("expecting", &expecting)
    try visitor.member("ifBusy", 9, &ifBusy, .sparse)
    try visitor.member("until", 10, &until, .sparse)
    try visitor.member("deadlineMs", 11, &deadlineMs, .sparse)
    try visitor.member("guards", 12, &guards, .sparse)
    try visitor.member("stepwise", 13, &stepwise, .sparse)
    try visitor.note("because", 14, &because, .sparse)
    try visitor.member("within", 15, &within, .sparse)
    try visitor.member("depth", 16, &depth, .sparse)
    try visitor.member("wantsAccepted", 17, &wantsAccepted, .sparse)
    try visitor.member("dryRun", 18, &isDryRun, .sparse)
    skipsGuards = guards.flag
  }

  init(json reader: inout JSONReader) throws(FormError) {
    self = .blank
    try read(json: &reader)
  }

  /// Reads what the object says; the rest stays. Errors name the verb, where they can: `verb go: …`.
  mutating func read(json reader: inout JSONReader) throws(FormError) {
    _ = try Verb.variants.pick(reader.node)
    if case .root = reader.node.place, case .string(let word)? = reader.node["verb"]?.value {
      reader.node.place = .root("verb \(word)")
    }
    try reader.object(&self)
  }
}

extension Contention: FormWord {
  static let words: FormWords<Contention> = [.queue: 0, .supersede: 1, .reject: 2]
}

extension Completion: FormWord {
  static let words: FormWords<Completion> = [.committed: 0, .appeared: 1]
}

/// Whether guards are skipped.
struct GuardMode: FlagWord {
  static let falseWord = "ask"
  static let trueWord = "skip"
  static let words = [falseWord, trueWord]
  var flag: Bool

  init(_ flag: Bool) { self.flag = flag }
}

extension Expectation: FormUnion {
  static let style = UnionStyle.keyed
  static let variants = FormVariants<Expectation>(.revision(0), .top(.root))

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    node.wrong("one of 'revision' and 'top' belongs here")
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .revision(var revision):
      try visitor.variant("revision")
      try visitor.member("revision", 7, &revision, .always)
      self = .revision(revision)
    case .top(var id):
      try visitor.variant("top")
      try visitor.member("top", 8, &id, .always)
      self = .top(id)
    }
  }
}

extension Accepted: FormRecord {
  static let blank = Accepted(id: .blank, place: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("commandId", 1, &id, .required("the id of a command"))
    try visitor.member("place", 2, &place, .required("a number"))
  }
}

extension Query: FormRecord {
  static let blank = Query(id: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member(
      "commandId", 1, &id, .required("a command id, or an ending of one"), atMost: CommandID.bytesMax)
    if !Visitor.isJSON {
      let isThere = !id.isEmpty
      try visitor.check(isThere, "the id is missing: a command id, or an ending of one")
    }
    try visitor.member("seal", 2, &seal, .sparse)
  }
}

extension Status: FormRecord {
  static let blank = Status(id: "", state: .pending)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("commandId", 1, &id, .required("the id as it was asked for"), atMost: CommandID.bytesMax)
    try visitor.member("state", 2, &state, .required("a word"))
    try visitor.member("revisions", 3, &revisions, .always, atMost: Limits.outcomeListMax)
  }
}

extension Status.State: FormWord {
  static let words: FormWords<Status.State> = [
    .pending: 1, .parked: 2, .notSeen: 3, .outsideWindow: 4, .ambiguous: 5,
  ]
}

extension Cancel: FormRecord {
  static let blank = Cancel(id: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("commandId", 1, &id, .required("the id of a command"))
  }
}

extension Active: FormRecord {
  static let blank = Active()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .usual)
  }
}

extension Resume: FormRecord {
  static let blank = Resume(id: .blank, target: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("commandId", 1, &id, .required("the id of a command"))
    try visitor.member("target", 2, &target, .required("the id of the parked command"))
  }
}
