// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// The longest time that is told, in µs: some thousand years.
  private static let toldMax: Int64 = 100_000_000_000_000_000

  /// A time that is written in ms, with µs precision; whoever writes may write anything.
  package init(ms: Double) {
    self = .microseconds(Int64(min(max((ms * 1000).rounded(), -Double(Self.toldMax)), Double(Self.toldMax))))
  }

  /// The time in ms, with µs precision, as it is written.
  package var milliseconds: Double { Double(microseconds) / 1000 }

  /// The time in whole ms, rounded up, so that no wait becomes 0; `Int64.max` where it is longer.
  package var ms: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooMuch) = whole.addingReportingOverflow((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    return isTooLong || isTooMuch ? (seconds < 0 ? .min : .max) : sum
  }

  /// The time in whole µs, as far as that is told.
  package var microseconds: Int64 {
    let longest = Duration.microseconds(Self.toldMax)
    let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero - longest), longest).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
