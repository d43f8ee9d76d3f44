// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import WireProtocol

@Suite("A line")
struct LinesTests {
  private static let defaults: Command = {
    var command = Command(id: "line-1", scene: "cluster", verb: .back)
    command.animated = true
    command.deadlineMs = 900
    return command
  }()

  private func verb(_ line: String) throws -> Verb { try WireLine.command(line, defaults: Self.defaults).verb }

  @Test("of a command takes what it does not say from the defaults")
  func defaults() throws {
    let command = try WireLine.command(#"{"verb":"back"}"#, defaults: Self.defaults)
    #expect(command == Self.defaults)
    let own = try WireLine.command(
      #"{"verb":"back","commandId":"mine","scene":"s1","animated":false,"deadlineMs":5}"#, defaults: Self.defaults)
    #expect(own.id == "mine" && own.scene == "s1" && !own.animated && own.deadlineMs == 5)
  }

  @Test("of go means one screen, or a path with the prefix rule; a single screen is one unless it says path")
  func go() throws {
    let c = AnyScreen("C", content: .object([("arg", .integer(1))]), presentation: .sheet(allowsPush: true))
    #expect(
      try verb(
        #"{"verb":"go","screens":[{"screen":"C","content":{"arg":1},"presentation":"sheet"}],"path":false,"on":{"id":1}}"#
      )
        == .navigator(.go(to: PathItem(c), on: .id(ElementID(1)))))
    #expect(
      try verb(#"{"verb":"go","screens":["^C?arg=1"],"on":"A"}"#)
        == .navigator(.go(to: PathItem(c), on: .screen(AnyScreen("A")))))
    #expect(
      try verb(#"{"verb":"go","screens":["sheet:C?arg=1"],"path":true,"on":"A"}"#)
        == .navigator(.goPath(to: [PathItem(c)], on: .screen(AnyScreen("A")))))
    #expect(
      try verb(#"{"verb":"go","screens":"B/sheet:C?arg=1","on":"A"}"#)
        == .navigator(.goPath(to: [PathItem(AnyScreen("B")), PathItem(c)], on: .screen(AnyScreen("A")))))
    #expect(
      try verb(#"{"verb":"go","screens":[],"on":"A"}"#) == .navigator(.goPath(to: [], on: .screen(AnyScreen("A")))))
  }

  @Test("of a command asks nobody, so that the text self is the screen of that name")
  func screenNamedSelf() throws {
    let named = Verb.navigator(.dismiss(.screen(AnyScreen("self"))))
    #expect(try verb(#"{"verb":"dismiss","target":"self"}"#) == named)
    #expect(try verb(#"{"verb":"dismiss","target":{"screen":"self"}}"#) == named)
    let edit = #"{"answer":{"token":"1.2","edit":[{"verb":"dismiss","target":{"screen":"self"}}]}}"#
    let answer = Answer.instruction(.edit([.dismiss(.screen(AnyScreen("self")))]))
    #expect(
      try WireLine.message(edit)
        == .answer(AnswerMessage(token: Ask.Token(epoch: 1, number: 2), answer: answer)))
  }

  private static let bareness =
    "no branches are wanted here: 'go' gives them to a container, in an answer inside of 'edit'"

  /// Where a registration says with what a branch begins.
  private static let path = "routables.tabs.branches.branches[0].path"

  /// The routables of a container whose only branch begins with a path.
  private static func declaring(_ path: String) -> String {
    #""routables":{"tabs":{"branches":{"kind":"tabs","branches":[{"name":"a","path":"\#(path)"}]}}}"#
  }

  @Test("of a registration takes one text for the screens that a branch begins with")
  func declaredPath() throws {
    let line = #"{"register":{"worker":"w","incarnation":"1",\#(Self.declaring("x/^y?n=1"))}}"#
    guard case .register(let registration) = try WireLine.message(line) else {
      Issue.record("no registration")
      return
    }
    let y = AnyScreen("y", content: .object([("n", .integer(1))]), presentation: .sheet(allowsPush: true))
    let declared = DeclaredBranches(.tabs, [.init("a", path: [AnyScreen("x"), y])])
    #expect(registration.routables["tabs"]?.branches == declared)
    for encoding in Encoding.allCases {
      let frames = WireCodec.encode(.register(registration), encoding: encoding, epoch: 1)
      #expect(try WireCodec.decode(frames: frames).get().message == .register(registration), "\(encoding)")
    }
  }

  @Test("that means to answer an ask says which one, also where its answer cannot be read")
  func answered() {
    let token = Ask.Token(epoch: 1, number: 2)
    #expect(WireLine.answered(by: #"{"answer":{"token":"1.2","push":"tabs{a=x}"}}"#) == token)
    #expect(WireLine.answered(by: #"{"answer":{"psh":true,"token":"1.2"}}"#) == token)
    for line in [
      #"{"answer":{"token":"12","push":true}}"#, #"{"answer":{"push":true}}"#, #"{"answer":"1.2"}"#,
      #"{"answr":{"token":"1.2","push":true}}"#, "answer", "[]", #"{"answer":{"token":"1.2","push":tru"#,
    ] {
      #expect(WireLine.answered(by: line) == nil, "\(line)")
    }
  }

  @Test(
    "that is refused says what belongs there",
    arguments: [
      (#"{"answer":{"token":"1.1","push":false}}"#, "answer, push: false is not true, or a screen"),
      (#"{"answer":{"token":"1.1","popTo":7}}"#, "answer, popTo: 7 is not true, or the name of a screen"),
      (#"{"answer":{"token":"1.1","push":"tabs{a=x}"}}"#, "answer, push: \(bareness)"),
      (
        #"{"answer":{"token":"1.1","present":{"screen":"tabs","branches":{"items":[]}}}}"#,
        "answer, present: \(bareness)"
      ),
      (
        #"{"register":{"worker":"w","routables":{"a":{"standing":{"show *":{"push":"t{a=x}"}}}},"incarnation":"1"}}"#,
        "register, routables.a.standing.show *.push: \(bareness)"
      ),
      (#"{"register":{"worker":"w","incarnation":"1",\#(declaring("x/t{a=y}"))}}"#, "register, \(path): \(bareness)"),
      (#"{"register":[]}"#, "register: a list is not an object"),
      (
        #"{"register":{"worker":"w","incarnation":"1","routables":{"a":{"handles":["dance x"]}}}}"#,
        "register, routables.a.handles[0]: 'dance x' is no request: 'show NAME', 'hide NAME', 'change NAME' or "
          + "'to child ROUTE', with * for any name, 'to parent' or 'to self'"
      ),
      ("nonsense", "line: this is no JSON: byte 0: expected a JSON value"),
      ("trust", "line: this is no JSON: byte 0: expected a JSON value"),
    ])
  func refused(line: String, because message: String) {
    let error = #expect(throws: FormError.self) { try WireLine.message(line) }
    #expect(error?.message == message)
  }

  @Test(
    "of a command takes no id that looks like one with a sequence and is none",
    arguments: [
      "n-0123456789ABCDEFGHIJKLMNOP-1", "n-01234567890123456789012345-0", "n-01234567890123456789012345-07",
      "n-01234567890123456789012345-99999999999999999999", String(repeating: "x", count: 65), "", "a b", "é",
    ])
  func noID(_ text: String) {
    #expect(CommandID(text) == nil)
    #expect(throws: FormError.self) { try verb(#"{"verb":"back","commandId":"\#(text)"}"#) }
  }

  @Test(
    "of a command takes any other id as it is",
    arguments: [
      "n-01234567890123456789012345-1", "a-b-0123456789ABCDEFGHJKMNPQRS-1883", "x", "n-1", "n-III-1", "#!~",
      "-0123456789ABCDEFGHJKMNPQRS-1", "n-0123456789abcdefghijklmnop-1", String(repeating: "x", count: 64),
    ])
  func freeID(_ text: String) throws {
    #expect(
      try WireLine.command(#"{"verb":"back","commandId":"\#(text)"}"#, defaults: Self.defaults).id.description == text)
  }

  @Test("tells what else may stand there, each word once")
  func known() {
    let error = #expect(throws: FormError.self) { try verb(#"{"verb":"go","zz":1}"#) }
    #expect(error?.message.contains("known are commandId, scene, verb, screens, path, on, ") == true)
  }

  @Test("takes a path in path syntax, branches too, wherever screens stand")
  func pathSyntax() throws {
    let tabs = PathItem(
      AnyScreen("tabs"), branches: [.init("a", path: [PathItem(AnyScreen("x"))]), .init("b", path: [])], selected: "b")
    #expect(
      try verb(#"{"verb":"replace","screens":["home","tabs{a=x,*b=}"]}"#)
        == .navigator(.replace(path: [PathItem(AnyScreen("home")), tabs], in: nil)))
    #expect(try verb(#"{"verb":"select","branch":"a","target":{"id":0}}"#) == .navigator(.select("a", of: .id(.root))))
  }

  @Test(
    "that is no command says what is wrong, where, and what belongs there",
    arguments: [
      (#"{"verb":"go","screens":["C"]}"#, "verb go: member 'on' is missing: an id or a screen"),
      (#"{"verb":"go","screens":["C"],"onn":"A"}"#, "verb go: unknown member 'onn' (did you mean 'on'?)"),
      (#"{"verb":"go","screens":["C","D"],"path":false,"on":"A"}"#, "has to hold one screen, for path is false"),
      (#"{"verb":"go","screens":["C",7],"on":"A"}"#, "verb go, screens[1]: 7 is not an object"),
      (#"{"verb":"go","screens":["C//D"],"on":"A"}"#, "verb go, screens[0]: no path: 'C//D', after 'C/'"),
      (#"{"verb":"go","screens":["C/D"],"on":"A"}"#, "verb go, screens[0]: one screen is wanted here, not 2"),
      (#"{"verb":"gp"}"#, "command, verb: 'gp' is not a verb (did you mean 'go'?)"),
      (#"{"scene":"a"}"#, "command: member 'verb' is missing"),
      (#"{"verb":"show","names":"list"}"#, "verb show, names: 'list' is not a list"),
      (#"{"verb":"show","names":["9"]}"#, "verb show, names[0]: '9' is not a name: a letter"),
      (
        #"{"verb":"show","names":["sheet"]}"#,
        "verb show, names[0]: no screen is named 'sheet': it begins a sheet in path syntax"
      ),
      (#"{"verb":"hide"}"#, "verb hide: member 'name' is missing"),
      (#"{"verb":"back","deadlineMs":[7]}"#, "verb back, deadlineMs: a list is not a whole number from 0"),
      (#"{"verb":"back","deadlineMs":-1}"#, "verb back, deadlineMs: -1 is not a whole number from 0"),
      (#"{"verb":"back","ifBusy":"wait"}"#, "verb back, ifBusy: 'wait' is not one of queue, supersede, reject"),
      (#"{"verb":"back","expecting":{"revision":1,"top":2}}"#, "one of 'revision' and 'top' belongs here"),
      (#"{"verb":"back","commandId":"a b"}"#, "verb back, commandId: 'a b' is not a command id"),
      (#"{"verb":"batch","verbs":[{"verb":"back"}]}"#, "verb batch, verbs[0]: 'back' is not decided"),
      (#"{"verb":"back","verb":"go"}"#, "command: this is no JSON: byte 15"),
      (
        #"{"verb":"back","context":"# + String(repeating: "[", count: 65) + String(repeating: "]", count: 65) + "}",
        "verb back, context: at most 64 lists and objects lie in each other here"
      ),
      (#"[]"#, "command: member 'verb' is missing"), ("", "command: this is no JSON"),
    ])
  func faults(line: String, message: String) throws {
    let error = try #require(throws: FormError.self) { try verb(line) }
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("of a message may hold members that are not known yet")
  func unknownMembers() throws {
    let message = try WireLine.message(#"{"settled":{"token":"1.2","verdict":"used","later":{"a":[]}}}"#)
    #expect(message == .settled(Settled(token: Ask.Token(epoch: 1, number: 2), used: true)))
  }

  @Test("of a program that is a screen needs no incarnation, where its carrier has one")
  func register() throws {
    let line =
      #"{"register":{"worker":"hello","version":"0.1","routables":{"hello":{"handles":["show details"],"guard":true},"sorry":{}}}}"#
    #expect(throws: FormError.self) { try WireLine.message(line) }
    guard case .register(let registration) = try WireLine.message(line, incarnation: "run-1") else {
      Issue.record("a register line is a registration")
      return
    }
    #expect(registration.scenes == ["main"] && registration.incarnation == "run-1")
    #expect(registration.routables["sorry"] == Routable())
    #expect(registration.routables["hello"]?.handles == [RequestPattern(.show, "details")])
  }

  @Test(
    "of an answer may be short",
    arguments: [
      (
        #""push":"details?from=hello""#,
        .instruction(.push(AnyScreen("details", content: .object([("from", .string("hello"))]))))
      ),
      (#""push":true"#, .instruction(.push(nil))), (#""popTo":"list""#, .instruction(.popTo("list"))),
      (#""allow":true"#, .allow), (#""deny":"why""#, .deny(code: nil, message: "why")),
      (#""deny":true"#, .deny(code: nil, message: nil)),
      (#""failed":{"code":"E1"}"#, .failed(code: "E1", message: nil)),
      (
        #""redirect":{"verb":"show","names":["login"]}"#,
        .redirect(to: .show(["login"]), within: .milliseconds(120_000))
      ),
      (#""edit":[{"verb":"goBack","to":"self"}]"#, .instruction(.edit([.goBack(to: .asked)]))),
    ] as [(String, Answer)])
  func answers(members: String, answer: Answer) throws {
    let message = try WireLine.message("{\"answer\":{\"token\":\"1.2\",\(members)}}")
    #expect(message == .answer(AnswerMessage(token: Ask.Token(epoch: 1, number: 2), answer: answer)))
  }

  @Test(
    "of an answer that is none says so",
    arguments: [
      (#"{"answer":{"token":"1.2"}}"#, "answer: an answer is missing: one of push"),
      (#"{"answer":{"token":"1.2","pop":true,"done":true}}"#, "answer: only one answer can be given"),
      (#"{"answer":{"token":"12","done":true}}"#, "answer, token: '12' is not a token: a text EPOCH.NUMBER"),
      (#"{"answer":{"token":"1.2","pop":false}}"#, "answer, pop: false is not true"),
      (#"{"answer":{"token":"1.2","dismiss":true}}"#, "answer, dismiss: true is not one of hard, soft"),
      (#"{"anwser":{}}"#, "line: 'anwser' is no kind of message (did you mean 'answer'?)"),
      (#"{}"#, "line: an object with one member"),
    ])
  func answerFaults(line: String, message: String) throws {
    let error = try #require(throws: FormError.self) { try WireLine.message(line) }
    #expect(error.message.contains(message), "\(error)")
  }

  @Test("tells elements that appeared by their ids, or one by its id")
  func appeared() throws {
    let one = Message.appeared(Appeared(scene: "main", elements: [ElementID(3)]))
    #expect(try WireLine.message(#"{"appeared":{"id":3}}"#) == one)
    #expect(try WireLine.message(#"{"appeared":{"scene":"main","elements":[3]}}"#) == one)
    let dated = Message.appeared(Appeared(scene: "main", elements: [ElementID(3)], revision: 7))
    #expect(try WireLine.message(#"{"appeared":{"id":3,"revision":7}}"#) == dated)
  }

  @Test("of people's words is cut where the protocol ends them")
  func clipped() throws {
    let long = String(repeating: "é", count: 600)
    let command = try WireLine.command(#"{"verb":"back","because":"\#(long)"}"#, defaults: Self.defaults)
    #expect(command.because == String(repeating: "é", count: 512))
  }

  @Test("of an outcome is its bare object, and reads back")
  func outcome() throws {
    var random = SeededGenerator(seed: 1)
    guard case .outcome(let outcome) = random.message(.outcome) else {
      Issue.record("a random message of the kind outcome is an outcome")
      return
    }
    let line = WireLine.text(outcome)
    #expect(line.hasPrefix(#"{"outcome":""#) && !line.contains("\n"))
    #expect(try WireLine.outcome(line) == outcome)
  }

  @Test("of another event has the word that it is given")
  func event() {
    #expect(
      WireLine.text(event: "gap", ["scene": .string("main"), "from": .integer(3)])
        == #"{"gap":{"scene":"main","from":3}}"#)
  }
}
