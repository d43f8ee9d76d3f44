// SPDX-License-Identifier: Apache-2.0

/// The rows of the specification's table of constants, as the sources have them.
enum Constants {
  typealias Row = (name: String, value: String)

  static let all: [Row] = times + sessions + scenes + many + trees + messages + files + connections + traffic

  /// A number as the specification writes it.
  static func grouped(_ number: some BinaryInteger) -> String {
    let number = Int(number)
    return number < 1000 ? "\(number)" : "\(number / 1000) \(String(number % 1000 + 1000).dropFirst())"
  }

  /// Octets as the specification writes them.
  static func octets(_ number: some BinaryInteger) -> String {
    let number = Int(number)
    if number >= 1 << 20, number.isMultiple(of: 1 << 20) { return "\(number >> 20) MiB" }
    return number > 1024 && number.isMultiple(of: 1024) ? "\(number >> 10) KiB" : "\(grouped(number)) octets"
  }

  /// A time in ms as the specification writes it.
  static func time(_ ms: some BinaryInteger) -> String {
    let ms = Int(ms)
    return ms.isMultiple(of: 1000) ? "\(ms / 1000) s" : "\(ms) ms"
  }
}
