// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Outcome: FormRecord {
  static let blank = Outcome(id: .blank, kind: .committed, scene: "blank", epoch: 0, revision: 0, path: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    // JSON says first how the command ended, the binary encoding which one it was: its fields stand in the order of numbers.
    if !Visitor.isJSON { try visitor.member("commandId", 1, &id, .required("the id of a command")) }
    try visitor.choice(&kind)
    try visitor.note("message", 13, &message, .always)
    try visitor.member("scene", 14, &scene, .required("the name of a scene"))
    try visitor.member("epoch", 15, &epoch, .required("a number"))
    try visitor.member("revision", 16, &revision, .required("a number"))
    if Visitor.isJSON { try visitor.member("commandId", 1, &id, .required("the id of a command")) }
    try visitor.member("path", 17, &path, .required("a list of elements"))
    try visitor.member("asked", 18, &asked, .always, atMost: Limits.outcomeListMax)
    try visitor.member("ms", 19, &ms, .required("a number"))
    try visitor.inverted("durable", 20, &durable, .always)
    visitor.continueChoice()
    try visitor.member("revisions", 21, &revisions, .sparse, atMost: Limits.outcomeListMax)
    try visitor.member("appeared", 22, &appeared, .sparse)
    try visitor.inline(23, &stop, by: "index")
    try visitor.member("steps", 24, &steps, .sparse, atMost: Limits.outcomeListMax)
    try visitor.member("walk", 25, &walk, .sparse, atMost: Limits.outcomeListMax)
    try visitor.member("search", 26, &search, .sparse)
    try visitor.member("delivered", 27, &delivered, .sparse, atMost: Limits.outcomeListMax)
  }
}

/// In JSON, the word and the reason come first, what else belongs to a kind further down. A party that is left out is the
/// coordinator: so reports and exports say it, from which null members are gone.
extension Outcome.Kind: FormUnion {
  static let style = UnionStyle.tagged("outcome")
  static let variants = FormVariants<Outcome.Kind>(
    .committed, .unchanged(.same), .vetoed(by: .coordinator, .guard, code: nil), .unhandled, .rejected(.invalid),
    .conflict, .superseded(by: .blank), .busy, .timedOut(phase: .queue, who: nil), .cancelled,
    .failed(who: .coordinator, .restarted, code: nil))

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .committed: try Self.plain("committed", 2, &visitor)
    case .unchanged(var reason):
      try visitor.variant("unchanged", 3)
      try visitor.member("reason", 1, &reason, .required("a word of unchanged"))
      self = .unchanged(reason)
    case .vetoed(var party, var reason, var code):
      try visitor.variant("vetoed", 4)
      try visitor.member("reason", 2, &reason, .required("a word of vetoed"))
      visitor.suspendChoice()
      try visitor.member("by", 1, &party, .always)
      try visitor.note("code", 3, &code, .always)
      self = .vetoed(by: party, reason, code: code)
    case .unhandled: try Self.plain("unhandled", 5, &visitor)
    case .rejected(var reason):
      try visitor.variant("rejected", 6)
      try visitor.member("reason", 1, &reason, .required("a word of rejected"))
      self = .rejected(reason)
    case .conflict: try Self.plain("conflict", 7, &visitor)
    case .superseded(var id):
      try visitor.variant("superseded")
      visitor.constant("reason", nil)
      visitor.suspendChoice()
      try visitor.member("by", 8, &id, .required("the id of a command"))
      self = .superseded(by: id)
    case .busy: try Self.plain("busy", 9, &visitor)
    case .timedOut(var phase, var party):
      try visitor.variant("timedOut", 10)
      visitor.constant("reason", nil)
      visitor.suspendChoice()
      try visitor.member("phase", 1, &phase, .required("a word"))
      try visitor.member("who", 2, &party, .always)
      self = .timedOut(phase: phase, who: party)
    case .cancelled: try Self.plain("cancelled", 11, &visitor)
    case .failed(var party, var reason, var code):
      try visitor.variant("failed", 12)
      try visitor.member("reason", 2, &reason, .required("a word of failed"))
      visitor.suspendChoice()
      try visitor.member("who", 1, &party, .always)
      try visitor.note("code", 3, &code, .always)
      self = .failed(who: party, reason, code: code)
    }
  }

  /// A kind without reason and members.
  private static func plain<Visitor: FormVisitor>(
    _ word: String, _ number: Int, _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.emptyVariant(word, number)
    visitor.constant("reason", nil)
  }
}

extension UnchangedReason: FormWord {
  static let words: FormWords<UnchangedReason> = [
    .same: 1, .targetNotFound: 2, .rootCannotBeDismissed: 3, .atRoot: 4, .notPlaced: 5, .dryRun: 6,
  ]
}

extension Outcome.VetoReason: FormWord {
  static let words: FormWords<Outcome.VetoReason> = [.guard: 1, .interceptor: 2, .noAnswer: 3, .redirected: 4]
}

