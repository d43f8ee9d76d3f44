// SPDX-License-Identifier: Apache-2.0

/// An immediate end of a plan that changes nothing.
public enum Refusal: Error, Hashable, Sendable {
  /// The route already is, or has to stay, as it is.
  case unchanged(UnchangedReason)
  /// The verb makes no sense here.
  case rejected(RejectedReason, message: String)
}
