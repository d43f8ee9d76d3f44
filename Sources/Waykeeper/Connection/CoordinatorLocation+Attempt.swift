// SPDX-License-Identifier: Apache-2.0

extension CoordinatorLocation {
  /// A place where a coordinator was looked for in vain.
  public struct Attempt: Hashable, Sendable {
    /// The problem there.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
      /// The environment variable is not set.
      case notSet
      /// The folder is not there.
      case noFolder
      /// The folder is there, the socket is not.
      case noSocket(String)
      /// The file is there, but its owner has gone.
      case nobodyListens(String)
      /// The folder in the temporary one belongs to somebody else, or others may write to it.
      case notOurs
      /// This user may not connect; the group whose members may, where there is one.
      case permissionDenied(socket: String, group: String?)
      /// This user may not pass the folder, or one above it, whoever may use the sockets in it.
      case folderClosed
      /// Anything else, in words.
      case other(String)

      /// In words, without the place.
      public var description: String {
        switch self {
        case .notSet: "not set"
        case .noFolder: "no such folder"
        case .noSocket(let socket): "no \(socket)"
        case .nobodyListens(let socket): "nobody listens at \(socket)"
        case .notOurs: "refused: it belongs to another user, or others may write to it"
        case .permissionDenied(let socket, let group?): "permission denied: \(socket) needs group '\(group)'"
        case .permissionDenied(let socket, nil): "permission denied: \(socket) is for its owner alone"
        case .folderClosed: "permission denied: this user may not enter the folder"
        case .other(let text): text
        }
      }
    }

    /// The place as people know it: `$WAYKEEPER_RUNTIME_DIR` where that is not set, else the folder.
    public var place: String
    /// The folder; nil where there is none to look into.
    public var folder: String?
    /// The problem there.
    public var problem: Problem

    /// An attempt.
    public init(place: String, folder: String?, problem: Problem) {
      self.place = place
      self.folder = folder
      self.problem = problem
    }
  }
}
