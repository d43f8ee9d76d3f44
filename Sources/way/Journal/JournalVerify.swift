// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Foundation
import RouteJournal
import RouteModel
import Waykeeper

struct JournalVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Says whether a journal is sound.",
    discussion: """
      Looks at every page and value, builds each revision from the one before it, from the first that is kept, and lays each \
      command's end beside the commit that it tells of. Of the coordinator that runs, also whether it shows what its journal says.

      Revisions that were never written, because a disk was full for a while, are told and are no fault: the journal knows \
      of them. Ends with 0 where all is sound, with 3 where not, with 2 where the file is no journal, \
      or one of a later version. As JSON {"verify":{…}}.
      """)

  @OptionGroup var options: JournalOptions

  func run() async throws {
    let place = try await options.place(wantsStates: true)
    var report = try report(of: place)
    try compare(place, &report)
    let text = JournalReportText(report: report, place: place)
    switch options.global.format {
    case .json: Output.json(text.json)
    case .text: for line in text.lines { Output.line(line) }
    }
    guard report.isSound else { throw ExitCode(ExitStatus.notAsAsked.rawValue) }
  }

  /// What is no journal is a mistake of whoever named it; a journal that cannot even be opened is damaged.
  private func report(of place: JournalPlace) throws -> JournalReport {
    var progress = VerifyProgress()
    do throws(JournalError) {
      return try JournalCopy(file: place.file, isSound: false).audit { progress.tell($0, $1) }
    } catch {
      guard error.code == .corrupt else { throw CommandFailure(error.plain, .usage) }
      return JournalReport(of: place.file, error)
    }
  }

  /// What the coordinator shows is what its journal has at that revision.
  private func compare(_ place: JournalPlace, _ report: inout JournalReport) throws {
    guard let status = place.status, status.isDurable, report.version > 0 else { return }
    let journal = try place.open(isSound: false)
    for state in place.states where !state.path.path.elements.isEmpty {
      let route = try? journal.route(of: state.scene, at: state.revision)
      let problem =
        switch route {
        case nil: "the coordinator shows revision \(state.revision), which is not in the journal"
        case let route?:
          Self.difference(of: route.root, from: state.path.path).map {
            "the coordinator does not show what the journal has of revision \(state.revision), which is \($0)"
          }
        }
      if let problem {
        report.add(JournalFault(scene: state.scene, revision: state.revision, problem))
      }
    }
  }
}

extension JournalVerify {
  /// What differs between the journal's path and the one that shows. A screen that became sensitive, or is so no more, since the
  /// revision was written has its content on one side alone.
  private static func difference(of written: Path, from shown: Path) -> String? {
    var withheld: Set<ScreenName> = []
    for path in [written, shown] {
      path.forEachElement { if $0.screen.isRedacted { withheld.insert($0.screen.name) } }
    }
    let paths = [written, shown].map { path in
      path.mappingScreens { withheld.contains($0.name) ? $0.redacted : $0 }
    }
    return CommitSuccession.difference(of: Route(root: paths[0]), from: Route(root: paths[1]))
  }
}

/// Tells a person how far an examination is, where it takes long.
private struct VerifyProgress {
  private static let interval = Duration.seconds(2)
  private var told = ContinuousClock.now

  mutating func tell(_ scene: SceneName, _ commits: Int) {
    guard isatty(STDERR_FILENO) == 1, ContinuousClock.now - told >= Self.interval else { return }
    told = .now
    Output.error("\(scene): \(Quantity.count(Int64(commits))) revisions are built …")
  }
}
