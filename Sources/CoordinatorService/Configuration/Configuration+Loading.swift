// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Coordination
import Foundation
import ZeroMQ

extension Configuration {
  /// Where the configuration lies unless the command line says otherwise.
  package static let defaultFolder = "/etc/waykeeper"

  /// The configuration that the files and flags make together.
  ///
  /// - Parameters:
  ///   - files: Files and folders, each on top of the one before. A folder stands for its `waykeeperd.yaml` and then
  ///     its `conf.d/*.yaml` in order of name, as far as they are there. Nil: ``defaultFolder``, if it is there.
  ///   - flags: What wins over the files.
  ///   - environment: For folders that nobody named.
  /// - Throws: Everything that is wrong, with its place.
  package static func load(
    files: [String]? = nil, flags: Flags = Flags(), environment: Environment = .current
  ) throws(ConfigurationError) -> Configuration {
    var sources: [Source] = []
    var problems: [ConfigurationError.Problem] = []
    for file in files ?? [defaultFolder] {
      for file in expand(file, isRequired: files != nil, &problems) {
        do {
          sources.append(Source(file: file, text: try String(contentsOfFile: file, encoding: .utf8)))
        } catch {
          problems.append(.init(file: file, message: "cannot read it: \(Self.reason(error))"))
        }
      }
    }
    guard problems.isEmpty else { throw ConfigurationError(problems) }
    return try Configuration(sources: sources, flags: flags, environment: environment)
  }

  /// The text of a file, already read.
  package struct Source: Hashable, Sendable {
    /// How errors call it.
    package var file: String
    /// YAML.
    package var text: String

    /// A file's text.
    package init(file: String, text: String) {
      self.file = file
      self.text = text
    }
  }

  /// The configuration that these texts and flags make together.
  package init(
    sources: [Source], flags: Flags = Flags(), environment: Environment
  ) throws(ConfigurationError) {
    self.init()
    var problems: [ConfigurationError.Problem] = []
    var places = ListeningPlaces()
    for check in [false, true] where problems.isEmpty {
      for source in sources {
        var reader = YAMLReader(file: source.file)
        guard let document = reader.document(source.text) else {
          problems += reader.problems.map(ConfigurationError.Problem.init)
          continue
        }
        if check {
          reader.checkScenes(document, in: settings)
          reader.checkEndpoints(document, &places)
        } else {
          reader.read(document, into: &self)
        }
        problems += reader.problems.map(ConfigurationError.Problem.init)
      }
    }
    files = sources.map(\.file)
    // A flag wins over what the files say of the metrics.
    if flags.metrics == nil, let problem = places.metricsProblem { problems.append(problem) }
    apply(flags)
    resolveFolders(flags, environment)
    problems += folderProblems()
    // What the start would refuse with the same words, a check refuses too.
    if problems.isEmpty {
      do throws(ServiceError) { try Doors.check(self) } catch { problems.append(.init(message: error.message)) }
    }
    guard problems.isEmpty else { throw ConfigurationError(problems) }
  }

  private mutating func apply(_ flags: Flags) {
    journal = flags.journal ?? journal
    durability = flags.durability ?? durability
    journalFailure = flags.journalFailure ?? journalFailure
    hosting = flags.hosting ?? hosting
    settings.treeChange = flags.treeChange ?? settings.treeChange
    logLevel = flags.logLevel ?? logLevel
    metrics = flags.metrics ?? metrics
    for (deadline, ms) in flags.deadlines { settings[keyPath: deadline.setting] = ms }
  }

  private func folderProblems() -> [ConfigurationError.Problem] {
    var problems: [ConfigurationError.Problem] = []
    for (name, folder) in [("runtime-dir", runtimeFolder), ("state-dir", stateFolder)] {
      if folder.path.utf8.contains(0) {
        problems.append(.init(message: "\(name) (\(folder.source)) has a NUL in it, which no path can have"))
      }
      if folder.path.isEmpty, !folder.source.isEmpty {
        problems.append(.init(message: "\(name) (\(folder.source)) is empty; name a folder"))
      }
    }
    // The longest of them; libzmq would tell only when it binds, and without the path.
    let socket = "\(runtimeFolder.path)/control.sock"
    if socket.utf8.count > Endpoint.pathBytesMax {
      problems.append(
        .init(
          message: "the runtime folder \(runtimeFolder.path) (\(runtimeFolder.source)) is too long: the path of a "
            + "socket in it would have \(socket.utf8.count) bytes, the system allows \(Endpoint.pathBytesMax)"))
    }
    if stateFolder.path.isEmpty, stateFolder.source.isEmpty, journal == .sqlite {
      problems.append(
        .init(message: "no state folder: give --state-dir, set $WAYKEEPER_STATE_DIR or $HOME, or use --journal none"))
    }
    return problems
  }

  /// The files that a path stands for. What is there and cannot be looked at is a problem: a part of the configuration that is
  /// silently left out may be its lock.
  private static func expand(
    _ path: String, isRequired: Bool, _ problems: inout [ConfigurationError.Problem]
  ) -> [String] {
    let known = problems.count
    guard isThere(path, &problems) else { return isRequired && problems.count == known ? [path] : [] }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return [path]
    }
    let main = "\(path)/waykeeperd.yaml"
    let folder = "\(path)/conf.d"
    var files = isThere(main, &problems) ? [main] : []
    if isThere(folder, &problems) {
      do {
        // As `*.yaml` means it: an editor locks a part by a link whose name begins with a dot.
        files += try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
          .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
      } catch {
        problems.append(.init(file: folder, message: "cannot read it: \(reason(error))"))
      }
    }
    // A folder that was named and holds nothing is a mistake: its main file is missed.
    return files.isEmpty && isRequired && problems.count == known ? [main] : files
  }

  /// Whether something has this name, be it a link that leads nowhere.
  private static func isThere(_ path: String, _ problems: inout [ConfigurationError.Problem]) -> Bool {
    var status = stat()
    guard lstat(path, &status) != 0 else { return true }
    if errno != ENOENT {
      problems.append(.init(file: path, message: "cannot look at it: \(String(cString: strerror(errno)))"))
    }
    return false
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "no such file"
    case .fileReadNoPermission, .fileReadUnknown: "permission denied, or it is no plain file"
    case .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding, .fileReadCorruptFile:
      "it is not UTF-8 text"
    default: "\(error.localizedDescription)"
    }
  }
}
