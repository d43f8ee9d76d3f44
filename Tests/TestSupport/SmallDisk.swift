// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A disk of one MiB in memory, for tests of a full one. It goes with the value.
package final class SmallDisk {
  /// The folder that it is, or lies in.
  package let folder: TemporaryFolder
  private let path: String

  /// Whether this process can make one: root can, unless a container keeps it from mounting.
  package static let canBeMade: Bool = {
    guard geteuid() == 0 else { return false }
    return (try? SmallDisk()) != nil
  }()

  /// Mounts one over a folder of its own.
  package convenience init() throws {
    let folder = try TemporaryFolder()
    try self.init(over: folder.path, in: folder)
  }

  /// Mounts one over a new folder of this name in another.
  package convenience init(_ name: String, in folder: TemporaryFolder) throws {
    guard mkdir(folder.file(name), 0o700) == 0 else { throw Self.failure }
    try self.init(over: folder.file(name), in: folder)
  }

  private init(over path: String, in folder: TemporaryFolder) throws {
    guard mount("waykeeper-test", path, "tmpfs", 0, "size=1m,mode=0700") == 0 else { throw Self.failure }
    self.path = path
    self.folder = folder
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  private var ballast: String { "\(path)/ballast" }

  /// Fills it to its end.
  package func fill() throws {
    let descriptor = open(ballast, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let page = [UInt8](repeating: 1, count: 4096)
    while write(descriptor, page, page.count) == page.count {}
    guard errno == ENOSPC else { throw Self.failure }
  }

  /// Takes away what ``fill()`` has filled it with.
  package func makeRoom() throws { try FileManager.default.removeItem(atPath: ballast) }

  /// Why the last call of the system has failed.
  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
