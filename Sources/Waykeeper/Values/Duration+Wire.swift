// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// In whole ms, rounded up, so that no wait becomes 0.
  var ms: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
