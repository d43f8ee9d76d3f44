// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import RouteModel
import Waykeeper
import Yams

/// Reads the keys `destinations` and `tasks`.
extension DeclarationReader {
  mutating func readDestinations(_ node: Node, in screens: DeclaredContainers, _ reader: inout YAMLReader) {
    reader.readDestinations(node, into: &declaration.destinations, in: screens)
  }

  private enum TaskKey: String, CaseIterable {
    case finder, condition, conversion, factory, action, interceptor, contextTask, postTask

    var task: Destination.TaskKind? { Destination.TaskKind(rawValue: rawValue) }
  }

  mutating func readTasks(_ node: Node, _ reader: inout YAMLReader) {
    for field in reader.fields(node, "kind of task", TaskKey.self) {
      guard let task = field.key.task else { continue }
      if task == .postTask {
        for item in reader.items(field.node) {
          if let name: TaskName = reader.name(item, of: "a post task") {
            declaration.tasks[task, default: [:]][name] = .answer(.allow)
          }
        }
        continue
      }
      for (key, value) in reader.entries(field.node, task.words) {
        guard let name: TaskName = reader.name(key, of: "a task"),
          let reaction = Reaction(value, as: .doing(task), &reader)
        else { continue }
        declaration.tasks[task, default: [:]][name] = reaction
      }
    }
  }
}
