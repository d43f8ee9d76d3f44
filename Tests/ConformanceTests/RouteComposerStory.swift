// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Routes and RouteComposer's layers as one text each, so that they can be compared: `(…)` is a stack, `[…]` another layer,
/// `{…}` the branches, `*` the selected one. Stacks have no names here, and of new screens only the number counts.
enum RouteComposerStory {
  static func text(_ route: Route, _ labels: [ElementID: String]) -> String { text(route.root, labels) }

  private static func text(_ path: Path, _ labels: [ElementID: String]) -> String {
    path.layers.map { layer in
      let elements = path.elements[layer].map { text($0, labels) }.joined(separator: " ")
      return path.takesPushes(layer) ? "(\(elements))" : "[\(elements)]"
    }.joined(separator: " ^ ")
  }

  private static func text(_ element: Element, _ labels: [ElementID: String]) -> String {
    let content = element.screen.content.isNull ? "" : "=\(element.screen.content.json)"
    let text = "\(labels[element.id] ?? "?"):\(element.screen.name)\(content)"
    guard let branches = element.branches else { return text }
    let kids = branches.branches.map { branch in
      (branches.kind == .tabs && branch.name == branches.selected ? "*" : "") + self.text(branch.path, labels)
    }
    return "\(text){\(kids.joined(separator: ", "))}"
  }

  static func text(_ layers: [JSONValue]) throws -> String {
    try layers.map(layer).joined(separator: " ^ ")
  }

  private static func layer(_ node: JSONValue) throws -> String {
    guard node["arr"] == "stack" else { return "[\(try element(node))]" }
    let kids = try node.items("kids").map(element)
    return kids.isEmpty ? "" : "(\(kids.joined(separator: " ")))"
  }

  private static func element(_ node: JSONValue) throws -> String {
    let context = JSONValue(vectorContext: node["ctx"])
    let text = "\(try label(node.text("id"))):\(try node.text("kind"))\(context.isNull ? "" : "=\(context.json)")"
    guard case .string(let kind)? = node["arr"] else { return text }
    var kids = try node.items("kids").map(layer)
    if kind == "split" { kids += Array(repeating: "", count: max(0, 2 - kids.count)) }
    if kind == "one", kids.isEmpty { kids = [""] }
    if kind == "tabs" {
      kids = kids.enumerated().map { (node.number("sel") == Int64($0.offset) ? "*" : "") + $0.element }
    }
    return "\(text){\(kids.joined(separator: ", "))}"
  }

  /// The name of a screen: of a new one its number.
  static func label(_ id: String) -> String {
    id.firstIndex(of: "+").map { String(id[$0...]) } ?? id
  }

  /// The linear path of a route, without the names of stacks.
  static func path(_ route: Route, _ labels: [ElementID: String]) -> String {
    words(route.root, labels).joined(separator: " ")
  }

  private static func words(_ path: Path, _ labels: [ElementID: String]) -> [String] {
    path.layers.enumerated().flatMap { index, layer -> [String] in
      let elements = path.elements[layer]
      let inside = elements.dropLast().flatMap { [labels[$0.id] ?? "?"] }
      return (index > 0 ? ["^"] : []) + inside + (elements.last.map { words($0, labels) } ?? [])
    }
  }

  private static func words(_ element: Element, _ labels: [ElementID: String]) -> [String] {
    let label = labels[element.id] ?? "?"
    guard let branches = element.branches else { return [label] }
    if branches.kind == .tabs {
      let index = branches.index(of: branches.selected) ?? 0
      return ["\(label)[\(index)]"] + words(branches.branches[index].path, labels)
    }
    let kids = branches.branches.map(\.path).filter { !$0.isEmpty }
    let others = kids.dropLast().map { path in
      path.takesPushes(path.layers[0]) ? "" : labels[path[0].id] ?? "?"
    }.filter { !$0.isEmpty }
    let group = others.isEmpty ? "" : "{\(others.joined(separator: " "))}"
    return [label + group] + (kids.last.map { words($0, labels) } ?? [])
  }

  /// Their linear path, without the names of stacks.
  static func path(_ text: String, stacks: Set<String>) -> String {
    text.split(separator: " ").map(String.init).compactMap { word -> String? in
      if stacks.contains(word) { return nil }
      guard let open = word.firstIndex(of: "{"), word.hasSuffix("}") else { return label(word) }
      let inside = String(word[word.index(after: open)...].dropLast())
      return label(String(word[..<open])) + (stacks.contains(inside) || inside.isEmpty ? "" : "{\(label(inside))}")
    }.joined(separator: " ")
  }
}
