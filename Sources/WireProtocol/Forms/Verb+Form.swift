// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Verb: FormUnion {
  static let style = UnionStyle.tagged("verb")
  static let schemaName: String? = "verb"
  static let variants = FormVariants<Verb>(
    NavigatorVerb.variants.all.map { .navigator($0.blank) } + [
      .batch([]), .back, .start("blank"), .show([]), .hide("blank", atomic: false), .navigate([]), .open(""),
      .drive(Drive(.route("blank"))), .drive(Drive(.subTree("blank"))), .drive(Drive(.parent)), .route("blank"),
    ], first: .back)

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    let words = variants.words
    let list = words.joined(separator: ", ")
    guard let word = node["verb"] else { return node.missing("verb", "what to do: \(list)") }
    guard case .string(let text) = word.value else { return word.unexpected("a verb: \(list)") }
    return word.unexpected("a verb" + Spelling.aside(text, among: words, otherwise: ": \(list)"))
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .navigator(var verb):
      try visitor.inline(1, &verb)
      self = .navigator(verb)
    case .batch(var verbs):
      try visitor.variant("batch", 2)
      try visitor.member("verbs", 1, &verbs, .required("a list of verbs"))
      self = .batch(verbs)
    case .back: try visitor.emptyVariant("back", 3)
    case .start(var name):
      try visitor.variant("start")
      try visitor.member("name", 4, &name, .required("the name of a root screen"))
      self = .start(name)
    case .show(var names):
      try visitor.variant("show", 5)
      try visitor.member("names", 1, &names, .required("a list of screen names"))
      self = .show(names)
    case .hide(var name, var isAtomic):
      try visitor.variant("hide", 6)
      try visitor.member("name", 1, &name, .required("the name of a screen"))
      try visitor.member("atomic", 2, &isAtomic, .sparse)
      self = .hide(name, atomic: isAtomic)
    case .navigate(var names):
      try visitor.variant("navigate", 7)
      try visitor.member("names", 1, &names, .required("a list of screen names"))
      self = .navigate(names)
    case .open(var url):
      try visitor.variant("open")
      try visitor.member("url", 8, &url, .required("a URL"), atMost: Limits.pathTextBytesMax)
      self = .open(url)
    case .drive(var drive):
      try visitor.variant(drive.word, 9)
      try visitor.choice(&drive.destination)
      try visitor.member("from", 4, &drive.start, .sparse)
      try visitor.input("input", 5, &drive.input, .sparse)
      try visitor.member("transactional", 6, &drive.isTransactional, .sparse)
      self = .drive(drive)
    case .route(var destination):
      try visitor.variant("route")
      try visitor.member("destination", 10, &destination, .required(Destination.Reference.rule))
      self = .route(destination)
    }
  }
}

extension Drive {
  fileprivate var word: String {
    switch destination {
    case .route: "driveTo"
    case .subTree: "driveSub"
    case .parent: "driveParent"
    }
  }
}

/// In JSON, the word of the verb says which of them it is.
extension Drive.Destination: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Drive.Destination>(.route("blank"), .subTree("blank"), .parent)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .route(var id):
      try visitor.variant("route")
      try visitor.member("route", 1, &id, .required("the id of a route"))
      self = .route(id)
    case .subTree(var id):
      try visitor.variant("subTree")
      try visitor.member("route", 2, &id, .required("the id of a route"))
      self = .subTree(id)
    case .parent: try visitor.emptyVariant("parent", 3)
    }
  }
}

extension Drive.Step: FormRecord {
  static let blank = Drive.Step(.up, to: "blank", screen: "blank", destination: "blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("direction", 1, &direction, .required("one of up, down, stay"))
    try visitor.member("route", 2, &route, .required("the id of a route"))
    try visitor.member("screen", 3, &screen, .required("the name of a screen"))
    try visitor.member("subTree", 4, &beginsSubTree, .always)
    try visitor.member("destination", 5, &destination, .required("the id of a route"))
    try visitor.member("input", 6, &input, .always)
  }
}

extension Drive.Step.Direction: FormWord {
  static let words: FormWords<Drive.Step.Direction> = [.up: 1, .down: 2, .stay: 3]
}
