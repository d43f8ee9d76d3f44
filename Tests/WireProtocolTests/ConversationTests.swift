// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Testing
import WireProtocol

/// `WRITE_GOLDEN=1` writes the files of Protocols/golden/conversations anew.
@Suite("A conversation of the specification")
struct ConversationTests {
  private static let home = Routable(handles: [RequestPattern(.show, nil), RequestPattern(.hide, nil)])

  /// A kiosk says HELLO and shows its first screen.
  private static func begun(_ routables: [ScreenName: Routable]) throws -> Conversation {
    var conversation = Conversation()
    conversation.say("kiosk", .hello(hello(routables)))
    try conversation.command(.start("home"))
    try conversation.answer("kiosk", .instruction(.done))
    conversation.say("kiosk", .appeared(Appeared(scene: "main", elements: [.root])))
    return conversation
  }

  private static func hello(_ routables: [ScreenName: Routable]) -> Registration {
    Registration(
      worker: "kiosk", incarnation: "3f9c0a51d2e74b86", root: ["home"],
      routables: routables.merging(["home": home]) { first, _ in first })
  }

  private func expect(_ conversation: Conversation, is name: String) throws {
    let folder = GoldenFile.folder.appending(path: "conversations")
    let file = folder.appending(path: "\(name).jsonl")
    let text = conversation.lines.map { "\($0)\n" }.joined()
    if ProcessInfo.processInfo.environment["WRITE_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test("shows a screen: start, ask, commit, appear") func show() throws {
    var conversation = try Self.begun(["list": Routable()])
    try conversation.command(.show(["list"]))
    try conversation.answer("kiosk", .instruction(.push(nil)))
    conversation.say("kiosk", .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    try expect(conversation, is: "show")
  }

  @Test("lets a guard deny") func deny() throws {
    var conversation = try Self.begun(["list": Routable(guards: true)])
    try conversation.command(.show(["list"]))
    try conversation.answer("kiosk", .instruction(.push(nil)))
    try conversation.command(.back)
    try conversation.answer("kiosk", .deny(code: "notes", message: "unsaved notes"))
    try expect(conversation, is: "guard-denies")
  }

  @Test("parks a command at a gate, and resumes it") func redirect() throws {
    var conversation = try Self.begun(["login": Routable(), "account": Routable()])
    let parked = try conversation.command(.show(["account"]))
    try conversation.answer("kiosk", .redirect(to: .show(["login"]), within: .seconds(120)))
    try conversation.answer("kiosk", .instruction(.push(nil)))
    conversation.say("kiosk", .resume(Resume(id: "kiosk-resumes", target: parked.id)))
    try conversation.answer("kiosk", .instruction(.push(nil)))
    try expect(conversation, is: "redirect")
  }

  @Test("goes on over a kill of the coordinator: the client and the worker come again") func killed() throws {
    var conversation = try Self.begun(["list": Routable()])
    let command = try conversation.command(.show(["list"]))
    conversation.restart()
    conversation.say("client", .command(command))
    conversation.say("kiosk", .pong(Pong(applied: [:])))
    conversation.say("kiosk", .hello(Self.hello(["list": Routable()])))
    try conversation.answer("kiosk", .instruction(.push(nil)))
    conversation.say("client", .command(command))
    try expect(conversation, is: "killed")
  }
}
