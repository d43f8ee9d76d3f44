// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import RouteJournal
import Waykeeper

/// Where a command reads the past.
struct PastOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read this copy of a journal; no coordinator is needed, and the file stays as it is.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]), transform: Parse.file)
  var journal: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if journal != nil, global.runtimeDir != nil {
      throw ValidationError("--journal reads a file, --runtime-dir asks a coordinator; only one can tell")
    }
  }

  /// Runs `body` with what tells the past.
  func read(_ body: (PastSource) async throws -> Void) async throws {
    let source = try source()
    do {
      try await body(source)
    } catch let error as NavigatorError where error.code == .noCoordinator {
      await source.close()
      throw Self.failure(error)
    } catch let failure as CommandFailure {
      // What is missed may lie in what could not be written.
      let behind = await source.present().behind
      await source.close()
      guard let behind else { throw failure }
      throw CommandFailure(failure.lines[0], notes: failure.lines.dropFirst() + ["  " + behind.text], failure.status)
    } catch {
      await source.close()
      throw error
    }
    await source.close()
  }

  private func source() throws -> PastSource {
    guard let journal else {
      do throws(NavigatorError) {
        return .coordinator(try global.navigator())
      } catch {
        guard error.code == .noCoordinator else { throw error }
        throw Self.failure(error)
      }
    }
    return .copy(try PastSource.reading { () throws(JournalError) in try JournalCopy(file: journal) })
  }

  private static func failure(_ error: NavigatorError) -> CommandFailure {
    UsualJournals().failure(error, instead: "name its file with --journal FILE")
  }
}
