// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// ANSWER: what came back for a token.
package struct AnswerMessage: Hashable, Sendable {
  /// Which ask.
  package var token: Ask.Token
  /// What it says.
  package var answer: Answer

  /// An answer.
  package init(token: Ask.Token, answer: Answer) {
    self.token = token
    self.answer = answer
  }
}
