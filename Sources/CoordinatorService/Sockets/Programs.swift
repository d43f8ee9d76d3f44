// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the programs behind connections are called.
enum Programs {
  /// The name of the program that runs as `pid`; empty where there is none, or where it runs in another namespace.
  static func name(of pid: Int32) -> String {
    guard pid > 0, let file = fopen("/proc/\(pid)/comm", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
