// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Foundation
import RouteModel
import Waykeeper
import Yams

extension Reaction {
  /// What is asked, and so what may be answered.
  enum Role: Equatable {
    /// show, hide, change.
    case handling
    /// May it leave, or come?
    case guarding
    /// Back.
    case back
    /// A dynamic node of the tree: does it build the screen?
    case building
    /// A step of a walk.
    case stepping
    /// A task on the way to a destination.
    case doing(Destination.TaskKind)

    /// Whether the path may be changed in any way.
    var isFree: Bool { self == .handling || self == .stepping }
  }

  private enum Word: String, CaseIterable {
    case push, present, pop, popToRoot, done, declined, allow, hang, crash, handled
    case dismissHard = "dismiss hard"
    case dismissSoft = "dismiss soft"
    case fail, deny, complete, decline
    case completeNone = "complete none"
  }

  private enum Key: String, CaseIterable {
    case push, present, complete, merge, deny, fail, redirect, within, after, working, then, value, make, edit
  }

  /// What a file says; nil where it cannot be read, which is told.
  init?(_ node: Node, as role: Role, _ reader: inout YAMLReader) {
    guard case .mapping(let mapping) = node else {
      self.init(word: node, as: role, &reader)
      return
    }
    if let (key, word) = Self.lone(mapping, role) {
      let name = YAMLReader.shortened(key.string ?? "")
      reader.problem(key, "'\(name)' is no key but a word, which stands alone: \(YAMLReader.shortened(word))")
      return nil
    }
    var members: [Key: Node] = [:]
    for field in reader.fields(node, "reaction key", Key.self) { members[field.key] = field.node }
    // What stands under an unknown key is told once.
    guard members.count == mapping.count, let reaction = Self.reaction(members, node, role, &reader) else { return nil }
    self = reaction
  }

  private init?(word node: Node, as role: Role, _ reader: inout YAMLReader) {
    let known = Self.words(role)
    guard let text = reader.text(node, "a reaction such as \(known[0].rawValue)") else { return nil }
    if role.isFree, text.hasPrefix("popTo ") {
      guard let name = ScreenName(text.dropFirst(6)) else {
        reader.problem(node, "'\(text)' names no screen to pop to")
        return nil
      }
      self = .answer(.popTo(name))
      return
    }
    guard let word = Word(rawValue: text), known.contains(word) else {
      reader.problem(node, "'\(text)' cannot be done here\(Self.hint(text, role))")
      return nil
    }
    self = Self.reaction(word)
  }

  /// What was probably meant by a text: with more behind it, as `{ deny: unsaved }`, a word that ends so, or a near one; else all that
  /// can be done.
  private static func hint(_ text: String, _ role: Role) -> String {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    if parts.count == 2, let key = Key(rawValue: parts[0]), keysOfTexts(role).contains(key),
      let value = value(parts[1].trimmingCharacters(in: .whitespaces), of: key)
    {
      return "; did you mean { \(key.rawValue): \(JSONValue.string(value).json) }?"
    }
    // `{ complete: none }` is meant as `complete none`, and 'none' is near to 'done', which is the opposite.
    if let whole = words(role).map(\.rawValue).first(where: { $0.hasSuffix(" " + text.lowercased()) }) {
      return " (did you mean '\(whole)'?)"
    }
    // A trace says `dismiss` of both.
    let longer = words(role).map(\.rawValue).filter { $0.hasPrefix(text + " ") }
    if !longer.isEmpty { return " (did you mean '\(longer.joined(separator: "' or '"))'?)" }
    let known = words(role).map(\.rawValue) + (role.isFree ? ["popTo NAME"] : [])
    let all = (known + [forms(role)]).joined(separator: ", ")
    return Spelling.aside(text, among: known, otherwise: "; known are \(all)")
  }

  /// The keys that have a text behind them and may stand alone.
  private static func keysOfTexts(_ role: Role) -> [Key] {
    switch role {
    case .handling, .stepping: [.push, .present, .redirect, .fail]
    case .guarding, .building, .doing(.interceptor): [.deny, .redirect, .fail]
    case .doing: [.deny, .fail]
    case .back: [.fail]
    }
  }

  /// What is written behind a key where this text is meant; nil where it could not be read there.
  private static func value(_ text: String, of key: Key) -> String? {
    switch key {
    case .push, .present: (try? AnyScreen(parsing: text)) == nil ? nil : text
    case .redirect: (try? Verb(parsing: text)) == nil ? verb(for: text) : text
    default: text.isEmpty ? nil : text
    }
  }

  /// The verb that is probably meant by a text that is none: the name of a screen alone is that of one to show, and only `back`
  /// stands alone.
  private static func verb(for text: String) -> String? {
    ScreenName(text).map { Spelling.nearest(to: text, among: ["back"]) ?? "show \($0)" }
  }

