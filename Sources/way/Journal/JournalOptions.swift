// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import RouteJournal
import Waykeeper

/// Which journal a command reads.
struct JournalOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A journal, or a copy of one. (default: that of the coordinator)", valueName: "file"),
    completion: .file(extensions: ["sqlite"]), transform: Parse.file)
  var file: String?

  @Option(
    help: ArgumentHelp("The same as an option, as `why` and `history` take it.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]), transform: Parse.file)
  var journal: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if file != nil, journal != nil { throw ValidationError("name one journal: as the argument, or with --journal") }
    if named != nil, global.runtimeDir != nil {
      throw ValidationError("a file is read, --runtime-dir asks a coordinator; only one can tell")
    }
    if named == "-" { throw ValidationError("a journal is read as a file, and the standard input is none") }
    try global.refuseScene("it takes a journal as a whole; `way journal replay` and `way history` tell of one scene")
  }

  /// The file that somebody named.
  var named: String? { file ?? journal }

  /// The journal, and the coordinator that writes it where none was named.
  ///
  /// - Parameter wantsStates: Whether that is asked what it shows, too.
  func place(wantsStates: Bool = false) async throws -> JournalPlace {
    if let named { return JournalPlace(file: named) }
    return try await JournalPlace(of: global, wantsStates: wantsStates)
  }
}

/// A journal's file, and what is known of the coordinator that writes it.
struct JournalPlace {
  let file: String
  /// What the coordinator says of itself; nil of a file that somebody named.
  private(set) var status: CoordinatorStatus?
  /// What it shows, asked before the journal is read.
  private(set) var states: [SceneState] = []

  init(file: String) { self.file = file }

  /// Asks the coordinator that these options mean.
  init(of global: GlobalOptions, wantsStates: Bool = false) async throws {
    let status: CoordinatorStatus
    do throws(NavigatorError) {
      (status, states) = try await Self.ask(global, wantsStates: wantsStates)
    } catch {
      guard error.code == .noCoordinator else { throw error }
      throw UsualJournals().failure(error, instead: "name its file, as in `way journal verify FILE`")
    }
    guard let service = status.service, let folder = service.stateFolder, service.journal.mode != "none" else {
      throw CommandFailure("the coordinator keeps no journal", .notAsAsked)
    }
    file = "\(folder)/\(Journal.fileName)"
    self.status = status
  }

  private static func ask(
    _ global: GlobalOptions, wantsStates: Bool
  ) async throws(NavigatorError) -> (CoordinatorStatus, [SceneState]) {
    let navigator = try global.navigator()
    do throws(NavigatorError) {
      let status = try await navigator.status()
      let states = wantsStates ? try await Status.states(of: status.scenes.map(\.scene), by: navigator) : []
      await navigator.close()
      return (status, states)
    } catch {
      await navigator.close()
      throw error
    }
  }

  /// Opens it to be read.
  ///
  /// - Parameter isSound: Whether a damaged one is refused.
  func open(isSound: Bool = true) throws -> JournalCopy {
    try PastSource.reading { () throws(JournalError) in try JournalCopy(file: file, isSound: isSound) }
  }
}
