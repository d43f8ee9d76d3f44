// SPDX-License-Identifier: Apache-2.0

/// The end of a plan that changes nothing.
package enum Refusal: Error, Hashable, Sendable {
  /// The route is as asked already, or has to stay as it is.
  case unchanged(UnchangedReason)
  /// The verb is impossible here.
  case rejected(RejectedReason, message: String)
}
