// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Ask: FormRecord {
  static let blank = Ask(
    token: .blank, command: .blank, scene: "blank", revision: 0, question: .leave, screen: .blank, element: nil,
    isDraft: false, route: Path([]), context: .null, animated: false, deadlineMs: 0, depth: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("token", 1, &token, .required("the name of the ask"))
    try visitor.member("commandId", 2, &command, .required("the id of a command"))
    try visitor.member("scene", 3, &scene, .required("the name of a scene"))
    try visitor.member("revision", 4, &revision, .required("a number"))
    try visitor.choice(&question)
    try visitor.member("step", 18, &step, .sparse)
    try visitor.inline(8, &screen)
    try visitor.member("element", 9, &element, .always)
    try visitor.member("draft", 10, &isDraft, .always)
    try visitor.member("route", 11, &route, .always)
    try visitor.member("context", 12, &context, .always)
    try visitor.member("animated", 13, &animated, .always)
    try visitor.member("deadlineMs", 14, &deadlineMs, .required("a number"))
    try visitor.member("depth", 15, &depth, .always)
  }
}

/// In JSON, the phase and the request in words, and what belongs to them.
extension Ask.Question: FormUnion {
  static let style = UnionStyle.tagged("phase")
  static let variants = FormVariants<Ask.Question>(
    .handle(.back), .leave, .host, .build("blank"), .parse(""), .task(.blank))

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .handle(var request):
      try visitor.variant("handle")
      try visitor.inline(5, &request)
      self = .handle(request)
    case .leave:
      try visitor.emptyVariant("guard", 6)
      visitor.constant("request", description)
    case .host:
      try visitor.emptyVariant("host", 7)
      visitor.constant("request", description)
    case .build(var key):
      try visitor.variant("build")
      visitor.constant("request", description)
      try visitor.member("node", 16, &key, .required(TreeKey.rule))
      self = .build(key)
    case .parse(var url):
      try visitor.variant("parse")
      visitor.constant("request", description)
      try visitor.member("url", 17, &url, .required("a URL"), atMost: DeepLink.bytesMax)
      self = .parse(url)
    case .task(var question):
      // The request in words follows from the question.
      var words = description
      try visitor.variant("task")
      if Visitor.isJSON { try visitor.member("request", 0, &words, .always) }
      try visitor.inline(19, &question)
      self = .task(question)
    }
  }
}

/// In JSON a text: `show list`; beside that of a change, the name of the screen to be exchanged.
extension Request: FormUnion {
  static let style = UnionStyle.given
  static let variants = FormVariants<Request>(
    .show("blank"), .hide("blank"), .change(from: "blank", to: "blank"), .install("blank"), .back, .toChild("blank"),
    .toParent, .toSelf)

  mutating func visit<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    guard Visitor.isJSON else { return try visitor.choice(&self) }
    var words = RequestText(request: self)
    try visitor.member("request", 0, &words, .required("what is asked"))
    self = words.request
    if case .change(var from, let to) = self {
      try visitor.member("from", 0, &from, .required("the name of the screen to be exchanged"))
      self = .change(from: from, to: to)
    } else if Visitor.isDescribing {
      var from: ScreenName?
      try visitor.member("from", 0, &from, .sparse)
    }
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .show(var name):
      try visitor.variant("show")
      try visitor.member("show", 1, &name, .required("a name"))
      self = .show(name)
    case .hide(var name):
      try visitor.variant("hide")
      try visitor.member("hide", 2, &name, .required("a name"))
      self = .hide(name)
    case .change(var from, var to):
      try visitor.variant("change", 3)
      try visitor.member("from", 1, &from, .required("a name"))
      try visitor.member("to", 2, &to, .required("a name"))
      self = .change(from: from, to: to)
    case .install(var name):
      try visitor.variant("install")
      try visitor.member("install", 4, &name, .required("a name"))
      self = .install(name)
    case .back: try visitor.emptyVariant("back", 5)
    case .toChild(var route):
      try visitor.variant("toChild")
      try visitor.member("toChild", 6, &route, .required("a name"))
      self = .toChild(route)
    case .toParent: try visitor.emptyVariant("toParent", 7)
    case .toSelf: try visitor.emptyVariant("toSelf", 8)
    }
  }
}

/// A request in words. Only JSON has it.
private struct RequestText: FormText {
  var request: Request

  init(request: Request) { self.request = request }

  init?(text: String) {
    let words = text.split(separator: " ").map(String.init)
    let name = words.count == 2 ? ScreenName(words[1]) : nil
    let route = words.count == 3 ? RouteID(words[2]) : nil
    switch (words.first, name, route) {
    case ("back", nil, nil) where words.count == 1: request = .back
    case ("show", let name?, nil): request = .show(name)
    case ("hide", let name?, nil): request = .hide(name)
    case ("install", let name?, nil): request = .install(name)
    case ("change", let name?, nil): request = .change(from: name, to: name)
    case ("to", nil, let route?) where words[1] == "child": request = .toChild(route)
    case ("to", _, nil) where words == ["to", "parent"]: request = .toParent
    case ("to", _, nil) where words == ["to", "self"]: request = .toSelf
    default: return nil
    }
  }

  var text: String { request.description }
  static var rule: String {
    "a request: 'show NAME', 'hide NAME', 'change NAME', 'install NAME', 'back', 'to child ROUTE', 'to parent' or "
      + "'to self'"
  }
  static var schemaName: String { "request" }
  static var pattern: String {
    "^((show|hide|change|install|to child) [A-Za-z][A-Za-z0-9._-]{0,63}|to parent|to self|back)$"
  }
}
