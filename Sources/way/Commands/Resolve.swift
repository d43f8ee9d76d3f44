// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

struct Resolve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Prints where a URL, a path or a drive would lead, and which workers would build and show it.",
    discussion: """
      Nothing changes: the link is read and the path is built, and that is all. Of a drive the steps are told, who would \
      be asked, and what is missing; nobody is asked. It waits for no worker: where `way open` would, it says what is \
      missing. A worker that reads the link has 4500ms, or until shortly before --timeout. Exits with 3 where it stops.

        way resolve museum://exhibit/7
        way resolve home exhibit?id=7
        way resolve --drive exhibit --input '{"id":7}'
      """)

  @Argument(help: "A URL, or screens and paths, root first.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp("The route that a drive would go to.", valueName: "route"), completion: LiveNames.routes,
    transform: Parse.route)
  var drive: RouteID?

  @OptionGroup var driving: DriveOptions

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard words.isEmpty == (drive != nil) else {
      throw ValidationError("either a URL, screens and paths, or --drive ROUTE is expected")
    }
    if words.contains(where: { (try? Parse.path($0))?.isEmpty == true }) {
      throw ValidationError("a path has one screen at least, and one of these is empty")
    }
    guard drive != nil || (driving.from == nil && driving.input == nil) else {
      throw ValidationError("--from and --input go with --drive")
    }
    // What is thrown here is told with the usage of this command.
    if drive == nil { _ = try Self.verb(words) }
  }

  func run() async throws {
    let verb = try drive.map { Verb.drive(driving.drive(.route($0))) } ?? Self.verb(words)
    try await DryRun(navigation: Navigation(verb), format: global.format, lines: lines).run(by: navigator(for: verb))
  }

  /// A link has its deadline from here: left to the coordinator it waits for workers longer than its outcome is waited for, which
  /// says what it waits for.
  private func navigator(for verb: Verb) throws -> Navigator {
    let navigator = try global.navigator()
    guard case .open = verb else { return navigator }
    return navigator.deadline(Self.linkDeadline(within: global.patience))
  }

  /// How long a link may take whose outcome is waited for so long.
  static func linkDeadline(within patience: Duration) -> Duration { patience - min(.milliseconds(500), patience / 2) }

  private func lines(of outcome: Outcome) -> [Printed] {
    if drive != nil { return WalkText(outcome: outcome).lines }
    // The link leads to a destination.
    return outcome.search == nil ? ResolveText(outcome).lines : SearchText(outcome).lines
  }

  /// One word that has a scheme is a URL. What could be both, such as `a:1`, is a screen.
  static func verb(_ words: [String]) throws -> Verb {
    if words.count == 1, words[0].contains("://") || (try? Parse.path(words[0])) == nil,
      (try? DeepLink(parsing: words[0])) != nil || words[0].contains("://")
    {
      return .open(words[0])
    }
    return .navigator(.replace(path: try words.flatMap(Parse.path), in: nil))
  }
}
