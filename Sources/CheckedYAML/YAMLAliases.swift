// SPDX-License-Identifier: Apache-2.0

import Yams

/// Looks for aliases that stand in keys. The parser compares the keys of a mapping with all that aliases in them stand for,
/// so that a few lines of aliases of aliases would take it for ever; our files need none there.
enum YAMLAliases {
  /// However so many refer to each other, they stand for no more than 36 times what a file may hold.
  private static let harmlessMax = 10
  /// Stands in place of the `*` of an alias: a letter of no script, so that a plain word begins.
  private static let mark: Unicode.Scalar = "\u{E000}"

  /// Whether a text may have more aliases than are harmless.
  static func areMany(in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "&")) && text.utf8.count { $0 == UInt8(ascii: "*") } > harmlessMax
  }

  /// The document with a word in place of each alias, which stands for nothing else; nil where the text is empty.
  ///
  /// - Throws: `YamlError`.
  static func unresolved(_ text: String) throws -> Node? {
    var words = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { words.append(scalar == "*" ? mark : scalar) }
    return try compose(yaml: String(words))
  }

  /// The first key of an unresolved document that an alias is, or may be in.
  static func key(in node: Node) -> Node? {
    switch node {
    case .alias: return nil
    // Behind the name of an alias a colon ends it, where a word goes on.
    case .scalar(let scalar):
      let isOnlyName = scalar.string.unicodeScalars.dropFirst().allSatisfy(isOfName)
      return isAlias(scalar) && !isOnlyName ? node : nil
    case .sequence(let sequence):
      for item in sequence { if let found = key(in: item) { return found } }
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard case .scalar(let scalar) = key, !isAlias(scalar) else { return key }
        if let found = self.key(in: value) { return found }
      }
    }
    return nil
  }

  private static func isAlias(_ scalar: Node.Scalar) -> Bool {
    scalar.style == .plain && scalar.string.unicodeScalars.first == mark
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }
}
