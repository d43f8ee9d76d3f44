// SPDX-License-Identifier: Apache-2.0

extension TempuraVerdict {
  /// What our rules make of a line that cannot be told from its own outcome: the rule, the end and the requests.
  struct Exception {
    var rule: Rule
    var end: TempuraRun.End
    var requests: [String]
  }

  /// By line.
  static let exceptions: [String: Exception] = [
    "c0043": Exception(
      rule: .hardDismiss, end: .done(["c", "c"]),
      requests: ["hide c: c → c"]),
    "c0060": Exception(
      rule: .silent, end: .stopped("unhandled show d"),
      requests: ["show b: b f → f", "show d: b b f d → unhandled"]),
    "c0063": Exception(
      rule: .declinedChange, end: .stopped("unhandled hide f"),
      requests: ["change d: e → nobody", "hide c: c → c", "hide f: f g e → unhandled"]),
    "c0158": Exception(
      rule: .covered, end: .stopped("unhandled show d"),
      requests: ["show c: c → c", "show d: c c g d → unhandled"]),
    "c0161": Exception(
      rule: .covered, end: .stopped("unhandled hide c"),
      requests: ["hide c: c e → unhandled"]),
    "c0267": Exception(
      rule: .silent, end: .stopped("unhandled show e"),
      requests: ["show g: d → d", "show e: g d f b g e → unhandled"]),
    "c0279": Exception(
      rule: .covered, end: .done(["b", "a", "f", "c", "e", "e"]),
      requests: ["show e: e → e"]),
    "f0006": Exception(
      rule: .oneAtATime, end: .done(["b", "g", "d", "d"]),
      requests: ["show d: d g → g", "hide d: d → d", "show g: d d g → g"]),
    "f0018": Exception(
      rule: .emptyLine, end: .stopped("unhandled show a"),
      requests: ["show a:  → unhandled"]),
    "f0029": Exception(
      rule: .firstHidden, end: .stopped("rejected rootCannotBeHidden"),
      requests: ["show g: c d → d"]),
    "f0037": Exception(
      rule: .oneAtATime, end: .done(["d", "d", "d"]),
      requests: ["show d: d → d", "show d: d → d", "hide d: d → d", "hide d: d → d"]),
    "f0041": Exception(
      rule: .declinedChange, end: .stopped("unhandled show g"),
      requests: [
        "change a: f → nobody", "hide d: d → d", "hide b: b → b", "hide c: c → c", "show a: b c → c",
        "show g: b c f → unhandled",
      ]),
    "f0060": Exception(
      rule: .covered, end: .done(["d", "e", "g", "f", "a", "d"]),
      requests: ["show f: a g e → e", "show d: a f → f"]),
    "f0067": Exception(
      rule: .oneAtATime, end: .stopped("unhandled hide f"),
      requests: [
        "hide d: d g → g", "hide g: g → g", "hide g: g → g", "show g: e → e", "show a: g e → e", "show f: g → g",
        "change e: g → nobody", "hide f: f g e → unhandled",
      ]),
    "f0069": Exception(
      rule: .declinedChange, end: .stopped("unhandled hide b"),
      requests: ["change g: d → nobody", "hide b: b d b → unhandled"]),
    "f0070": Exception(
      rule: .declinedChange, end: .stopped("unhandled hide e"),
      requests: ["change c: d → nobody", "hide e: e d → unhandled"]),
    "f0087": Exception(
      rule: .declinedChange, end: .stopped("unhandled show f"),
      requests: [
        "change f: a → nobody", "hide c: c d d a → a", "hide d: d → d", "hide d: d → d", "show f: c d d a → unhandled",
      ]),
    "f0088": Exception(
      rule: .declinedChange, end: .stopped("unhandled show a"),
      requests: ["change b: d → nobody", "hide f: f → f", "hide a: a → a", "show b: a → a", "show a: a d → unhandled"]),
    "f0091": Exception(
      rule: .silent, end: .done(["g", "f", "c", "a", "b", "e", "e"]),
      requests: ["show e: b a → a", "show b: e b a c → c", "show e: e → e"]),
    "f0097": Exception(
      rule: .oneAtATime, end: .stopped("unhandled hide e"),
      requests: ["show g: e → e", "hide g: g → g", "hide e: e g f a c → unhandled"]),
    "f0112": Exception(
      rule: .oneAtATime, end: .done(["f", "e", "b", "a", "e"]),
      requests: ["show e: b → b", "show a: e b → b", "hide e: e → e", "show f: e a b e f → f"]),
    "f0122": Exception(
      rule: .covered, end: .done(["a", "b"]),
      requests: ["hide b: b → b", "hide b: b → b"]),
    "f0138": Exception(
      rule: .covered, end: .stopped("unhandled hide d"),
      requests: ["show d: a → a", "hide d: d a g c d → unhandled"]),
    "f0147": Exception(
      rule: .silent, end: .stopped("unhandled show f"),
      requests: ["show a: e f → f", "show f: e f d g a → unhandled"]),
    "f0149": Exception(
      rule: .covered, end: .stopped("rejected rootCannotBeHidden"),
      requests: []),
  ]
}
