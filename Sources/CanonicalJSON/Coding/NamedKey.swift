// SPDX-License-Identifier: Apache-2.0

/// A key that no type declares: `super`, or the index of an item.
struct NamedKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let `super` = NamedKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of an item, written as Foundation's coders write it.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }
}
