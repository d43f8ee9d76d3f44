// SPDX-License-Identifier: Apache-2.0

import Glibc
import RouteJournal
import ZeroMQ

/// The folder of the socket files: ours alone as long as this object lives.
///
/// libzmq's own bind removes whatever lies at the path, be it another daemon's socket or a plain file, and leaves its
/// mode to the umask, which all threads share. So the files are made here, with their mode from the first moment on, and
/// libzmq is handed what listens already.
final class RuntimeFolder {
  let path: String
  private let lock: FolderLock?
  private var files: [SocketFile] = []
  /// Groups that this user may not give files to, so that their sockets are for this user alone.
  private(set) var foreignGroups: Set<String> = []
  /// Groups that files were given to. Root's own is none of them: its members are kept out by nothing, or not meant.
  private(set) var admittedGroups: [String: gid_t] = [:]
  /// Whether it lies in a folder that everybody may write to: there it is refused unless it is closed to all others.
  let isTemporary: Bool

  /// Takes the folder, making it where it is missing.
  ///
  /// - Parameter stateFolder: A folder that the journal will lock: if it is this one, that lock serves both.
  init(_ folder: Configuration.Folder, lockedAlsoAs stateFolder: String? = nil) throws(ServiceError) {
    path = folder.path
    isTemporary = folder.isTemporary
    let lock: FolderLock
    do {
      // The desktop's folder is no choice of a person's for this program: it may be that of the user who called sudo.
      if folder.source == "$XDG_RUNTIME_DIR" { _ = try TrustedFolder(folder.parent) }
      lock = try FolderLock(folder: folder.path, folder.isTemporary ? .temporary : .named)
    } catch {
      throw ServiceError(.cannotCreate, error.message)
    }
    let isShared = stateFolder.map { FileIdentity($0) == FileIdentity(folder.path) } ?? false
    self.lock = isShared ? nil : consume lock
  }

  /// The endpoint of a socket file in the folder.
  func endpoint(_ name: String) throws(ServiceError) -> Endpoint { try Self.endpoint(name, in: path) }

  /// The endpoint of a socket file in a folder that need not be there yet.
  static func endpoint(_ name: String, in folder: String) throws(ServiceError) -> Endpoint {
    do {
      return try .ipc("\(folder)/\(name)")
    } catch {
      throw ServiceError(.cannotCreate, "\(error); name a shorter one by --runtime-dir")
    }
  }

  /// Makes the socket file `name` and listens there: the descriptor, which is the caller's to close. The members of `group`
  /// may connect, and nobody else; a group that does not exist, or that this user may not give files to, leaves the file
  /// to the daemon's own user, and not to a primary group that nobody chose.
  ///
  /// - Parameter isVital: Whether the coordinator ends where somebody removes the file.
  func listen(
    _ name: String, group: String, backlog: Int32, isVital: Bool = true
  ) throws(ServiceError) -> Int32 {
    let endpoint = try endpoint(name)
    let file = endpoint.address
    try Self.clear(endpoint)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure("make a socket for", file) }
    do throws(ServiceError) {
      // Before the bind: Linux gives the file the mode of the socket, less the umask, so that it never is wider.
      guard fchmod(descriptor, 0o600) == 0, bindFile(descriptor, file) == 0 else { throw Self.failure("make", file) }
      try restrict(file, to: group)
      guard Glibc.listen(descriptor, backlog) == 0 else { throw Self.failure("listen at", file) }
      try keep(file, isOurs: true, isVital: isVital)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Lets the members of `group` connect, or this user alone, and nobody else.
  func restrict(_ file: String, to group: String) throws(ServiceError) {
    let isGiven = try give(file, to: group)
    guard chmod(file, isGiven ? 0o660 : 0o600) == 0 else { throw Self.failure("set the mode of", file) }
  }

  /// Remembers a file that a socket of ours listens at, and whether it goes with this object.
  func keep(_ file: String, isOurs: Bool, isVital: Bool = true) throws(ServiceError) {
    guard let identity = FileIdentity(file) else { throw Self.failure("look at", file) }
    files.append(SocketFile(path: file, identity: identity, isOurs: isOurs, isVital: isVital))
  }

  /// Whether the file belongs to the group now.
  private func give(_ file: String, to group: String) throws(ServiceError) -> Bool {
    guard let gid = Self.gid(of: group) else { return false }
    if chown(file, uid_t.max, gid) == 0 {
      if gid != 0 { admittedGroups[group] = gid }
      return true
    }
    guard errno == EPERM else { throw Self.failure("give to group '\(group)'", file) }
    foreignGroups.insert(group)
    return false
  }

  /// Removes what a dead daemon left; anything else that lies there is somebody's.
  private static func clear(_ endpoint: Endpoint) throws(ServiceError) {
    let file = endpoint.address
    var status = stat()
    guard lstat(file, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServiceError(.cannotCreate, "\(file) is there and is no socket; move it away")
    }
    guard endpoint.probe() != .listening else {
      throw ServiceError(.cannotCreate, "somebody listens at \(file) already; end that program, or name another folder")
    }
    guard unlink(file) == 0 else { throw failure("remove the stale", file) }
  }

  /// Makes sure that the files are still those that our sockets listen at. Returns those without which the coordinator can do,
  /// once where each is lost.
  ///
  /// - Throws: An error that names the one that was removed or replaced: whoever connects now does not reach us.
  func check() throws(ServiceError) -> [String] {
    let lost = files.filter { FileIdentity($0.path) != $0.identity }
    if let file = lost.first(where: \.isVital) {
      throw ServiceError(
        .cannotCreate,
        "\(file.path) was removed or replaced by another program, so nobody can reach this coordinator any more; "
          + "start it again, and keep others out of \(path)")
    }
    if !lost.isEmpty { files.removeAll { file in lost.contains { $0.path == file.path } } }
    return lost.map(\.path)
  }

  /// Removes the files, those that are still ours. One that was handed over is of whoever made it.
  func removeFiles() {
    for file in files where file.isOurs && FileIdentity(file.path) == file.identity { unlink(file.path) }
    files = []
  }

  private func bindFile(_ descriptor: Int32, _ file: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: file.utf8.prefix(Endpoint.pathBytesMax)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// The number of a group, or nil where there is none of this name.
  static func gid(of name: String) -> gid_t? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 65_536)
    guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }

  static func failure(_ action: String, _ file: String) -> ServiceError {
    ServiceError(.cannotCreate, "cannot \(action) \(file): \(explain(errno))")
  }
}

/// A file that a socket of ours listens at.
private struct SocketFile {
  let path: String
  let identity: FileIdentity
  /// Whether it was made here, and goes with us.
  let isOurs: Bool
  /// Whether a coordinator without it is of no use.
  let isVital: Bool
}

/// Tells two files apart, whatever they are called.
struct FileIdentity: Hashable {
  let device: dev_t
  let inode: ino_t

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }
}

private func explain(_ reason: Int32) -> String { String(cString: strerror(reason)) }
