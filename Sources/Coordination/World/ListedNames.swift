// SPDX-License-Identifier: Apache-2.0

extension [String] {
  /// The first names, and how many more there are: a message for people is no longer than the protocol carries.
  var listed: String {
    let names = prefix(Self.listedMax).joined(separator: " ")
    return count > Self.listedMax ? "\(names) and \(count - Self.listedMax) more" : names
  }

  /// With names of 64 bytes that leaves room for what the message says besides.
  private static let listedMax = 12
}
