// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The service manager, as sd_notify(3) reaches it: a datagram to the socket that `$NOTIFY_SOCKET` names.
package struct Supervisor: Sendable {
  /// What it tells a process by; a process that it did not start does not inherit them.
  package static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

  private let address: [UInt8]
  /// How often it is to hear `WATCHDOG=1`, in ms; nil where it has no watchdog for this process.
  package private(set) var beatMs: Int64?

  /// Who started this process and wants to hear of it, if anybody.
  package static var ofThisProcess: Supervisor? {
    guard let socket = variable("NOTIFY_SOCKET"), var supervisor = Supervisor(socket: socket) else { return nil }
    supervisor.beatMs = beatMs(
      watchdogMicroseconds: variable("WATCHDOG_USEC"), watchdogPID: variable("WATCHDOG_PID"), pid: getpid())
    return supervisor
  }

  /// Half of the time after which the watchdog counts this process as hung (sd_watchdog_enabled(3)), in ms.
  package static func beatMs(watchdogMicroseconds: String?, watchdogPID: String?, pid: Int32) -> Int64? {
    guard let microseconds = watchdogMicroseconds.flatMap({ Int64($0) }), microseconds > 0,
      watchdogPID == nil || watchdogPID == String(pid)
    else { return nil }
    return max(microseconds / 2000, 1)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The time of CLOCK_MONOTONIC in µs, by which a manager knows what was said after what.
  package static var monotonicMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// The manager behind this socket: a path, or with `@` in front a name of the abstract kind.
  package init?(socket: String) {
    var bytes = Array(socket.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
      bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    else { return nil }
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    address = bytes
  }

  /// A sign of life. Another one follows.
  private static let beat = "WATCHDOG=1"
  /// How often something else is said to a manager that has much to read, and how long each time waits for it, in ms.
  private static let triesMax = 4
  private static let tryMs: Int32 = 50

  /// Says something such as `READY=1`; a manager that does not listen is no reason to stop, nor to wait for more than a moment.
  package func say(_ state: String) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
    let length = socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + address.count } ?? 0)
    // Connected, so that the wait for room is one for room at the manager.
    let isConnected = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
    }
    guard isConnected else { return }
    let bytes = Array(state.utf8)
    var tries = state == Self.beat ? 1 : Self.triesMax
    while send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) < 0, errno == EAGAIN, tries > 1 {
      tries -= 1
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&room, 1, Self.tryMs)
    }
  }
}
