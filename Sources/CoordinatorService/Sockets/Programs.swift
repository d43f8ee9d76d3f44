// SPDX-License-Identifier: Apache-2.0

/// What the programs behind connections are called.
enum Programs {
  /// The name of the program that runs as `pid`; empty where there is none, or where it runs in another namespace.
  static func name(of pid: Int32) -> String {
    guard pid > 0 else { return "" }
    return KernelFile.firstLine(of: "/proc/\(pid)/comm") ?? ""
  }
}
