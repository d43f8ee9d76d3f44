// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Configuration {
  /// A folder, and what named it.
  package struct Folder: Hashable, Sendable {
    /// Absolute, without empty parts and `.`; empty where nobody has named one.
    package var path: String
    /// The flag, the variable or the file that named it.
    package var source: String
    /// Whether it lies in a folder that everybody may write to, and so must be checked to be ours.
    package var isTemporary: Bool

    /// The folder that it lies in.
    var parent: String { path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } }

    /// A folder; `path` may have empty parts, and a `/` at its end.
    package init(path: String, source: String, isTemporary: Bool = false) {
      let parts = path.split(separator: "/").filter { $0 != "." }
      self.path = path.hasPrefix("/") ? "/" + parts.joined(separator: "/") : path
      self.source = source
      self.isTemporary = isTemporary
    }
  }

  /// What a process finds around itself; a value, so that a test can say it.
  package struct Environment: Hashable, Sendable {
    /// The environment variables.
    package var variables: [String: String]
    /// The user.
    package var uid: UInt32
    /// From where a relative folder on the command line starts.
    package var currentFolder: String

    /// An environment.
    package init(variables: [String: String], uid: UInt32, currentFolder: String) {
      self.variables = variables
      self.uid = uid
      self.currentFolder = currentFolder
    }

    /// That of this process.
    package static var current: Environment {
      Environment(
        variables: ProcessInfo.processInfo.environment, uid: getuid(),
        currentFolder: FileManager.default.currentDirectoryPath)
    }

    /// The variable's value; nil where it is unset or empty.
    subscript(name: String) -> String? {
      guard let value = variables[name], !value.isEmpty else { return nil }
      return value
    }
  }

  /// Decides both folders: the flag, the variable of our own, the files, what systemd gives, what the desktop gives, and
  /// for the runtime folder at last one of the user's own among the temporary ones.
  mutating func resolveFolders(_ flags: Flags, _ environment: Environment) {
    runtimeFolder =
      Self.given(flags.runtimeFolder, "--runtime-dir", "WAYKEEPER_RUNTIME_DIR", environment)
      ?? (runtimeFolder.path.isEmpty ? nil : runtimeFolder)
      ?? Self.ofSystemd("RUNTIME_DIRECTORY", environment)
      ?? Self.below("XDG_RUNTIME_DIR", "waykeeper", environment)
      ?? Folder(
        path: "\(Self.absolute("TMPDIR", environment) ?? "/tmp")/waykeeper-\(environment.uid)", source: "temporary",
        isTemporary: true)
    stateFolder =
      Self.given(flags.stateFolder, "--state-dir", "WAYKEEPER_STATE_DIR", environment)
      ?? (stateFolder.path.isEmpty ? nil : stateFolder)
      ?? Self.ofSystemd("STATE_DIRECTORY", environment)
      ?? Self.below("XDG_STATE_HOME", "waykeeper", environment)
      ?? Self.below("HOME", ".local/state/waykeeper", environment)
      ?? stateFolder
  }

  private static func given(
    _ flag: String?, _ flagName: String, _ variable: String, _ environment: Environment
  ) -> Folder? {
    guard let path = flag ?? environment[variable] else { return nil }
    let source = flag == nil ? "$\(variable)" : flagName
    let isWhole = path.hasPrefix("/") || path.isEmpty
    return Folder(path: isWhole ? path : "\(environment.currentFolder)/\(path)", source: source)
  }

  /// systemd lists several folders with colons between them; ours is the first.
  private static func ofSystemd(_ variable: String, _ environment: Environment) -> Folder? {
    environment[variable]?.split(separator: ":").first.map { Folder(path: String($0), source: "$\(variable)") }
  }

  private static func below(_ variable: String, _ name: String, _ environment: Environment) -> Folder? {
    absolute(variable, environment).map { Folder(path: "\($0)/\(name)", source: "$\(variable)") }
  }

  /// The variable's folder. A relative one counts as unset, as the XDG Base Directory Specification has it.
  private static func absolute(_ variable: String, _ environment: Environment) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
