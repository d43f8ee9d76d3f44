// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination: DestinationPart {
  static let blank = Destination([])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("context", 2, &context, .sparse)
    try visitor.member("whileMoving", 3, &whileMoving, .sparse)
    try visitor.member("steps", 1, &steps, .required("a list of steps"), atMost: Self.stepsMax)
    try visitor.check(
      !steps.nests(deeperThan: Factory.depthMax),
      "choices nest less than \(Factory.depthMax) deep")
  }

  /// The list of the steps, or an object where more is said than that.
  init(part reader: inout JSONReader) throws(FormError) {
    self = .blank
    switch reader.node.value {
    case .array:
      reader.nextMax = Self.stepsMax
      steps = try [Step](json: &reader)
      guard !steps.nests(deeperThan: Factory.depthMax) else {
        throw reader.node.wrong("choices nest less than \(Factory.depthMax) deep")
      }
    case .members: try reader.object(&self)
    case .null, .bool, .integer, .double, .string:
      throw reader.node.unexpected("a destination: a list of steps, or an object with steps, context and whileMoving")
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("destination") { book in
      book.nextMax = stepsMax
      let list = [Step].schema(&book)
      return SchemaBook.anyOf([list, objectSchema(&book)], "a destination: its steps, the destination first")
    }
  }
}

extension Destination.WhileMoving: FormWord {
  static let words: FormWords<Destination.WhileMoving> = [.wait: 1, .abort: 2]
}

extension [Destination.Step] {
  /// Whether choices stand in each other deeper than `limit` lists.
  fileprivate func nests(deeperThan limit: Int) -> Bool {
    guard limit > 0 else { return true }
    return contains { step in
      guard case .choose(let choice) = step else { return false }
      return choice.cases.contains { $0.steps.nests(deeperThan: limit - 1) }
        || choice.otherwise?.nests(deeperThan: limit - 1) == true
    }
  }
}

extension Destination.Step: FormUnion, DestinationPart {
  static let style = UnionStyle.leading
  static let variants = FormVariants<Destination.Step>(
    .custom(.blank), .adapt(.blank), .from("blank"), .choose(Destination.Switch([])), .screen(Destination.ScreenStep()),
    .root, .current,
    .none)

  private static let words = ["root", "current", "none"]
  private static let keys = ["custom", "adapt", "from", "switch"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .screen(var step):
      try visitor.inline(1, &step)
      self = .screen(step)
    case .root: try visitor.emptyVariant("root", 2)
    case .current: try visitor.emptyVariant("current", 3)
    case .none: try visitor.emptyVariant("none", 4)
    case .custom(var finder):
      try visitor.variant("custom")
      try visitor.member("custom", 5, &finder, .always)
      self = .custom(finder)
    case .adapt(var conversion):
      try visitor.variant("adapt")
      try visitor.member("adapt", 6, &conversion, .always)
      self = .adapt(conversion)
    case .from(var name):
      try visitor.variant("from")
      try visitor.member("from", 7, &name, .required("the name of a destination"))
      self = .from(name)
    case .choose(var choice):
      try visitor.variant("switch", 8)
      try visitor.member("switch", 1, &choice.cases, .required("a list of cases"), atMost: Destination.stepsMax)
      try visitor.member("default", 2, &choice.otherwise, .sparse, atMost: Destination.stepsMax)
      try visitor.member("context", 3, &choice.context, .sparse)
      self = .choose(choice)
    }
  }

  /// A word, or an object: of what leads on, or of a screen.
  init(part reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string("root"): self = .root
    case .string("current"): self = .current
    case .string("none"): self = .none
    case .members where reader.node.has(oneOf: Self.keys):
      self = Self.blank
      try reader.object(&self)
    case .members where reader.node.has(oneOf: Destination.ScreenStep.keys):
      var step = Destination.ScreenStep()
      try reader.object(&step)
      self = .screen(step)
    default: throw reader.node.misfit("a step", words: Self.words, members: Destination.ScreenStep.keys + Self.keys)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("destinationStep") { book in
      let screen = JSONValue.record([
        "allOf": .array([Destination.ScreenStep.objectSchema(&book)]),
        "anyOf": .array(Destination.ScreenStep.keys.map { .record(["required": .array([.string($0)])]) }),
      ])
      return SchemaBook.anyOf(
        [SchemaBook.words(words), screen] + keyedSchemas(&book, keys), "a step on the way to a destination")
    }
  }
}

extension Destination.ScreenStep: FormRecord {
  static let blank = Destination.ScreenStep()

  /// The members of which one has to be there.
  fileprivate static let keys = ["find", "make", "action", "context", "interceptors", "contextTasks", "postTasks"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.inline(1, &finder, by: "find")
    try visitor.member("make", 2, &factory, .sparse)
    var way = action == .none ? nil : action
    try visitor.member("action", 3, &way, .sparse)
    action = way ?? .none
    try visitor.member("context", 4, &context, .sparse)
    try visitor.member("interceptors", 5, &interceptors, .sparse, atMost: Self.tasksMax)
    try visitor.member("contextTasks", 6, &contextTasks, .sparse, atMost: Self.tasksMax)
    try visitor.member("postTasks", 7, &postTasks, .sparse, atMost: Self.tasksMax)
    let (step, keys) = (self, Self.keys)
    try visitor.check(
      step != Destination.ScreenStep(), "a step says something: it has one of \(keys.joined(separator: ", "))")
    try visitor.check(
      step.factory?.nests(deeperThan: Destination.Factory.depthMax) != true,
      "member 'make': containers nest at most \(Destination.Factory.depthMax) deep")
  }
}

extension Destination.Switch.Case: DestinationPart {
  static let blank = Destination.Switch.Case(.found(.blank), from: [])

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.choice(&condition)
    try visitor.member("then", 4, &steps, .required("the way on: a list of steps"), atMost: Destination.stepsMax)
  }
}

extension Destination.Switch.Condition: FormUnion {
  static let style = UnionStyle.keyed
  static let variants = FormVariants<Destination.Switch.Condition>(
    .found(.blank), .asked("blank"), .context(Destination.ContextType()))

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    count > 1
      ? node.wrong("a case has one of \(variants.words.joined(separator: ", ")), not \(count)")
      : node.misfit("a case of a switch", members: variants.words + ["then"])
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .found(var finder):
      try visitor.variant("found")
      try visitor.member("found", 1, &finder, .always)
      self = .found(finder)
    case .asked(var name):
      try visitor.variant("asked")
      try visitor.member("asked", 2, &name, .required("the name of a condition"))
      self = .asked(name)
    case .context(var type):
      try visitor.variant("context")
      try visitor.member("context", 3, &type, .always)
      self = .context(type)
    }
  }
}
