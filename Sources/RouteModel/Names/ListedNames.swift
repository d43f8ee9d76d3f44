// SPDX-License-Identifier: Apache-2.0

extension [String] {
  /// The first names, and how many more there are: `home list and 28 more`. A message for people is no longer than the protocol
  /// carries, and twelve names of 64 bytes leave room for what it says besides.
  package func listed(atMost count: Int = 12, separator: String = " ") -> String {
    let names = prefix(count).joined(separator: separator)
    return self.count > count ? "\(names) and \(self.count - count) more" : names
  }
}
