// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@Suite("Answers")
struct AnswerTests {
  @Test(
    "A redirect carries no context, and one that has one fails with the way out",
    arguments: [
      .show("login", context: ["id": 7]), .start("login", context: 7), .route(to: "login", context: ["id": 7]),
    ] as [Navigation])
  func context(navigation: Navigation) {
    let message = "a redirect carries no context: put it into the screen, as in .go(to: Login(…), on: …)"
    #expect(Answer.redirect(navigation) == .failed(code: "refused", message: message))
  }

  @Test("A redirect is animated where its command is, and one that says so itself fails with the way out")
  func animated() {
    let message = "a redirect carries no animation, for it is animated where the command is: leave out 'animated'"
    #expect(Answer.redirect(.show("login", animated: true)) == .failed(code: "refused", message: message))
  }

  @Test("A redirect without context is its verb")
  func withoutContext() {
    let answer = Answer.redirect(.show("login", context: [:]), within: .seconds(60))
    #expect(answer == .redirect(to: .show(["login"]), within: .seconds(60)))
  }
}
