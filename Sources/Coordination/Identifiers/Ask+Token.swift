// SPDX-License-Identifier: Apache-2.0

import RouteModel

extension Ask {
  /// Names one ask for good. Compared whole: ask numbers begin anew with each epoch.
  public struct Token: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The epoch in which it was asked.
    public var epoch: Epoch
    /// Counts the asks of that epoch.
    public var number: UInt64

    /// The token of the `number`th ask in `epoch`.
    public init(epoch: Epoch, number: UInt64) {
      self.epoch = epoch
      self.number = number
    }

    /// The token that `text` (`EPOCH.NUMBER`) spells, or nil.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let epoch = UInt64(parts[0]), let number = UInt64(parts[1]) else { return nil }
      self.init(epoch: epoch, number: number)
    }

    /// `EPOCH.NUMBER`
    public var description: String { "\(epoch).\(number)" }

    /// Order of asking.
    public static func < (a: Self, b: Self) -> Bool { (a.epoch, a.number) < (b.epoch, b.number) }
  }
}
