// SPDX-License-Identifier: Apache-2.0

import RouteModel

extension NavigatorVerb: FormUnion {
  static let style = UnionStyle.tagged("verb")
  static let schemaName: String? = "navigatorVerb"
  static let variants = FormVariants<NavigatorVerb>(
    .go(to: .blank, on: .asked), .goPath(to: [], on: .asked), .goBack(to: .asked), .replace(path: [], in: nil),
    .dismiss(.asked), .dismissSuccessor(of: .asked), .replaceContent(of: .asked, with: .blank),
    .replaceScreen(.blank, with: .blank), .didAppear(.asked), .select("blank", of: .asked),
    .insertBranch(nil, [], at: nil, of: .asked), .removeBranch("blank", of: .asked),
    .replaceBranches(of: .asked, with: [], selected: nil))

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    if case .string(let word)? = node["verb"]?.value, Verb.variants.words.contains(word) {
      return node.wrong("'\(word)' is not decided by the coordinator alone; only Navigator verbs stand here")
    }
    return Verb.misfit(node, found: count)
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .go(var item, var target) where !Visitor.isJSON:
      try visitor.variant("go", 1)
      try visitor.member("screen", 1, &item, .always)
      try visitor.member("on", 2, &target, .always)
      self = .go(to: item, on: target)
    case .goPath(var path, var target) where !Visitor.isJSON:
      try visitor.variant("go", 2)
      try visitor.member("path", 1, &path, .always)
      try visitor.member("on", 2, &target, .always)
      self = .goPath(to: path, on: target)
    case .go(let item, let target): try Self.go([item], false, target, &self, &visitor)
    case .goPath(let path, let target): try Self.go(path, true, target, &self, &visitor)
    case .goBack(var target):
      try visitor.variant("goBack")
      try visitor.member("to", 3, &target, .required(Target.rule))
      self = .goBack(to: target)
    case .replace(var path, var target):
      try visitor.variant("replace", 4)
      try visitor.member("screens", 1, &path, .required("a list of screens"))
      try visitor.member("in", 2, &target, .sparse)
      self = .replace(path: path, in: target)
    case .dismiss(var target):
      try visitor.variant("dismiss")
      try visitor.member("target", 5, &target, .required(Target.rule))
      self = .dismiss(target)
    case .dismissSuccessor(var target):
      try visitor.variant("dismissSuccessor")
      try visitor.member("target", 6, &target, .required(Target.rule))
      self = .dismissSuccessor(of: target)
    case .replaceContent(var target, let screen):
      var new = OnlyScreen(screen)
      try visitor.variant("replaceContent", 7)
      try visitor.member("target", 1, &target, .required(Target.rule))
      try visitor.member("screens", 2, &new, .required("a list of screens"))
      self = .replaceContent(of: target, with: new.screen)
    case .replaceScreen(var old, let screen):
      var new = OnlyScreen(screen)
      try visitor.variant("replaceScreen", 8)
      try visitor.member("screen", 1, &old, .required("the screen to be replaced"))
      try visitor.member("screens", 2, &new, .required("a list of screens"))
      self = .replaceScreen(old, with: new.screen)
    case .didAppear(var target):
      try visitor.variant("didAppear")
      try visitor.member("target", 9, &target, .required(Target.rule))
      self = .didAppear(target)
    case .select(var branch, var target):
      try visitor.variant("select", 10)
      try visitor.member("target", 2, &target, .required(Target.rule))
      try visitor.member("branch", 1, &branch, .required(BranchName.rule))
      self = .select(branch, of: target)
    case .insertBranch, .removeBranch, .replaceBranches: try formBranches(&visitor)
    }
  }

  /// The verbs that change which branches a container has.
  private mutating func formBranches<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .insertBranch(var branch, var path, at: var index, of: var target):
      try visitor.variant("insertBranch", 11)
      try visitor.member("branch", 1, &branch, .sparse)
      try visitor.member("path", 2, &path, .required("a list of screens"))
      try visitor.member("at", 3, &index, .sparse)
      try visitor.member("of", 4, &target, .required(Target.rule))
      self = .insertBranch(branch, path, at: index, of: target)
    case .removeBranch(var branch, var target):
      try visitor.variant("removeBranch", 12)
      try visitor.member("branch", 1, &branch, .required(BranchName.rule))
      try visitor.member("of", 2, &target, .required(Target.rule))
      self = .removeBranch(branch, of: target)
    case .replaceBranches(var target, var branches, var selected):
      try visitor.variant("replaceBranches", 13)
      try visitor.member("of", 1, &target, .required(Target.rule))
      try visitor.member("branches", 2, &branches, .required("a list of branches"))
      try visitor.member("selected", 3, &selected, .sparse)
      self = .replaceBranches(of: target, with: branches, selected: selected)
    case .go, .goPath, .goBack, .replace, .dismiss, .dismissSuccessor, .replaceContent, .replaceScreen, .didAppear,
      .select:
      break
    }
  }

  /// `go` in JSON: one screen is `go(to:on:)` unless `path` says otherwise, any other number a path.
  private static func go<Visitor: FormVisitor>(
    _ path: [PathItem], _ isPath: Bool, _ target: Target, _ verb: inout NavigatorVerb, _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    var (path, target) = (path, target)
    var isPath: Bool? = Visitor.isReading ? nil : isPath
    try visitor.variant("go", 0)
    try visitor.member("screens", 0, &path, .required("a list of screens"))
    try visitor.member("path", 0, &isPath, .sparse)
    let isOne = path.count == 1 && isPath != true
    try visitor.check(isOne || isPath != false, "member 'screens' has to hold one screen, for path is false")
    try visitor.member("on", 0, &target, .required(Target.rule))
    verb = isOne ? .go(to: path[0], on: target) : .goPath(to: path, on: target)
  }
}