  /// The word that is meant by a mapping with the word as its only key, as `{ pop: true }`; nil where none is.
  private static func lone(_ mapping: Node.Mapping, _ role: Role) -> (key: Node, word: String)? {
    guard mapping.count == 1, let (key, value) = mapping.first, let name = key.string, Key(rawValue: name) == nil else {
      return nil
    }
    if role.isFree, name == "popTo" {
      let screen = value.string.flatMap { ScreenName($0) }
      return (key, "popTo \(screen?.rawValue ?? "NAME")")
    }
    let known = words(role).map(\.rawValue)
    let word =
      [value.string.map { "\(name) \($0)" }, name].compactMap(\.self).first { known.contains($0) }
      ?? known.first { $0.hasPrefix(name + " ") }
    return word.map { (key, $0) }
  }

  private static func words(_ role: Role) -> [Word] {
    switch role {
    case .handling:
      [.push, .present, .pop, .popToRoot, .dismissHard, .dismissSoft, .done, .declined, .fail, .hang, .crash]
    case .stepping: [.complete, .completeNone, .decline] + words(.handling)
    case .guarding: [.allow, .deny, .fail, .hang, .crash]
    case .building: [.allow, .declined, .deny, .fail, .hang, .crash]
    case .doing(let task):
      switch task {
      case .finder, .condition: [.allow, .declined, .deny, .fail, .hang, .crash]
      case .interceptor, .contextTask: [.allow, .deny, .fail, .hang, .crash]
      case .conversion, .factory, .action, .postTask: [.deny, .fail, .hang, .crash]
      }
    case .back: [.handled, .declined, .pop, .popToRoot, .dismissHard, .dismissSoft, .fail, .hang, .crash]
    }
  }

  private static func reaction(_ word: Word) -> Reaction {
    switch word {
    case .push: .answer(.push)
    case .present: .answer(.present)
    case .pop: .answer(.pop)
    case .popToRoot: .answer(.popToRoot)
    case .dismissHard: .answer(.dismiss(hard: true))
    case .dismissSoft: .answer(.dismiss(hard: false))
    case .done, .handled: .answer(.done)
    case .declined, .decline, .completeNone: .answer(.declined)
    case .allow, .complete: .answer(.allow)
    case .deny: .answer(.deny(code: nil, message: nil))
    case .fail: .answer(.failed(code: nil, message: nil))
    case .hang: .hang
    case .crash: .crash
    }
  }

  private static func reaction(
    _ members: [Key: Node], _ node: Node, _ role: Role, _ reader: inout YAMLReader
  ) -> Reaction? {
    let keys = Set(members.keys)
    switch (keys, role) {
    case (_, .stepping) where keys.contains(.merge) || keys.contains(.complete):
      return step(members, node, &reader)
    case ([.push], .handling), ([.push], .stepping):
      return reader.screen(members[.push] ?? node).map { .answer(.push($0)) }
    case ([.present], .handling), ([.present], .stepping):
      return reader.screen(members[.present] ?? node).map { .answer(.present($0)) }
    case (_, .doing(let task)) where keys.count == 1 && !keys.isDisjoint(with: [.value, .make, .edit]):
      return done(members, node, task, &reader)
    case ([.deny], .guarding), ([.deny], .building), ([.deny], .doing):
      return reader.text(members[.deny] ?? node, "the reason").map { .answer(.deny($0)) }
    case ([.fail], _): return reader.text(members[.fail] ?? node, "the reason").map { .answer(.fail($0)) }
    case ([.after, .then], _), ([.after, .working, .then], _):
      let working = members[.working].flatMap { time($0, &reader) }
      guard let time = time(members[.after] ?? node, &reader),
        let then = Reaction(members[.then] ?? node, as: role, &reader)
      else { return nil }
      return .after(time, working: working, then)
    case (_, .handling) where keys.contains(.redirect), (_, .stepping) where keys.contains(.redirect),
      (_, .guarding) where keys.contains(.redirect),
      (_, .building) where keys.contains(.redirect), (_, .doing(.interceptor)) where keys.contains(.redirect):
      return redirect(members, node, role, &reader)
    default: return refused(members, node, as: role, &reader)
    }
  }

  /// Tells that nothing of a role is written so, and the member that is too much where the others would do.
  private static func refused(
    _ members: [Key: Node], _ node: Node, as role: Role, _ reader: inout YAMLReader
  ) -> Reaction? {
    let keys = Key.allCases.filter { members[$0] != nil }
    let main = (keysOfTexts(role) + [.after]).first { keys.contains($0) }
    let allowed: Set<Key> =
      switch main {
      case .redirect: [.redirect, .within, .then]
      case .after: [.after, .working, .then]
      default: main.map { [$0] } ?? []
      }
    if let main, let other = keys.first(where: { !allowed.contains($0) }) {
      reader.problem(
        members[other] ?? node,
        "'\(other.rawValue)' does not stand beside '\(main.rawValue)'; it can be \(forms(role))")
    } else {
      reader.problem(node, "this cannot be done here; it can be \(forms(role))")
    }
    return nil
  }

