// SPDX-License-Identifier: Apache-2.0

import Glibc
import ZeroMQ

/// Where a coordinator is looked for.
///
/// Its sockets lie in a runtime folder. ``automatic`` takes `$WAYKEEPER_RUNTIME_DIR` and no other, where that is set; else
/// the first of `$XDG_RUNTIME_DIR/waykeeper`, `/run/waykeeper` and the user's folder in the temporary one in which somebody
/// listens (specification, section "Runtime folder").
public enum CoordinatorLocation: Hashable, Sendable {
  /// The first of the usual places in which a coordinator listens.
  case automatic
  /// This folder and no other: a program that names one must not steer another coordinator.
  case runtimeFolder(String)

  /// The sockets of a coordinator.
  public enum Door: String, Hashable, Sendable, CaseIterable {
    /// For clients.
    case control
    /// For workers.
    case screens
    /// For observers.
    case updates
  }

  /// The runtime folder whose `door` somebody listens at; `environment` is that of this process unless given.
  ///
  /// - Throws: ``NavigatorError/Code/permissionDenied`` where a coordinator is there and this user may not connect, else
  ///   ``NavigatorError/Code/noCoordinator``; both name every place tried and the problem there.
  ///   ``NavigatorError/Code/transport`` where this process has no descriptor to look with.
  public func resolve(
    _ door: Door = .control, environment: [String: String]? = nil
  ) throws(NavigatorError) -> String {
    try find(door, environment: environment.map(EnvironmentVariables.init) ?? .ofThisProcess).folder
  }

  /// The runtime folder as ``resolve(_:environment:)`` finds it, and the places before it in which nobody listens.
  package func find(
    _ door: Door = .control, environment: EnvironmentVariables = .ofThisProcess
  ) throws(NavigatorError) -> (folder: String, passedOver: [CoordinatorLocation.Attempt]) {
    var attempts: [CoordinatorLocation.Attempt] = []
    for candidate in candidates(environment) {
      switch try candidate.probe(door) {
      case nil: return (candidate.folder ?? "", attempts)
      case let problem?:
        attempts.append(CoordinatorLocation.Attempt(place: candidate.place, folder: candidate.folder, problem: problem))
      }
    }
    throw NavigatorError(nobodyAt: attempts)
  }

  func endpoint(_ door: Door) throws(NavigatorError) -> Endpoint {
    try Self.endpoint(door, in: try resolve(door))
  }

  static func endpoint(_ door: Door, in folder: String) throws(NavigatorError) -> Endpoint {
    do {
      return try .ipc("\(folder)/\(door.rawValue).sock")
    } catch {
      throw NavigatorError(.noCoordinator, error.description)
    }
  }

  /// The folders in which ``find(_:environment:)`` looks, those that are not there too.
  func folders() -> [String] {
    candidates(.ofThisProcess).compactMap(\.folder)
  }

  /// The folder of the coordinator that is a service of the system.
  package static let systemFolder = "/run/waykeeper"

  private func candidates(_ environment: EnvironmentVariables) -> [Candidate] {
    switch self {
    case .runtimeFolder(let folder): return [Candidate(place: folder, folder: folder)]
    case .automatic:
      // Who names a folder must not steer another coordinator where that one is down.
      let named = Candidate(variable: "WAYKEEPER_RUNTIME_DIR", suffix: "", environment)
      if named.folder != nil { return [named] }
      let temporary = environment.nonempty("TMPDIR") ?? "/tmp"
      let own = (temporary.hasSuffix("/") ? temporary : temporary + "/") + "waykeeper-\(getuid())"
      return [
        // A relative one counts as unset, as the XDG Base Directory Specification has it.
        named, Candidate(variable: "XDG_RUNTIME_DIR", suffix: "/waykeeper", environment, isAbsolute: true),
        Candidate(place: Self.systemFolder, folder: Self.systemFolder),
        Candidate(place: own, folder: own, mustBeOwn: true),
      ]
    }
  }
}

/// A folder to look into.
private struct Candidate {
  var place: String
  var folder: String?
  var mustBeOwn = false

  init(place: String, folder: String?, mustBeOwn: Bool = false) {
    self.place = place
    self.folder = folder
    self.mustBeOwn = mustBeOwn
  }

  init(variable: String, suffix: String, _ environment: EnvironmentVariables, isAbsolute: Bool = false) {
    let folder = environment.nonempty(variable).flatMap { isAbsolute && !$0.hasPrefix("/") ? nil : $0 + suffix }
    self.init(place: folder ?? "$\(variable)", folder: folder)
  }

  /// The problem here; nil where a coordinator listens.
  ///
  /// - Throws: ``NavigatorError/Code/transport`` where it cannot be looked into for want of descriptors.
  func probe(_ door: CoordinatorLocation.Door) throws(NavigatorError) -> CoordinatorLocation.Attempt.Problem? {
    guard let folder else { return .notSet }
    if mustBeOwn, let problem = ownership(of: folder) { return problem }
    let socket = "\(door.rawValue).sock"
    let endpoint: Endpoint
    do {
      endpoint = try .ipc("\(folder)/\(socket)")
    } catch {
      return .other(error.description)
    }
    let probe = endpoint.probe()
    if case .failed(let code) = probe, code == EMFILE || code == ENFILE {
      throw NavigatorError(
        .transport, "cannot look for a coordinator at \(folder)/\(socket): \(String(cString: strerror(code)))")
    }
    return switch probe {
    case .listening: nil
    case .noFolder: .noFolder
    case .noSocketFile: .noSocket(socket)
    case .notASocket: .other("\(socket) is no socket")
    case .permissionDenied(let group): .permissionDenied(socket: socket, group: group)
    case .folderClosed: .folderClosed
    case .nobodyListens: .nobodyListens(socket)
    case .failed(let code): .other("\(socket): \(String(cString: strerror(code)))")
    }
  }

  /// Every user can write to the temporary folder, so a folder in it is trusted only if it belongs to this user alone.
  private func ownership(of folder: String) -> CoordinatorLocation.Attempt.Problem? {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return .noFolder }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return isFolder && status.st_uid == getuid() && status.st_mode & 0o077 == 0 ? nil : .notOurs
  }
}

extension NavigatorError {
  /// Nobody listens at any of these places.
  init(nobodyAt attempts: [CoordinatorLocation.Attempt]) {
    let isDenied = attempts.contains {
      switch $0.problem {
      case .permissionDenied, .folderClosed: true
      case .notSet, .noFolder, .noSocket, .nobodyListens, .notOurs, .other: false
      }
    }
    let places = attempts.map { "\($0.place): \($0.problem)" }.joined(separator: "; ")
    self.init(isDenied ? .permissionDenied : .noCoordinator, "no coordinator (\(places))", attempts: attempts)
  }
}
