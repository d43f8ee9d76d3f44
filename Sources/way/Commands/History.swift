// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import RouteModel
import Waykeeper

struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Tells past commands and how they ended, from the journal, and ends.",
    discussion: """
      The newest 20, oldest first; with --since all from there on. Without --scene all scenes. A number is a revision, above \
      which (--since) or up to which (--until) things are told; everything else is \(MomentText.form).

      `!` did not end as asked, `=` had nothing to change. A line ends with what `way why` takes for the command. As JSON \
      a command is its outcome's object with verb, because, origin, at, row, and guards where they were skipped; what no command \
      stands for is {"commit":{…}}. Where the journal cannot be written a last line says so, as JSON {"behind":{…}}.
      """)

  @Flag(help: "Also commits that only say that a screen has appeared, and dry runs.")
  var all = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The newest so many; at most 10000.", valueName: "n"))
  var number: Int?

  @Option(help: ArgumentHelp("From here on.", valueName: "time|rev"), transform: Parse.bound)
  var since: PastBound?

  @Option(help: ArgumentHelp("Up to here.", valueName: "time|rev"), transform: Parse.bound)
  var until: PastBound?

  @Flag(help: "Only commands that did not end as asked.")
  var failed = false

  @Option(
    help: ArgumentHelp("Only what brought, changed or took this element, named it or asked it.", valueName: "@id"),
    completion: LiveNames.elements, transform: Parse.element)
  var element: ElementID?

  @OptionGroup var past: PastOptions

  /// More are not kept in memory; `--since` tells any number.
  private static let numberMax = 10_000
  private static let numberUsual = 20

  func validate() throws {
    if let number, !(1...Self.numberMax).contains(number) {
      throw ValidationError("-n wants 1 to \(Self.numberMax); --since tells any number")
    }
    if let message = PastBound.conflict(since, until) { throw ValidationError(message) }
  }

  func run() async throws {
    try await past.read { source in
      var text = HistoryText(scenes: try await source.scenes(past.global.scene))
      var count = 0
      let life = try await HistoryQuery(self, from: source).forEach { entry in
        count += 1
        switch past.global.format {
        case .json: Output.json(Self.json(entry))
        case .text: for line in text.lines(entry) { Output.line(line) }
        }
        return Output.isTaken
      }
      if let cut = life?.cutAt, reachesBehind(cut) { tell(cut) }
      // Of a scene that nobody knows the failure says it.
      if count == 0, let scene = past.global.scene,
        let failure = try await ExplanationSearch(source: source, scene: scene).unknown()
      {
        throw failure
      }
      if let behind = await source.present().behind { tell(behind) }
      if count == 0, past.global.format == .text { Output.error("way: \(nothing)") }
    }
  }

  /// Says behind the newest that is told that what came later is missing.
  private func tell(_ behind: Present.Behind) {
    switch past.global.format {
    case .json: Output.json(JSONValue.members([.init("behind", behind.json)]).json)
    case .text: for line in Palette.standard.lines("! " + behind.text, .bad) { Output.line(line) }
    }
  }

  /// Whether something from before a commit is wanted.
  private func reachesBehind(_ commit: PastCommit) -> Bool {
    switch since {
    case .revision(let revision): revision < commit.revision
    case .moment(let date): date < commit.date
    case nil: true
    }
  }

  /// Says that the element is older than what was looked at.
  private func tell(_ cut: PastCommit) {
    guard let element else { return }
    Output.error(
      "way: what became of \(element) before revision \(cut.revision) is not told: that is \(ElementPast.commitsMax) commits back; "
        + "`way why \(element)` says how it came")
  }

  /// What is said where nothing is told.
  private var nothing: String {
    let isWhole = since == nil && until == nil && !failed && element == nil
    let place = past.global.scene.map { " in scene \($0)" } ?? ""
    return isWhole ? "the journal holds no command\(place) yet" : "the journal holds no such command\(place)"
  }

  private static func json(_ entry: PastEntry) -> String {
    switch entry {
    case .command(let command): JSONLine.text(command)
    case .commit(let commit): JSONLine.text(commit, as: "commit")
    }
  }

  /// The newest so many that are told; nil for all.
  var limit: Int? { number ?? (since == nil ? Self.numberUsual : nil) }
}