  private static func forms(_ role: Role) -> String {
    let common = "{ fail: WHY }, { after: TIME, then: … }, { after: TIME, working: TIME, then: … }"
    return switch role {
    case .handling: "{ push: SCREEN }, { present: SCREEN }, { redirect: VERB, within: TIME, then: … }, \(common)"
    case .stepping:
      "{ push: SCREEN }, { present: SCREEN }, { complete: pop }, each with merge: true, "
        + "{ redirect: VERB, within: TIME, then: … }, \(common)"
    case .guarding, .building: "{ deny: WHY }, { redirect: VERB, within: TIME }, \(common)"
    case .doing(.interceptor): "{ deny: WHY }, { redirect: VERB, within: TIME }, \(common)"
    case .doing(.contextTask), .doing(.conversion): "{ value: CONTENT }, { deny: WHY }, \(common)"
    case .doing(.factory): "{ make: SCREEN }, { deny: WHY }, \(common)"
    case .doing(.action): "{ edit: [VERB…] }, { deny: WHY }, \(common)"
    case .doing: "{ deny: WHY }, \(common)"
    case .back: common
    }
  }

  private static func redirect(
    _ members: [Key: Node], _ node: Node, _ role: Role, _ reader: inout YAMLReader
  ) -> Reaction? {
    guard Set(members.keys).isSubset(of: [.redirect, .within, .then]) else {
      return refused(members, node, as: role, &reader)
    }
    guard let verbNode = members[.redirect], let text = reader.text(verbNode, "a verb such as 'show login'") else {
      return nil
    }
    let verb: Verb
    do {
      verb = try Verb(parsing: text)
    } catch {
      reader.problem(verbNode, Self.problem(of: text, error))
      return nil
    }
    let within: Duration? = members[.within].map { time($0, &reader) } ?? .seconds(120)
    // After the resume a guard or gate lets the command pass, and a handler pushes the screen, unless `then` says otherwise.
    let then: Reaction? =
      members[.then].map { Reaction($0, as: role, &reader) } ?? (role == .handling ? .answer(.push) : .answer(.allow))
    guard let within, let then else { return nil }
    return .redirect(.redirect(Navigation(verb), within: within), then: then)
  }

  /// Why a text is no verb. The name of a screen alone is probably that of one to show; only `back` stands alone.
  private static func problem(of text: String, _ error: VerbTextError) -> String {
    guard error.description.hasPrefix("'\(text)' is unknown"), ScreenName(text) != nil,
      Spelling.nearest(to: text, among: ["back"]) == nil
    else { return "'\(text)' is no verb: \(error)" }
    return "'\(text)' is no verb; did you mean 'show \(text)'?"
  }

  /// What a task comes to.
  private static func done(
    _ members: [Key: Node], _ node: Node, _ task: Destination.TaskKind, _ reader: inout YAMLReader
  ) -> Reaction? {
    switch (task, members.first) {
    case (.conversion, (.value, let value)?), (.contextTask, (.value, let value)?):
      return .answer(.value(reader.json(value).canonical))
    case (.factory, (.make, let value)?):
      return reader.path(value).map { .answer(.path($0)) }
    case (.action, (.edit, let value)?):
      var verbs: [NavigatorVerb] = []
      for item in reader.items(value) {
        guard let text = reader.text(item, "a verb such as 'go map on home'") else { return nil }
        guard case .navigator(let verb)? = try? Verb(parsing: text) else {
          reader.problem(item, "'\(text)' cannot stand in an edit: write go, replace or select")
          return nil
        }
        verbs.append(verb)
      }
      return .answer(.instruction(.edit(verbs)))
    default: return refused(members, node, as: .doing(task), &reader)
    }
  }

  private static func time(_ node: Node, _ reader: inout YAMLReader) -> Duration? {
    reader.milliseconds(node).map { .milliseconds($0) }
  }

  /// A step that is completed by what changes the path, perhaps with the input merged.
  private static func step(
    _ given: [Key: Node], _ node: Node, _ reader: inout YAMLReader
  ) -> Reaction? {
    var members = given
    // Beside what completes it nothing else could be done.
    guard members[.complete] == nil || Set(members.keys).isSubset(of: [.complete, .merge]) else {
      return refused(given, node, as: .stepping, &reader)
    }
    let isMerging = members.removeValue(forKey: .merge).map { reader.truth($0) == true } ?? false
    let taken =
      if let complete = members[.complete] {
        Reaction(complete, as: .stepping, &reader)
      } else {
        reaction(members, node, .stepping, &reader)
      }
    guard let taken else { return nil }
    switch taken {
    case .answer(.allow): return taken
    case .answer(let answer): return .answer(.complete(by: answer, merging: isMerging))
    case .redirect, .hang, .crash, .after:
      reader.problem(
        node,
        "a step is completed by what changes the path, such as { complete: pop, merge: true }; what comes later is written "
          + "{ after: 1s, then: { complete: pop, merge: true } }")
      return nil
    }
  }
}
