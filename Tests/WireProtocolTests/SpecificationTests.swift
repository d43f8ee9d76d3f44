// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Testing
import WireProtocol

@Suite("The specification")
struct SpecificationTests {
  private static let root = GoldenFile.protocols.deletingLastPathComponent()

  private static func texts(below folder: String, ending: [String]) throws -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { name in ending.contains { name.hasSuffix($0) } }.sorted().map {
      ("\(folder)/\($0)", try String(contentsOf: base.appending(path: $0), encoding: .utf8))
    }
  }

  private static let pages = (try? texts(below: "Protocols", ending: [".md"])) ?? []

  @Test("has every section that the code cites")
  func sections() throws {
    let headings = Set(
      Self.pages.flatMap { $0.text.split(separator: "\n") }.filter { $0.hasPrefix("#") }
        .map { String($0.drop { $0 == "#" }.dropFirst()) })
    let sources = try Self.texts(below: "Sources", ending: [".swift"])
    let protos = try Self.texts(below: "Protocols", ending: [".proto", ".md"])
    var count = 0
    for (path, text) in sources + protos {
      let cited = text.matches(of: /(?:[Ss]ections?|state machines?)(?:\s|\/|and)*"([^"\n]+)"/).map(\.output.1)
      for title in cited {
        count += 1
        if !headings.contains(String(title)) { Issue.record("\(path) cites section \(title)") }
      }
    }
    #expect(count > 50)
  }

  @Test("links to headings that are there")
  func links() {
    let anchors = Dictionary(
      uniqueKeysWithValues: Self.pages.map { page in
        (Self.name(page.path), Set(Self.headings(page.text).map(Self.anchor)))
      })
    var count = 0
    for (path, text) in Self.pages {
      for match in text.matches(of: /\]\(([a-z]+\.md)?(?:#([^)]+))?\)/) {
        let page = match.output.1.map(String.init) ?? Self.name(path)
        guard match.output.1 != nil || match.output.2 != nil else { continue }
        count += 1
        guard let known = anchors[page] else {
          Issue.record("\(path) links to \(page)")
          continue
        }
        if let anchor = match.output.2, !known.contains(String(anchor)) {
          Issue.record("\(path) links to \(page)#\(anchor)")
        }
      }
    }
    #expect(count > 50)
  }

  private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  private static func headings(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("#!") }
      .map { String($0.drop { $0 == "#" }.dropFirst()) }
  }

  /// The anchor of a heading, as the usual renderers of Markdown make it.
  private static func anchor(_ heading: String) -> String {
    heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
      .replacing(" ", with: "-")
  }

  @Test("shows its examples as they are", arguments: ["observer", "client", "worker"])
  func programs(name: String) throws {
    let page = try #require(Self.pages.first { $0.path.hasSuffix("Protocols/README.md") }?.text)
    let program = try String(
      contentsOf: GoldenFile.protocols.appending(path: "examples/\(name).py"), encoding: .utf8)
    #expect(page.contains("### \(name).py\n\n```python\n\(program)```\n"))
  }

  @Test("shows golden messages as they are")
  func examples() throws {
    let wire = try #require(Self.pages.first { $0.path.hasSuffix("wire.md") }?.text)
    for name in ["command-go", "answer-deny", "ping", "keepalive"] {
      for ending in ["hex", "json"] {
        let file = try String(contentsOf: GoldenFile.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
        #expect(wire.contains("\n\(file)```"), "\(name).\(ending)")
      }
    }
  }

  @Test("lists every kind of message with its octet", arguments: Message.Kind.allCases)
  func kinds(kind: Message.Kind) throws {
    let wire = try #require(Self.pages.first { $0.path.hasSuffix("wire.md") }?.text)
    let octet = String(kind.rawValue, radix: 16, uppercase: true)
    #expect(wire.contains("| \(octet.count == 1 ? "0" : "")\(octet) | "))
  }

  @Test(
    "lists every word of the closed lists",
    arguments: [
      UnchangedReason.allCases.map(\.rawValue), RejectedReason.allCases.map(\.rawValue),
      Outcome.VetoReason.allCases.map(\.rawValue), Outcome.FailureReason.allCases.map(\.rawValue),
      Outcome.Phase.allCases.map(\.rawValue), Asked.Answer.allCases.map(\.rawValue), Presence.allCases.map(\.rawValue),
      Element.Visibility.allCases.map(\.rawValue), ProtocolError.Code.allCases.map(\.rawValue),
      Status.State.allCases.map(\.rawValue),
    ])
  func words(words: [String]) {
    // A word stands in backquotes, alone or among others.
    let quoted = Set(
      Self.pages.flatMap { $0.text.split(separator: "`", omittingEmptySubsequences: false).enumerated() }
        .filter { $0.offset % 2 == 1 }.flatMap { $0.element.split { $0.isWhitespace || $0 == "(" || $0 == ")" } })
    for word in words { #expect(quoted.contains(Substring(word)), "\(word)") }
  }

  @Test(
    "states the constants that the coordinator has",
    arguments: [
      ("ask", "\(Settings().askMs) ms"), ("guard", "\(Settings().guardMs / 1000) s"),
      (
        "command, admission to outcome",
        "\(Settings().transitionMs / 1000) s, at most \(Limits.deadlineMsMax / 3_600_000) h"
      ),
      ("wait for a missing host", "\(Settings().hostWaitMs)"),
      ("the same for start paths and links, their deadline too", "\(Settings().startHostWaitMs / 1000) s"),
      ("the longest that an ask takes, WORKING included", "\(Settings().workingMaxMs / 1000) s"),
      ("one user's share of what the others leave", "\(Limits.shareParts)/\(Limits.shareParts + 1)"),
      ("commits of a scene whose telling waits", "\(Limits.appearancesMax)"),
      ("silence after which a worker is forgotten", "\(Limits.silentWorkerMs / 60_000) min"),
      ("parked", "\(Settings().parkedMs / 1000) s"),
      ("after a death, until its policies", "\(Settings().afterDeathMs / 1000) s"),
      ("grace after a start", "\(Settings().restartGraceMs / 1000) s"),
      ("after a start, until the policies of workers that stay away", "\(Settings().hostReturnMs / 1000) s"),
      (
        "commands that wait in a scene",
        "\(Limits.queueMax), of these \(Limits.queueReserved) for commands from inside asks"
      ),
      ("of one client in a scene", "\(Limits.queuePerClientMax)"), ("parked in a scene", "\(Limits.parkedMax)"),
      ("links that wait in a scene", "\(Limits.linksMax)"),
      (
        "a tree: nodes of a worker, nodes in each other, letters of a key",
        "\(grouped(TreeNode.nodesMax)), \(TreeNode.depthMax), \(TreeKey.lengthMax)"
      ),
      (
        "patterns and schemes of one reader of links", "\(LinkReading.patternsMax), \(LinkReading.schemesMax)"
      ),
      (
        "a URL: octets, components, parts of the query",
        "\(grouped(DeepLink.bytesMax)), \(DeepLink.componentsMax), \(DeepLink.itemsMax)"
      ),
      ("destinations of a worker, tasks of a worker", "\(Limits.destinationsMax), \(Limits.tasksMax)"),
      ("steps, cases, finders and factories of the destinations of all workers", grouped(Limits.destinationsSizeMax)),
      (
        "steps of a chain, questions of one way to a destination",
        "\(Destination.stepsMax), \(DestinationPlan.asksMax)"
      ),
      (
        "parts of the destinations of one message, tasks of one kind of a step",
        "\(grouped(Destination.partsMax)), \(Destination.ScreenStep.tasksMax)"
      ),
      (
        "factories, and choices, in each other; finders that begin at another's find",
        "\(Destination.Factory.depthMax); \(Destination.Finder.depthMax)"
      ),
      ("branches of a container", "\(DeclaredBranches.branchesMax)"),
      ("peers that wait for one outcome", "\(Limits.attachedMax)"),
      (
        "scenes, workers, screens of a worker",
        "\(Limits.scenesMax), \(grouped(Limits.workersMax)), \(Limits.routablesMax)"
      ),
      ("sensitive screens", grouped(Limits.sensitiveMax)),
      ("retired incarnations of a name", "\(Limits.retiredMax)"),
      (
        "losses of a name by live processes, until nobody may take it over",
        "\(Limits.lossesMax) within \(Int(Limits.contestMs / 1000)) s"
      ),
      (
        "deaths of a worker until it is quarantined",
        Settings().crashLoop.map { "\($0.deaths) within \($0.withinMs / 1000) s" } ?? "off"
      ),
      ("causes before a command", "\(Limits.depthMax)"),
      ("outcomes remembered", "\(grouped(Limits.windowMax)), for \(Limits.windowMs / 60_000) min"),
      ("what these hold besides a fixed part", "\(Limits.windowBytesMax / 1024 / 1024) MiB"),
      ("outcomes of the coordinator's own commands", grouped(Limits.ownOutcomesMax)),
      ("asks of one command", grouped(Limits.asksMax)), ("elements of a route", "\(Route.elementsMax)"),
      ("content, route", "\(Limits.contentBytesMax / 1024) KiB, \(Limits.routeBytesMax / 1024) KiB"),
      ("envelope", "\(Envelope.framesMax) frames"),
      (
        "ping, after silence",
        "\(Limits.pingSilenceMs) ms, then each \(Limits.keepaliveMs / 1000) s; suspect after \(Limits.missesSuspect), over after \(Limits.missesOver)"
      ),
      (
        "worker's question after silence",
        "\(Double(Limits.workerQuestionMs) / 1000) s, again each \(Limits.workerQuestionAgainMs) ms"
      ),
      ("ids of elements that the journal reserves at a time", "\(Limits.idBlock)"),
      (
        "frame that is received",
        "coordinator \(Limits.frameBytesMax / 1024) KiB, subscriptions 128 octets, others 1 MiB"
      ),
      ("holder of a worker name, to answer when another process wants it", "\(Limits.challengeMs) ms"),
      ("worker's silence timer", "\(Limits.workerSilenceMs / 1000) s"), ("keepalive", "\(Limits.keepaliveMs / 1000) s"),
      ("between two keepalives that only tell of workers", "\(Limits.workerNewsMs) ms"),
      (
        "observer's silence timer, resubscription",
        "\(ObserverView.silenceMs / 1000) s, after \(ObserverView.resubscribeMs.lowerBound) to \(ObserverView.resubscribeMs.upperBound) ms"
      ),
      ("a stall that moves deadlines", "\(Limits.stallMs) ms"),
    ])
  func constants(name: String, value: String) throws {
    let page = try #require(Self.pages.first { $0.path.hasSuffix("reference.md") }?.text)
    #expect(page.contains("\n| \(name) | \(value) |"), "\(name): \(value)")
  }

  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000) \(String(number % 1000 + 1000).dropFirst())"
  }
}