extension RejectedReason: FormWord {
  static let words: FormWords<RejectedReason> = [
    .invalid: 1, .notInTree: 2, .unknownScene: 3, .unknownRoute: 4, .unknownDestination: 5, .noHost: 6, .denied: 7,
    .duplicateID: 8, .emptyRoute: 9, .emptyLayer: 10, .pushNotAllowed: 11, .layerAllowsNoPush: 12, .noSuchBranch: 13,
    .rootCannotBeHidden: 14, .targetNotFound: 15, .typeMismatch: 16, .missingDependency: 17, .idReused: 18,
    .askClosed: 19, .notParked: 20, .tooDeep: 21, .tooLarge: 22, .unsupported: 23, .locked: 24,
  ]
}

extension Outcome.Phase: FormWord {
  static let words: FormWords<Outcome.Phase> = [
    .queue: 1, .handle: 2, .guard: 3, .host: 4, .step: 5, .build: 6, .parked: 7, .task: 8,
  ]
}

extension Outcome.FailureReason: FormWord {
  static let words: FormWords<Outcome.FailureReason> = [
    .restarted: 1, .lost: 2, .stopping: 3, .died: 4, .handler: 5, .cannotShow: 6, .journal: 7,
  ]
}

extension Outcome.Party: FormRecord {
  static let blank = Outcome.Party.coordinator
  static let schemaName: String? = "party"
  static let schemaNote: String? = "all null: the coordinator"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("worker", 1, &worker, .always)
    try visitor.member("screen", 2, &screen, .always)
    try visitor.member("element", 3, &element, .always)
  }
}

extension TreeNode.Stop: FormRecord {
  static let blank = TreeNode.Stop(index: 0, screen: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var element = ScreenText(screen: screen)
    try visitor.member("index", 1, &index, .always)
    try visitor.member("element", 2, &element, .required("a screen"))
    try visitor.member("allowed", 3, &allowed, .always)
    try visitor.member("missing", 4, &missing, .always, atMost: Limits.outcomeListMax)
    screen = element.screen
  }
}

extension BuildStep: FormRecord {
  static let blank = BuildStep(screen: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.inline(1, &screen)
    try visitor.member("worker", 2, &worker, .sparse)
    try visitor.member("part", 3, &part, .sparse)
    try visitor.member("asked", 4, &wasAsked, .always)
    try visitor.member("host", 5, &host, .sparse)
    try visitor.member("inside", 6, &inside, .sparse)
  }
}

extension Drive.PlannedStep: FormRecord {
  static let blank = Drive.PlannedStep(.up, to: "blank", screen: "blank", from: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var party = Outcome.Party(worker: worker, screen: origin, element: originElement)
    try visitor.member("direction", 1, &direction, .required("one of up, down, stay"))
    try visitor.member("route", 2, &route, .required("the id of a route"))
    try visitor.member("screen", 3, &screen, .required("the name of a screen"))
    try visitor.member("subTree", 4, &beginsSubTree, .always)
    try visitor.member("element", 5, &element, .always)
    try visitor.member("from", 6, &party, .required("where the step starts"))
    try visitor.member("asked", 7, &isAsked, .always)
    try visitor.member("missing", 8, &missing, .always, atMost: Limits.outcomeListMax)
    let screen = party.screen
    try visitor.check(screen != nil, "member 'from' has to name a screen")
    (worker, origin, originElement) = (party.worker, screen ?? origin, party.element)
  }
}

extension Asked: FormRecord {
  static let blank = Asked(request: "", screen: "blank", element: nil, worker: nil, answer: .push, ms: 0)
  static let schemaName: String? = "asked"

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("request", 1, &request, .required("what was asked"))
    try visitor.member("screen", 2, &screen, .required("the name of a screen"))
    try visitor.member("element", 3, &element, .always)
    try visitor.member("worker", 4, &worker, .always)
    try visitor.member("answer", 5, &answer, .required("what came back"))
    try visitor.member("ms", 6, &ms, .required("a number"))
    try visitor.member("standing", 7, &standing, .sparse)
    try visitor.note("message", 8, &message, .sparse)
  }
}

extension Asked.Answer: FormWord {
  static let words: FormWords<Asked.Answer> = [
    .push: 1, .present: 2, .pop: 3, .popToRoot: 4, .popTo: 5, .dismiss: 6, .edit: 7, .done: 8, .declined: 9,
    .allow: 10, .deny: 11, .redirect: 12, .noAnswer: 13, .died: 14, .skipped: 15, .unregistered: 16, .failed: 17,
    .value: 18,
  ]
}

/// A screen that JSON writes in path syntax.
struct ScreenText: FormValue {
  var screen: AnyScreen

  init(screen: AnyScreen) { self.screen = screen }

  init(json reader: inout JSONReader) throws(FormError) { screen = try AnyScreen(json: &reader) }
  func write(json writer: inout JSONWriter) { writer.string(screen.text) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { book.pathText() }

  static func absent(_ rule: MemberRule) throws(FormError) -> ScreenText? {
    try AnyScreen.absent(rule).map { ScreenText(screen: $0) }
  }
  init(binary reader: inout BinaryReader) throws(FormError) { screen = try AnyScreen(binary: &reader) }
  func write(binary writer: inout BinaryWriter) { screen.write(binary: &writer) }
}
