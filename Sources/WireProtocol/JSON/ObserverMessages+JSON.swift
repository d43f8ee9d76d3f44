// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension SceneState: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scene", "epoch", "revision", "presenceNumber", "path"])
    self.init(
      scene: try node.scene(), epoch: try node.number("epoch"), revision: try node.number("revision"),
      presenceNumber: try node.number("presenceNumber"),
      path: try node.required("path", "a list of elements").value())
  }

  var form: JSONValue {
    .record([
      "scene": .name(scene), "epoch": .count(epoch), "revision": .count(revision),
      "presenceNumber": .count(presenceNumber), "path": path.form,
    ])
  }
}

extension Update: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object([
      "scene", "epoch", "previousRevision", "revision", "minor", "previous", "current", "cause",
    ])
    self.init(
      scene: try node.scene(), epoch: try node.number("epoch"), previousRevision: try node.number("previousRevision"),
      revision: try node.number("revision"), isMinor: try node.flag("minor"),
      previous: try node.required("previous", "a list of elements").value(),
      current: try node.required("current", "a list of elements").value(),
      cause: try node.required("cause", "why").value())
  }

  var form: JSONValue {
    .record([
      "scene": .name(scene), "epoch": .count(epoch), "previousRevision": .count(previousRevision),
      "revision": .count(revision), "minor": .bool(isMinor), "previous": previous.form, "current": current.form,
      "cause": cause.form,
    ])
  }
}

extension PresenceChange: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object([
      "scene", "epoch", "presenceNumber", "elements", "presence", "worker", "version", "restartingMs", "message",
    ])
    self.init(
      scene: try node.scene(), epoch: try node.number("epoch"), number: try node.number("presenceNumber"),
      elements: try node.list("elements", ElementID.init(form:)),
      presence: try node.required("presence", "a word").word(), worker: try node["worker"]?.name(),
      version: try node.note("version") ?? "", restartingMs: try node["restartingMs"]?.milliseconds(),
      message: try node.note("message"))
  }

  var form: JSONValue {
    JSONValue.record([
      "scene": .name(scene), "epoch": .count(epoch), "presenceNumber": .count(number),
      "elements": .array(elements.map(\.form)), "presence": .string(presence.rawValue), "worker": .name(worker),
      "version": .string(version),
    ])
    .adding(["restartingMs": restartingMs.map(JSONValue.integer), "message": message.map(JSONValue.string)])
  }
}

extension Keepalive: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["epoch", "scenes"])
    self.init(
      epoch: try node.number("epoch"),
      positions: try node.list("scenes") { node throws(FormError) in
        try node.object(["scene", "revision", "presenceNumber"])
        return Position(
          scene: try node.scene(), revision: try node.number("revision"),
          presenceNumber: try node.number("presenceNumber"))
      })
  }

  var form: JSONValue {
    let scenes = positions.map { position -> JSONValue in
      .record([
        "scene": .name(position.scene), "revision": .count(position.revision),
        "presenceNumber": .count(position.presenceNumber),
      ])
    }
    return .record(["epoch": .count(epoch), "scenes": .array(scenes)])
  }
}

extension JSONNode {
  fileprivate func scene() throws(FormError) -> SceneName { try required("scene", "the name of a scene").name() }

  fileprivate func number(_ name: String) throws(FormError) -> UInt64 { try required(name, "a number").count() }
}
