// SPDX-License-Identifier: Apache-2.0

import Glibc
import ZeroMQ

/// What the programs behind connections are called, looked up once for each connection.
struct Programs {
  /// Connections that are remembered; then it begins anew, for clients come and go.
  private static let rememberedMax = 4096

  private var names: [[UInt8]: (pid: Int32, name: String)] = [:]

  /// The name of the program that runs as `pid`, for the connection with this routing id.
  mutating func name(of pid: Int32, routingID: [UInt8]) -> String {
    if let known = names[routingID], known.pid == pid { return known.name }
    if names.count >= Self.rememberedMax { names.removeAll(keepingCapacity: true) }
    let name = Self.name(of: pid)
    names[routingID] = (pid, name)
    return name
  }

  /// The name of the program that runs as `pid`; empty where there is none, or where it runs in another namespace.
  static func name(of pid: Int32) -> String {
    guard pid > 0, let file = fopen("/proc/\(pid)/comm", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
