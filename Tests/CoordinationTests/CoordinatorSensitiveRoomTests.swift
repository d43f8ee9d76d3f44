// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: room for sensitive screens")
struct CoordinatorSensitiveRoomTests {
  /// What the process gets that registers the first `count` of some screens, each as sensitive or not.
  private static func greet(
    _ bench: inout Bench, _ process: String, _ count: Int, sensitive: Bool = true, uid: UInt32? = 7
  ) -> [Message.Kind] {
    let screens = (0..<count).compactMap { ScreenName("s\($0)") }
    let routables = screens.map { ($0, Routable(hosts: false, sensitive: sensitive)) }
    let registration = bench.registration(process, Dictionary(uniqueKeysWithValues: routables))
    bench.process(process, uid: uid, sends: .hello(registration))
    return (bench.inboxes[process] ?? []).map(\.kind).filter { $0 == .welcome || $0 == .error }
  }

  /// The words of the refusal that the process got.
  private static func refusal(of process: String, in bench: Bench) -> String? {
    bench.inboxes[process]?.compactMap { if case .error(let error) = $0 { error.message } else { nil } }.last
  }

  /// Workers that have come, and said BYE, each with 256 sensitive screens: the same.
  private static func gone(_ count: Int, uid: UInt32? = 7) -> Bench {
    var bench = Bench()
    for number in 0..<count {
      #expect(greet(&bench, "w\(number)", 256, uid: uid) == [.welcome])
      bench.process("w\(number)", uid: uid, sends: .bye(Bye()))
    }
    bench.forgetAll()
    return bench
  }

  @Test("A screen counts for each worker that keeps it, also one that has left; past a user's share what is kept stays")
  func share() throws {
    var bench = Self.gone(12)
    #expect(Self.greet(&bench, "last", 206) == [.error])
    let message = try #require(Self.refusal(of: "last", in: bench))
    #expect(
      message.hasPrefix("user 7 holds 3072 of \(Limits.sensitiveMax) sensitive screens of workers, also of those"),
      "\(message)")
    bench.forgetAll()
    #expect(Self.greet(&bench, "last", 205) == [.welcome])
    #expect(Self.greet(&bench, "more", 1) == [.error])
    #expect(Self.greet(&bench, "other", 256, uid: 8) == [.welcome])
    #expect(Self.greet(&bench, "w3#2", 256) == [.welcome])
    bench.restart()
    #expect(Self.greet(&bench, "more", 1) == [.error])
    #expect(Self.greet(&bench, "w4#2", 256) == [.welcome])
  }

  @Test("What a worker takes back makes room for others")
  func takenBack() {
    var bench = Self.gone(12)
    #expect(Self.greet(&bench, "last", 256) == [.error])
    #expect(Self.greet(&bench, "w0#2", 51, sensitive: false) == [.welcome])
    #expect(Self.greet(&bench, "again", 256) == [.welcome])
    #expect(Self.greet(&bench, "more", 1) == [.error])
  }

  @Test("All that come over tcp share one share")
  func tcp() throws {
    var bench = Self.gone(12, uid: nil)
    #expect(Self.greet(&bench, "last", 256, uid: nil) == [.error])
    let message = try #require(Self.refusal(of: "last", in: bench))
    #expect(message.hasPrefix("peers over tcp hold 3072 of \(Limits.sensitiveMax) sensitive"), "\(message)")
    #expect(Self.greet(&bench, "other", 256, uid: 8) == [.welcome])
  }

  @Test("A journal that has more than there is room for is kept whole, and only what is new is refused")
  func restored() {
    var bench = Bench()
    for number in 0..<5000 {
      guard let name = WorkerName("w\(number)") else { continue }
      bench.records.append(.worker(WorkerRecord(name, uid: 7, sensitive: ["s0"]), isRegistered: false))
    }
    bench.restart()
    #expect(Self.greet(&bench, "new", 1) == [.error])
    #expect(Self.greet(&bench, "w4321", 1) == [.welcome])
    #expect(Self.greet(&bench, "w4322", 1, uid: 8) == [.error], "the name is its user's")
    #expect(Self.refusal(of: "w4322", in: bench)?.contains("belongs to user 7") == true)
    #expect(Self.greet(&bench, "other", 1, uid: 8) == [.error], "nothing is free")
    #expect(Self.greet(&bench, "harmless", 0) == [.welcome])
  }
}
