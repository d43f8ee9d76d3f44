// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether a process listens at an ipc endpoint, and the reason if none does.
package enum Probe: Hashable, Sendable {
  /// A process listens.
  case listening
  /// The folder is not there.
  case noFolder
  /// The folder is there, the socket file is not.
  case noSocketFile
  /// The file there is no socket.
  case notASocket
  /// This process may not connect. The members of the group may, if there is a group.
  case permissionDenied(group: String?)
  /// This process may not pass the folder, or one above it, whatever the file is.
  case folderClosed
  /// The file is there, but no process listens.
  case nobodyListens
  /// Another problem: the errno of connect(2).
  case failed(Int32)
}

extension Endpoint {
  /// Tries an ipc endpoint with connect(2), as libzmq retries silently for ever. Other endpoints count as listening,
  /// because only a message can try them.
  package func probe() -> Probe {
    guard transport == .ipc else { return .listening }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return .failed(errno) }
    defer { close(descriptor) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.utf8.prefix(Self.pathBytesMax)) }
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let code = result == 0 ? 0 : errno
    switch code {
    // EAGAIN: the backlog is full, so a process listens.
    case 0, EAGAIN, EINPROGRESS: return .listening
    case ENOENT, ENOTDIR: return access(folder, F_OK) == 0 ? .noSocketFile : .noFolder
    case EACCES, EPERM:
      let group = owningGroup
      var status = stat()
      // Behind a folder that cannot be passed the file's own group would be no advice.
      let isBehind = stat(address, &status) != 0 && errno == EACCES
      return group == nil && isBehind ? .folderClosed : .permissionDenied(group: group)
    case ECONNREFUSED:
      var status = stat()
      return stat(address, &status) == 0 && status.st_mode & S_IFMT != S_IFSOCK ? .notASocket : .nobodyListens
    default: return .failed(code)
    }
  }

  private var folder: String {
    guard let slash = address.lastIndex(of: "/") else { return "." }
    return slash == address.startIndex ? "/" : String(address[..<slash])
  }

  /// The group whose members may connect: the group of the file, if it may pass the folder. A user's own group and root's
  /// are no advice for others.
  private var owningGroup: String? {
    var status = stat()
    var folderStatus = stat()
    guard stat(folder, &folderStatus) == 0 else { return nil }
    let canSee = stat(address, &status) == 0
    if !canSee { status = folderStatus }
    let mayPass =
      folderStatus.st_mode & S_IXOTH != 0 || folderStatus.st_mode & S_IXGRP != 0 && folderStatus.st_gid == status.st_gid
    guard mayPass, !canSee || status.st_mode & S_IWGRP != 0, status.st_gid != 0 else { return nil }
    if let owner = getpwuid(status.st_uid), owner.pointee.pw_gid == status.st_gid { return nil }
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getgrgid_r(status.st_gid, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return String(cString: entry.gr_name)
  }
}
