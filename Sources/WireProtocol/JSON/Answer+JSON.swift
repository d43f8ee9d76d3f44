// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The words of an answer; exactly one of them is a member of its object.
private enum AnswerWord: String, CaseIterable {
  case push, present, pop, popToRoot, popTo, dismiss, edit, done, declined, allow, deny, redirect, failed, tree, path

  static let instructions: [Self] = [.push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done]

  /// The one member of `node` that is one of `words`.
  static func only(of words: [Self], in node: JSONNode) throws(FormError) -> (word: Self, value: JSONNode) {
    let found = words.compactMap { word in node[word.rawValue].map { (word, $0) } }
    guard found.count == 1, let only = found.first else {
      let names = words.map(\.rawValue).joined(separator: ", ")
      throw node.wrong("\(found.isEmpty ? "an answer is missing" : "only one answer can be given"): one of \(names)")
    }
    return only
  }
}

extension Instruction: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(AnswerWord.instructions.map(\.rawValue))
    let (word, value) = try AnswerWord.only(of: AnswerWord.instructions, in: node)
    try self.init(word, value)
  }

  fileprivate init(_ word: AnswerWord, _ node: JSONNode) throws(FormError) {
    switch word {
    case .push: self = .push(try node.isTrue ? nil : node.value())
    case .present: self = .present(try node.isTrue ? nil : node.value())
    case .pop: self = try node.agreed(.pop)
    case .popToRoot: self = try node.agreed(.popToRoot)
    case .popTo: self = .popTo(try node.isTrue ? nil : node.name())
    case .dismiss:
      switch node.value {
      case .string("hard"): self = .dismiss(hard: true)
      case .string("soft"): self = .dismiss(hard: false)
      default: throw node.unexpected("one of hard, soft")
      }
    case .edit:
      self = .edit(
        try node.items { node throws(FormError) in
          let (word, node) = try node.verb()
          try node.object(["verb"] + word.members)
          return try NavigatorVerb(word, node, inAnswer: true)
        })
    case .done: self = try node.agreed(.done)
    case .declined, .allow, .deny, .redirect, .failed, .tree, .path: throw node.wrong("no instruction")
    }
  }

  var form: JSONValue {
    switch self {
    case .push(let screen): .record(["push": screen?.form ?? .bool(true)])
    case .present(let screen): .record(["present": screen?.form ?? .bool(true)])
    case .pop: .record(["pop": .bool(true)])
    case .popToRoot: .record(["popToRoot": .bool(true)])
    case .popTo(let name): .record(["popTo": name.map { .name($0) } ?? .bool(true)])
    case .dismiss(let hard): .record(["dismiss": .string(hard ? "hard" : "soft")])
    case .edit(let verbs): .record(["edit": .array(verbs.map(\.form))])
    case .done: .record(["done": .bool(true)])
    }
  }
}

extension AnswerMessage: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["token", "merge"] + AnswerWord.allCases.map(\.rawValue))
    let (word, value) = try AnswerWord.only(of: AnswerWord.allCases, in: node)
    let answer: Answer =
      switch word {
      case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done:
        try node.flag("merge") ? .merging(try Instruction(word, value)) : .instruction(try Instruction(word, value))
      case .declined: try value.agreed(.declined)
      case .allow: try value.agreed(.allow)
      case .tree: .tree(try TreeNode.whole(value))
      case .path: .path(try PathItem.path(value))
      case .deny: try value.refusal { .deny(code: $0, message: $1) }
      case .failed: try value.refusal { .failed(code: $0, message: $1) }
      case .redirect:
        .redirect(
          try Verb(form: value, others: ["withinMs"], inAnswer: true),
          withinMs: try value["withinMs"]?.milliseconds() ?? Settings().parkedMs)
      }
    self.init(token: try node.required("token", "the token of the ask").value(), answer: answer)
  }

  var form: JSONValue { JSONValue.record(["token": token.form]).adding(answer.form) }
}

extension Answer {
  /// The member of an answer's object.
  fileprivate var form: JSONValue {
    switch self {
    case .instruction(let instruction): instruction.form
    case .merging(let instruction): instruction.form.adding(["merge": .bool(true)])
    case .declined: .record(["declined": .bool(true)])
    case .allow: .record(["allow": .bool(true)])
    case .deny(let code, let message): .record(["deny": .record(["code": .text(code), "message": .text(message)])])
    case .failed(let code, let message): .record(["failed": .record(["code": .text(code), "message": .text(message)])])
    case .tree(let node): .record(["tree": node == .empty ? .record([:]) : node.form])
    case .path(let path): .record(["path": .array(path.map(\.form))])
    case .redirect(let verb, let ms):
      .record(["redirect": verb.form.adding(["withinMs": .integer(ms)])])
    }
  }
}

extension JSONNode {
  /// Whether this is `true`: the screen or name that the request itself names.
  fileprivate var isTrue: Bool { value == .bool(true) }

  /// `answer`, where this is `true`.
  fileprivate func agreed<Answer>(_ answer: Answer) throws(FormError) -> Answer {
    guard isTrue else { throw unexpected("true") }
    return answer
  }

  /// A text, or an object of code and message, or `true` where there is nothing to say.
  fileprivate func refusal(_ answer: (_ code: String?, _ message: String?) -> Answer) throws(FormError) -> Answer {
    switch value {
    case .bool(true): return answer(nil, nil)
    case .string(let text): return answer(nil, text.clipped)
    default:
      try object(["code", "message"])
      return answer(try note("code"), try note("message"))
    }
  }
}
