// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing

@testable import WireProtocol

@Suite("The form of a destination")
struct DestinationFormTests {
  @Test("is read as it was written: in both encodings, in a report, and by people's strict reader")
  func roundTrip() throws {
    for seed in UInt64(0)..<2000 {
      var random = SeededGenerator(seed: seed)
      let destination = random.destination()
      let command = Command(id: "a", verb: .route(.inline(destination)))
      for encoding in Encoding.allCases {
        let frames = WireCodec.encode(.command(command), encoding: encoding, epoch: 1)
        try #require(try WireCodec.decode(frames: frames).get().message == .command(command), "\(seed), \(encoding)")
      }
      try #require(try WrittenValue.destination(destination.document) == destination, "\(seed)")
      // Canonical JSON has no nulls and no empty objects: nothing of a destination may be said by those.
      let report = Destination.Report("a", destination, worker: "w", missing: ["step 1"])
      try #require(try Destination.Report(report: report.report) == report, "\(seed)")
    }
  }

  @Test("of its own document is the same in JSON as what the form says")
  func document() throws {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      let destination = random.destination()
      #expect(JSONWriter.text(of: destination) == destination.document.json)
    }
  }

  @Test(
    "may be written in more words than it needs",
    arguments: [
      (#"{"steps":["root"]}"#, #"["root"]"#), (#"[{"find":"a","start":null,"same":null}]"#, #"[{"find":"a"}]"#),
      (
        #"[{"find":{"container":"stack"},"in":["presenting","presented","contained","current"]}]"#,
        ##"[{"find":{"container":"stack"}}]"##
      ),
      (#"[{"make":{"screen":"a","takes":"sought"}}]"#, #"[{"make":"a"}]"#),
      (#"[{"make":"a","action":"none"}]"#, #"[{"make":"a"}]"#),
      (#"[{"make":"a","action":{"add-tab":{}}}]"#, #"[{"make":"a","action":"add-tab"}]"#),
      (#"[{"make":{"stack":[{"make":"b"}],"adopts":true}}]"#, #"[{"make":{"stack":["b"]}}]"#),
      (#"[{"adapt":{"value":null}}]"#, #"[{"adapt":"nothing"}]"#),
      (#"[{"adapt":{"value":{}}}]"#, #"[{"adapt":"nothing"}]"#),
      (#"[{"adapt":{"members":{"b":"x","a":"y"}}}]"#, #"[{"adapt":{"members":{"a":"y","b":"x"}}}]"#),
      (#"[{"context":{"kind":"object"}}]"#, #"[{"context":"object"}]"#),
      (#"[{"context":{"value":null}}]"#, #"[{"context":"null"}]"#),
      (#"[{"find":"a","same":{"content":null}}]"#, #"[{"find":"a","same":"nothing"}]"#),
      (
        #"[{"find":"a","presented":false,"make":{"screen":"b","content":null}}]"#,
        #"[{"find":"a","make":{"screen":"b"}}]"#
      ),
      (#"[{"find":"a","interceptors":[]}]"#, #"[{"find":"a"}]"#),
    ])
  func words(text: String, canonical: String) throws {
    let destination = try WrittenValue.destination(try JSONValue.asWritten(text.utf8))
    #expect(destination.document.json == canonical)
  }

  @Test("of the context null, and of a stack as a container, has one spelling")
  func oneSpelling() {
    #expect(Destination.ContextType(value: .null).document == Destination.ContextType(.null).document)
    #expect(Destination.ContextConversion.members([]).document == Destination.ContextConversion.value(.null).document)
    #expect(Destination.Finder(.container(.stack)).document == Destination.Finder(.stack).document)
  }

  @Test("has no object of more members than an object may have, and so many words are not compared")
  func manyMembers() throws {
    let members = (0..<257).map { "\"contane\($0)\":0" }.joined(separator: ",")
    for text in ["[{\(members)}]", "[{\"find\":{\(members)}}]", "[{\"make\":{\(members)}}]"] {
      let value = try JSONValue.asWritten(text.utf8)
      let error = #expect(throws: FormError.self) { try WrittenValue.destination(value) }
      #expect(error?.message.hasSuffix("257 members; an object has at most 256") == true, "\(error?.message ?? "")")
    }
  }

  @Test(
    "that is wrong is refused with its place, and the nearest word",
    arguments: [
      ("7", "destination: 7 is not a destination: a list of steps, or an object"),
      ("{}", "destination: member 'steps' is missing: a list of steps"),
      (#"{"step":["root"]}"#, "unknown member 'step' (did you mean 'steps'?)"),
      (#"{"steps":[],"whileMoving":"waits"}"#, "destination, whileMoving: 'waits' is not one of wait, abort"),
      ("[7]", "destination[0]: 7 is not a step: one of root, current, none, or an object with one of find, make"),
      (#"["currrent"]"#, "destination[0]: 'currrent' is not a step (did you mean 'current'?)"),
      ("[{}]", "destination[0]: this is not a step"),
      (#"[{"fimd":"a"}]"#, "destination[0]: unknown member 'fimd' (did you mean 'find'?)"),
      (#"[{"find":"a","interceptor":["b"]}]"#, "unknown member 'interceptor' (did you mean 'interceptors'?)"),
      (#"[{"find":"a b"}]"#, "destination[0].find: 'a b' is not a name"),
      (
        #"[{"find":{"contaner":"tabs"}}]"#, "destination[0].find: unknown member 'contaner' (did you mean 'container'?)"
      ),
      (
        #"[{"find":{"container":"tab"}}]"#,
        "destination[0].find.container: 'tab' is not one of stack, tabs, split, single"
      ),
      (#"[{"find":{"presenting":false}}]"#, "destination[0].find.presenting: false is not true"),
      (
        #"[{"find":"a","same":"contents"}]"#,
        "destination[0].same: 'contents' is not what the content has to be (did you mean 'content'?)"
      ),
      (#"[{"find":{"element":1},"same":"content"}]"#, "member 'same' stands beside the name of a screen only"),
      (
        #"[{"find":"a","in":["presentd"]}]"#,
        "destination[0].in[0]: 'presentd' is not a place to look in (did you mean 'presented'?)"
      ),
      (
        #"[{"find":"a","start":"rooot"}]"#,
        "destination[0].start: 'rooot' is not a start, 'root' or a finder (did you mean 'root'?)"
      ),
      (#"[{"make":{"containr":"a"}}]"#, "destination[0].make: unknown member 'containr' (did you mean 'container'?)"),
      (
        #"[{"make":{"container":"a"}}]"#,
        "destination[0].make: member 'kind' is missing: one of stack, tabs, split, single"
      ),
      (
        #"[{"make":{"screen":"a","takes":"all"}}]"#,
        "destination[0].make.takes: 'all' is not one of context, sought, nothing"
      ),
      (#"[{"make":{"screen":"a","takes":"context","content":1}}]"#, "of 'takes' and 'content' only one is wanted"),
      (#"[{"make":{"stack":[{"action":"push"}]}}]"#, "destination[0].make.stack[0]: this is not a child"),
      (#"[{"make":"a","action":"pusch"}]"#, "destination[0].action: 'pusch' is not an action (did you mean 'push'?)"),
      (
        #"[{"make":"a","action":{"ad-tab":{}}}]"#,
        "destination[0].action: unknown member 'ad-tab' (did you mean 'add-tab'?)"
      ),
      (#"[{"make":"a","action":"custom"}]"#, #"destination[0].action: 'custom' needs a name: {"custom": NAME}"#),
      (
        #"[{"make":"a","action":{"add-tab":{"att":1}}}]"#,
        "destination[0].action.add-tab: unknown member 'att' (did you mean 'at'?)"
      ),
      (
        #"[{"make":"a","context":"objekt"}]"#,
        "destination[0].context: 'objekt' is not a type of context (did you mean 'object'?)"
      ),
      (
        #"[{"make":"a","context":{"kind":"string","value":null}}]"#,
        "the value null is of no other kind and has no members"
      ),
      (#"[{"adapt":"nothin"}]"#, "destination[0].adapt: 'nothin' is not a conversion (did you mean 'nothing'?)"),
      (#"[{"adapt":{"membr":"a"}}]"#, "destination[0].adapt: unknown member 'membr' (did you mean 'member'?)"),
      (#"[{"adapt":{"members":{}}}]"#, "destination[0].adapt.members: at least one key belongs here"),
      (
        #"[{"contextTasks":[{"set":"contents"}]}]"#,
        "destination[0].contextTasks[0]: an object is not the name of a context task"
      ),
      (
        #"[{"switch":[{"fond":{"find":"a"},"then":[]}]}]"#,
        "destination[0].switch[0]: unknown member 'fond' (did you mean 'found'?)"
      ),
      (#"[{"switch":[{"asked":"a"}]}]"#, "destination[0].switch[0]: member 'then' is missing: the way on"),
      (#"[{"switch":[],"default":["rot"]}]"#, "destination[0].default[0]: 'rot' is not a step (did you mean 'root'?)"),
      (#"[{"from":7}]"#, "destination[0].from: 7 is not a name"),
    ])
  func wrong(text: String, says words: String) throws {
    let value = try JSONValue.asWritten(text.utf8)
    let error = #expect(throws: FormError.self) { try WrittenValue.destination(value) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("is bounded: in steps, tasks, parts, and in what lies in each other; as large as that it is taken")
  func bounds() throws {
    let finder = { (count: Int) in
      (1..<count).reduce(Destination.Finder(.stack)) { other, _ in Destination.Finder(.stack, from: .finder(other)) }
    }
    let stack = { (count: Int) in
      (1..<count).reduce(Destination.Factory.stack()) { other, _ in .stack(children: [.init(other)]) }
    }
    let choice = { (count: Int) in
      (1..<count).reduce([Destination.Step.root]) { other, _ in
        [.choose(Destination.Switch([.init(.asked("a"), from: other)]))]
      }
    }
    let tasks = { (count: Int) in
      [Destination.Step.screen(Destination.ScreenStep(interceptors: Array(repeating: "a", count: count)))]
    }
    let wide = { (count: Int) in
      (0..<count).map { _ in
        Destination.Step.screen(
          Destination.ScreenStep(make: .stack(children: Array(repeating: .init(.screen("a")), count: 90))))
      }
    }
    for (steps, excess, words) in [
      (Array(repeating: .none, count: 64), Array(repeating: .none, count: 65), "64"),
      ([.custom(finder(8))], [.custom(finder(9))], "a finder starts at the find of at most 7 others"),
      (
        [.screen(Destination.ScreenStep(make: stack(16)))], [.screen(Destination.ScreenStep(make: stack(17)))],
        "containers nest at most 16 deep"
      ),
      (choice(16), choice(17), "choices nest less than 16 deep"), (tasks(16), tasks(17), "16"),
      (wide(50), wide(60), "parts of destinations"),
    ] as [([Destination.Step], [Destination.Step], String)] {
      for encoding in Encoding.allCases {
        let taken = Self.inbound(Destination(steps), encoding)
        #expect(throws: Never.self) { try taken.get() }
        guard case .failure(let fault) = Self.inbound(Destination(excess), encoding) else {
          Issue.record("\(encoding): more than \(words)")
          continue
        }
        #expect(fault.error.message.contains(words), "\(encoding): \(fault.error.message)")
      }
    }
  }

  private static func inbound(_ destination: Destination, _ encoding: Encoding) -> Result<Inbound, WireFault> {
    WireCodec.decode(
      frames: WireCodec.encode(
        .command(Command(id: "a", verb: .route(.inline(destination)))), encoding: encoding, epoch: 1))
  }

  @Test("of a report is read however deep it lies", arguments: Encoding.allCases)
  func deepReport(encoding: Encoding) throws {
    let steps = (0..<15).reduce([Destination.Step.root]) { inner, _ in
      [.choose(Destination.Switch([.init(.found(Destination.Finder(.stack)), from: inner)]))]
    }
    let report = Destination.Report("deep", Destination(steps))
    let frames = WireCodec.encode(.report(Report(objects: [.destination(report)])), encoding: encoding, epoch: 1)
    let message = try WireCodec.decode(frames: frames).get().message
    guard case .report(let read) = message else {
      Issue.record("read as \(message)")
      return
    }
    let object = try #require(read.objects.first?.json)
    #expect(try Destination.Report(report: object) == report)
  }
}
