// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.TaskKind: FormWord {
  static let words: FormWords<Destination.TaskKind> = [
    .finder: 1, .condition: 2, .conversion: 3, .factory: 4, .action: 5, .interceptor: 6, .contextTask: 7, .postTask: 8,
  ]
}

extension Destination.Ask.Question: FormRecord {
  static let blank = Destination.Ask.Question.finder("blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var (task, name, items) = (task, name, items)
    try visitor.member("task", 1, &task, .required("one of \(Destination.TaskKind.words.list)"))
    try visitor.member("name", 2, &name, .required("the name of a task"))
    try visitor.member("items", 3, &items, .sparse)
    guard Visitor.isReading else { return }
    let question = Self.question(task, name, items)
    try visitor.check(question != nil, "a post task is told, never asked")
    self = question ?? self
  }

  /// The screens that an action is about.
  private var items: [PathItem] { if case .action(_, let items) = self { items } else { [] } }

  private static func question(
    _ task: Destination.TaskKind, _ name: TaskName, _ items: [PathItem]
  ) -> Destination.Ask.Question? {
    switch task {
    case .finder: .finder(name)
    case .condition: .condition(name)
    case .conversion: .conversion(name)
    case .factory: .factory(name)
    case .action: .action(name, items)
    case .interceptor: .interceptor(name)
    case .contextTask: .contextTask(name)
    case .postTask: nil
    }
  }
}

/// What a worker does for destinations: in JSON a table of the kinds with the names of each.
struct RegisteredTasks: FormValue {
  var tasks: [Destination.TaskKind: [TaskName]]

  init(_ tasks: [Destination.TaskKind: [TaskName]]) { self.tasks = tasks }

  var isZero: Bool { tasks.isEmpty }

  init(json reader: inout JSONReader) throws(FormError) {
    tasks = [:]
    let words = Destination.TaskKind.allCases.map(\.rawValue)
    for (word, node) in try reader.node.table(atMost: Limits.listMax) {
      guard let task = Destination.TaskKind(rawValue: word) else {
        let hint = Spelling.aside(word, among: words, otherwise: ": one of \(Destination.TaskKind.words.list)")
        throw reader.node.wrong("'\(word.clipped)' is no task\(hint)")
      }
      tasks[task] = try reader.at(node) { (reader) throws(FormError) in try [TaskName](json: &reader) }
    }
  }

  func write(json writer: inout JSONWriter) {
    let outer = writer.begin()
    for (task, names) in inOrder {
      writer.key(task.rawValue)
      names.write(json: &writer)
    }
    writer.end(outer)
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let names = [TaskName].schema(&book)
    let kinds = Destination.TaskKind.allCases.map { JSONValue.Member($0.rawValue, names) }
    return .record([
      "type": .string("object"), "properties": .members(kinds), "additionalProperties": .bool(false),
    ])
  }

  static func absent(_ rule: MemberRule) -> RegisteredTasks? { RegisteredTasks([:]) }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    var lists: [TaskList] = []
    try lists.readField(number, rule, from: &reader)
    tasks = [:]
    for list in lists {
      guard tasks.updateValue(list.names, forKey: list.task) == nil else {
        throw FormError("'\(list.task.rawValue)' stands twice")
      }
    }
  }

  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    inOrder.map { TaskList(task: $0, names: $1) }.writeField(number, isExplicit: isExplicit, to: &writer)
  }

  init(binary reader: inout BinaryReader) throws(FormError) { tasks = [:] }
  func write(binary writer: inout BinaryWriter) {}

  private var inOrder: [(Destination.TaskKind, [TaskName])] {
    Destination.TaskKind.allCases.compactMap { task in tasks[task].map { (task, $0) } }
  }
}

/// The names of one kind of tasks.
private struct TaskList: FormRecord {
  static let blank = TaskList(task: .finder, names: [])

  var task: Destination.TaskKind
  var names: [TaskName]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("task", 1, &task, .always)
    try visitor.member("names", 2, &names, .always)
  }
}
