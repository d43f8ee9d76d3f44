// SPDX-License-Identifier: Apache-2.0

package import RouteModel
package import Yams

/// Scalars, each checked for what it shall say; nil is a problem that has been added.
extension YAMLReader {
  /// The text that stands here.
  ///
  /// - Parameter wanted: What is expected, with its article, for errors.
  package mutating func text(_ node: Node, _ wanted: String) -> String? {
    guard case .scalar(let scalar) = node, !node.isNothing else {
      problem(node, "\(wanted) is expected here")
      return nil
    }
    return scalar.string
  }

  /// One of a closed list of words.
  ///
  /// - Parameter what: What the words are, without an article.
  package mutating func word<Word>(_ node: Node, _ what: String, _: Word.Type = Word.self) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    let known = Word.allCases.map(\.rawValue)
    let list = known.joined(separator: ", ")
    guard let text = text(node, "\(what): one of \(list)") else { return nil }
    if let word = Word(rawValue: text) { return word }
    let hint = Spelling.aside(text, among: known, otherwise: ": one of \(list)")
    problem(node, "'\(Self.shortened(text))' is no \(what)\(hint)")
    return nil
  }

  private enum Truth: String, CaseIterable { case `true`, `false` }

  /// `true` or `false`.
  package mutating func truth(_ node: Node) -> Bool? {
    word(node, "truth value", Truth.self).map { $0 == .true }
  }

  /// A name.
  ///
  /// - Parameter what: What bears it, with its article.
  package mutating func name<Kind>(_ node: Node, of what: String) -> Name<Kind>? {
    guard let text = text(node, "the name of \(what)") else { return nil }
    if let name = Name<Kind>(text) { return name }
    let rule = "'\(Self.shortened(text))' is no name of \(what): a letter, then up to 63 of letters, digits, - _ ."
    problem(node, Name<Kind>.reservation(of: text) ?? rule)
    return nil
  }

  /// A time, in ms.
  package mutating func milliseconds(_ node: Node, in range: ClosedRange<Int64> = 0...TimeText.longestMs) -> Int64? {
    guard let text = text(node, TimeText.form) else { return nil }
    guard let ms = TimeText.milliseconds(text) else {
      problem(node, "'\(Self.shortened(text))' is not \(TimeText.form)")
      return nil
    }
    guard range.contains(ms) else {
      let (least, most) = (TimeText.text(ms: range.lowerBound), TimeText.text(ms: range.upperBound))
      problem(node, "\(text) is out of range: \(least) to \(most)")
      return nil
    }
    return ms
  }

  /// A screen in path syntax.
  package mutating func screen(_ node: Node) -> AnyScreen? {
    guard let text = text(node, "a screen such as map?floor=1") else { return nil }
    do {
      return try AnyScreen(parsing: text)
    } catch {
      problem(node, "'\(Self.shortened(text))' is no screen: \(error)")
      return nil
    }
  }

  /// A path in path syntax; an empty text is the empty path.
  package mutating func path(_ node: Node) -> [PathItem]? {
    guard let text = text(node, "a path such as home/list") else { return nil }
    do {
      let path = try PathItem.path(parsing: text)
      let count = path.elementCount
      guard count <= Route.elementsMax else {
        problem(node, "this path has \(count) screens, a route has at most \(Route.elementsMax)")
        return nil
      }
      return path
    } catch {
      problem(node, at: error.offset, "no path: \(error)")
      return nil
    }
  }
}

extension [PathItem] {
  /// The screens of the path, those of branches too.
  fileprivate var elementCount: Int {
    reduce(0) { $0 + 1 + $1.branches.reduce(0) { $0 + $1.path.elementCount } }
  }
}
