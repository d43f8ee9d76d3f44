// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of a sandbox: of this user alone, and with so short a path that socket files fit into it.
struct SandboxFolder {
  let path: String

  init(path: String) { self.path = path }

  /// The folder that a sandbox may make: its name is known before it is there, so that whoever outlives the other removes it.
  static func fresh() -> SandboxFolder {
    let digits = "abcdefghijklmnopqrstuvwxyz0123456789"
    let name = "way-sandbox-" + String((0..<8).compactMap { _ in digits.randomElement() })
    return SandboxFolder(path: "\(OwnStage.shortFolder(for: name))/\(name)")
  }

  var stateFolder: String { "\(path)/state" }
  var log: String { "\(path)/waykeeperd.log" }

  /// What a coordinator of a sandbox does unless its own configuration says otherwise.
  private static let usual = "durability: normal\nhosting: optional\n"

  /// Makes the folder. One that is there already belongs to somebody else.
  func make() throws {
    guard mkdir(path, 0o700) == 0 else {
      throw CommandFailure(
        "cannot make the folder \(path): \(String(cString: strerror(errno)))", notes: OwnStage.folderAdvice,
        .noCoordinator)
    }
  }

  /// Writes what the coordinator reads first, with more lines behind the usual ones.
  func writeUsual(_ more: String = "") throws {
    do {
      try (Self.usual + more).write(toFile: usualConfiguration, atomically: false, encoding: .utf8)
    } catch {
      throw CommandFailure("cannot write \(usualConfiguration): \(error)", .noCoordinator)
    }
  }

  private var usualConfiguration: String { "\(path)/usual.yaml" }

  /// The coordinator's command line.
  func daemonWords(_ daemon: String, config: String?) -> [String] {
    [daemon, "--config", usualConfiguration] + [config].compactMap(\.self) + [
      "--runtime-dir", path, "--state-dir", stateFolder,
    ]
  }

  /// What processes find the coordinator by.
  var variables: [String: String?] { OwnStage.variables(runtimeFolder: path, stateFolder: stateFolder) }

  /// Removes the folder, or says why that cannot be.
  func remove() -> String? {
    do {
      try FileManager.default.removeItem(atPath: path)
      return nil
    } catch {
      return FileManager.default.fileExists(atPath: path) ? "cannot remove \(path): \(error)" : nil
    }
  }

  /// The last lines that the coordinator said.
  var lastWords: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").suffix(Self.linesMax).map { "  \($0)" }
  }

  private static let linesMax = 8
}
