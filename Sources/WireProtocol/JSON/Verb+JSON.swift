// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The words of the verbs.
enum VerbWord: String, CaseIterable {
  case go, goBack, replace, dismiss, dismissSuccessor, replaceContent, replaceScreen, didAppear, select
  case batch, back, start, show, hide, navigate, open, driveTo, driveSub, driveParent

  /// The members that belong to it.
  var members: [String] {
    switch self {
    case .go: ["screens", "path", "on"]
    case .goBack: ["to"]
    case .replace: ["screens", "in"]
    case .dismiss, .dismissSuccessor, .didAppear: ["target"]
    case .replaceContent: ["target", "screens"]
    case .replaceScreen: ["screen", "screens"]
    case .select: ["branch", "target"]
    case .batch: ["verbs"]
    case .back: []
    case .start: ["name"]
    case .show, .navigate: ["names"]
    case .hide: ["name", "atomic"]
    case .open: ["url"]
    case .driveTo, .driveSub: ["route", "from", "input", "transactional"]
    case .driveParent: ["from", "input", "transactional"]
    }
  }
}

extension JSONNode {
  /// The word under `verb`, and this object under the name that errors give it then: `verb go`.
  func verb() throws(FormError) -> (word: VerbWord, node: JSONNode) {
    let named = try required("verb", "what to do: \(VerbWord.allCases.map(\.rawValue).joined(separator: ", "))")
    guard case .string(let text) = named.value, let word = VerbWord(rawValue: text) else {
      let nearest = Spelling.nearest(to: (try? named.string()) ?? "", among: VerbWord.allCases.map(\.rawValue))
      guard let nearest else {
        throw named.unexpected("a verb: \(VerbWord.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      throw named.unexpected("a verb (did you mean '\(nearest)'?)")
    }
    var node = self
    if case .root = place { node.place = .root("verb \(word.rawValue)") }
    return (word, node)
  }
}

extension Verb {
  /// The verb of an object whose other members are `others`.
  init(form node: JSONNode, others: [String], inAnswer: Bool = false) throws(FormError) {
    let (word, node) = try node.verb()
    try node.object(["verb"] + word.members + others)
    switch word {
    case .batch:
      let verbs = try node.required("verbs", "a list of verbs").items { node throws(FormError) in
        let (word, node) = try node.verb()
        try node.object(["verb"] + word.members)
        return try NavigatorVerb(word, node, inAnswer: inAnswer)
      }
      self = .batch(verbs)
    case .back: self = .back
    case .start: self = .start(try node.required("name", "the name of a root screen").name())
    case .show: self = .show(try Self.names(node))
    case .navigate: self = .navigate(try Self.names(node))
    case .hide:
      self = .hide(try node.required("name", "the name of a screen").name(), atomic: try node.flag("atomic"))
    case .open: self = .open(try node.required("url", "a URL").string())
    case .driveTo: self = .drive(try Drive(.route(try node.route()), node, inAnswer: inAnswer))
    case .driveSub: self = .drive(try Drive(.subTree(try node.route()), node, inAnswer: inAnswer))
    case .driveParent: self = .drive(try Drive(.parent, node, inAnswer: inAnswer))
    case .go, .goBack, .replace, .dismiss, .dismissSuccessor, .replaceContent, .replaceScreen, .didAppear, .select:
      self = .navigator(try NavigatorVerb(word, node, inAnswer: inAnswer))
    }
  }

  private static func names(_ node: JSONNode) throws(FormError) -> [ScreenName] {
    try node.required("names", "a list of screen names").items { node throws(FormError) in try node.name() }
  }

  /// The object, to which others add their members.
  var form: JSONValue {
    switch self {
    case .navigator(let verb): verb.form
    case .batch(let verbs): Self.form(.batch, ["verbs": .array(verbs.map(\.form))])
    case .back: Self.form(.back, [:])
    case .start(let name): Self.form(.start, ["name": .name(name)])
    case .show(let names): Self.form(.show, ["names": .array(names.map { .name($0) })])
    case .navigate(let names): Self.form(.navigate, ["names": .array(names.map { .name($0) })])
    case .hide(let name, let atomic):
      Self.form(.hide, ["name": .name(name), "atomic": atomic ? .bool(true) : nil])
    case .open(let url): Self.form(.open, ["url": .string(url)])
    case .drive(let drive): drive.form
    }
  }

  static func form(_ word: VerbWord, _ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    JSONValue.record(["verb": .string(word.rawValue)]).adding(members)
  }
}

extension NavigatorVerb {
  /// The verb `word` with the members of `node`.
  init(_ word: VerbWord, _ node: JSONNode, inAnswer: Bool) throws(FormError) {
    func target(_ name: String) throws(FormError) -> Target {
      try Target(form: try node.required(name, Target.rule), inAnswer: inAnswer)
    }
    func screens() throws(FormError) -> [PathItem] {
      try PathItem.path(try node.required("screens", "a list of screens"))
    }
    func one() throws(FormError) -> AnyScreen {
      let screens = try screens()
      guard screens.count == 1, screens[0].branches.isEmpty, screens[0].selected == nil else {
        throw node.wrong("member 'screens' has to hold one screen, without branches")
      }
      return screens[0].screen
    }
    switch word {
    case .go:
      let screens = try screens()
      if try node.flag("path", default: screens.count != 1) {
        self = .goPath(to: screens, on: try target("on"))
      } else {
        guard screens.count == 1 else { throw node.wrong("member 'screens' has to hold one screen, for path is false") }
        self = .go(to: screens[0], on: try target("on"))
      }
    case .goBack: self = .goBack(to: try target("to"))
    case .replace: self = .replace(path: try screens(), in: node["in"] == nil ? nil : try target("in"))
    case .dismiss: self = .dismiss(try target("target"))
    case .dismissSuccessor: self = .dismissSuccessor(of: try target("target"))
    case .replaceContent: self = .replaceContent(of: try target("target"), with: try one())
    case .replaceScreen:
      self = .replaceScreen(try node.required("screen", "the screen to be replaced").value(), with: try one())
    case .didAppear: self = .didAppear(try target("target"))
    case .select: self = .select(try node.required("branch", BranchName.rule).name(), of: try target("target"))
    case .batch, .back, .start, .show, .hide, .navigate, .open, .driveTo, .driveSub, .driveParent:
      throw node.wrong("'\(word.rawValue)' is not decided by the coordinator alone; only Navigator verbs stand here")
    }
  }

  /// Its object.
  var form: JSONValue {
    switch self {
    case .go(let literal, let target):
      Verb.form(.go, ["screens": .array([literal.form]), "path": .bool(false), "on": target.form])
    case .goPath(let literals, let target):
      Verb.form(.go, ["screens": .array(literals.map(\.form)), "path": .bool(true), "on": target.form])
    case .goBack(let target): Verb.form(.goBack, ["to": target.form])
    case .replace(let literals, let target):
      Verb.form(.replace, ["screens": .array(literals.map(\.form)), "in": target?.form])
    case .dismiss(let target): Verb.form(.dismiss, ["target": target.form])
    case .dismissSuccessor(let target): Verb.form(.dismissSuccessor, ["target": target.form])
    case .replaceContent(let target, let screen):
      Verb.form(.replaceContent, ["target": target.form, "screens": .array([screen.form])])
    case .replaceScreen(let old, let new):
      Verb.form(.replaceScreen, ["screen": old.form, "screens": .array([new.form])])
    case .didAppear(let target): Verb.form(.didAppear, ["target": target.form])
    case .select(let branch, let target):
      Verb.form(.select, ["target": target.form, "branch": .name(branch)])
    }
  }
}
