// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A value with a form in the one JSON (specification, section "Messages"). Both directions stand side by side.
protocol JSONForm {
  /// Reads it.
  init(form node: JSONNode) throws(FormError)
  /// Its JSON, as it is to be written.
  var form: JSONValue { get }
}

extension JSONNode {
  /// The value that stands here.
  func value<Value: JSONForm>(_: Value.Type = Value.self) throws(FormError) -> Value { try Value(form: self) }
}

extension ElementID: JSONForm {
  init(form node: JSONNode) throws(FormError) { self.init(try node.count()) }
  var form: JSONValue { .count(rawValue) }
}

extension AskToken: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    guard case .string(let text) = node.value, let token = AskToken(text) else {
      throw node.unexpected("a token: a text EPOCH.NUMBER")
    }
    self = token
  }

  var form: JSONValue { .string(description) }
}

extension CommandID: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    guard case .string(let text) = node.value, let id = CommandID(text) else {
      throw node.unexpected("a command id: NAME-CLIENT-SEQ, or up to 64 printable characters without spaces")
    }
    self = id
  }

  var form: JSONValue { .string(description) }
}

extension Applied: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["epoch", "revision"])
    self.init(
      epoch: try node.required("epoch", "a number").count(), revision: try node.required("revision", "a number").count()
    )
  }

  var form: JSONValue { .record(["epoch": .count(epoch), "revision": .count(revision)]) }
}

extension [SceneName: Applied] {
  /// The table under `name`; empty where it is absent.
  init(table node: JSONNode?) throws(FormError) {
    self.init()
    guard let node else { return }
    for (key, value) in try node.table() {
      guard let scene = SceneName(key) else { throw node.wrong("'\(key)' is not \(SceneName.rule)") }
      self[scene] = try value.value()
    }
  }

  var form: JSONValue {
    .members(sorted { $0.key < $1.key }.map { JSONValue.Member($0.key.rawValue, $0.value.form) })
  }
}
