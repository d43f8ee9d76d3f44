// SPDX-License-Identifier: Apache-2.0

import Glibc
import RouteJournal
import ZeroMQ

/// The folder of the sockets: ours, locked, and watched for thieves.
///
/// libzmq unlinks whatever lies at an ipc path and binds, so a second daemon would take the first one's sockets without
/// an error on either side: hence the lock, the look before the bind and the look again every few seconds.
final class RuntimeFolder {
  /// The three socket files.
  enum Door: String, CaseIterable {
    case control, screens, updates
  }

  private struct Identity: Equatable {
    var device: dev_t
    var node: ino_t
  }

  let path: String
  private let lock: FolderLock
  private var bound: [Door: Identity] = [:]

  /// Makes the folder where it is missing, and locks it.
  init(_ folder: Configuration.Folder) throws(ServiceError) {
    path = folder.path
    if folder.isTemporary { try Self.checkIsOurs(path) }
    do {
      lock = try FolderLock(folder: path)
    } catch {
      throw ServiceError(exitCode: 73, error.message)
    }
    if folder.isTemporary { try Self.checkIsOurs(path) }
  }

  /// In a folder that everybody may write to, somebody else could have made ours first.
  private static func checkIsOurs(_ path: String) throws(ServiceError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw ServiceError(
        exitCode: 73,
        "\(path) is not a folder of this user alone (mode 0700): remove it, or choose another with --runtime-dir")
    }
  }

  func endpoint(_ door: Door) throws(ServiceError) -> Endpoint {
    do {
      return try Endpoint.ipc(file(door))
    } catch {
      throw ServiceError(exitCode: 73, "\(error.description); choose a shorter folder with --runtime-dir")
    }
  }

  private func file(_ door: Door) -> String { "\(path)/\(door.rawValue).sock" }

  /// Binds the door's socket, for the owner and the group alone.
  func bind(_ socket: borrowing Socket, _ door: Door, group: String) throws(ServiceError) {
    let endpoint = try endpoint(door)
    let file = file(door)
    var status = stat()
    if lstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
      throw ServiceError(exitCode: 73, "\(file) exists and is no socket; move it away, or choose another folder")
    }
    let mask = umask(0o117)
    defer { umask(mask) }
    do {
      try socket.bind(endpoint)
    } catch {
      throw ServiceError(error)
    }
    // A group that does not exist, or that we may not give to, leaves the socket to our own user.
    if let entry = getgrnam(group) { chown(file, uid_t.max, entry.pointee.gr_gid) }
    bound[door] = Self.identity(file)
  }

  private static func identity(_ file: String) -> Identity? {
    var status = stat()
    guard lstat(file, &status) == 0 else { return nil }
    return Identity(device: status.st_dev, node: status.st_ino)
  }

  /// The door whose socket file is gone or no longer ours.
  var stolen: String? {
    Door.allCases.first { bound[$0] != nil && Self.identity(file($0)) != bound[$0] }.map(file)
  }

  /// Removes the socket files that are still ours, so that nobody connects to nobody.
  func removeSockets() {
    for door in Door.allCases where bound[door] != nil && Self.identity(file(door)) == bound[door] {
      unlink(file(door))
    }
  }
}
