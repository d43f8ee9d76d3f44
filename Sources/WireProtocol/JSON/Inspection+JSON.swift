// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension SnapshotRequest: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scenes"])
    self.init(scenes: try node.list("scenes") { node throws(FormError) in try node.name() })
  }

  var form: JSONValue { .record(["scenes": .array(scenes.map { .name($0) })]) }
}

extension Snapshot: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["scenes"])
    self.init(scenes: try node.list("scenes", SceneState.init(form:)))
  }

  var form: JSONValue { .record(["scenes": .array(scenes.map(\.form))]) }
}

extension Inspect: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["subject", "scene", "since", "limit"])
    self.init(
      try node.required("subject", "one of \(Subject.allCases.map(\.rawValue).joined(separator: ", "))").word(),
      scene: try node["scene"]?.name(), since: try node["since"]?.count(), limit: try node["limit"]?.int())
  }

  var form: JSONValue {
    .sparse([
      "subject": .string(subject.rawValue), "scene": scene.map { .name($0) }, "since": since.map { .count($0) },
      "limit": limit.map { .integer(Int64($0)) },
    ])
  }
}

extension Report: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["objects", "more"])
    self.init(objects: try node.list("objects") { .json($0.value.canonical) }, more: try node.flag("more"))
  }

  var form: JSONValue { .record(["objects": .array(objects.map(\.form)), "more": .bool(more)]) }
}

extension ProtocolError: JSONForm {
  init(form node: JSONNode) throws(FormError) {
    try node.object(["code", "message", "majors"])
    let majors = try node.list("majors") { node throws(FormError) in
      guard let major = UInt8(exactly: try node.count()) else { throw node.unexpected("a major version") }
      return major
    }
    guard majors.isEmpty || (majors.count == 2 && majors[0] <= majors[1]) else {
      throw node.wrong("member 'majors' has to hold the lowest and the highest major version")
    }
    self.init(
      try node.required("code", "a word").word(), try node.note("message") ?? "",
      majors: majors.isEmpty ? 1...1 : majors[0]...majors[1])
  }

  var form: JSONValue {
    .record([
      "code": .string(code.rawValue), "message": .string(message),
      "majors": .array([.integer(Int64(majors.lowerBound)), .integer(Int64(majors.upperBound))]),
    ])
  }
}
