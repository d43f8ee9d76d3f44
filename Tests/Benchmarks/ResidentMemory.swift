// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much memory this process takes.
enum ResidentMemory {
  /// As much as it takes now, in bytes; what is free has been given back.
  static var bytes: Double {
    giveBack()
    return kibibytes("VmRSS") * 1024
  }

  /// A line of proc(5).
  static func kibibytes(_ name: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.flatMap { Double($0.filter(\.isNumber)) } ?? 0
  }

  /// Gives the system what is free. The C library's header for it is in no module.
  static func giveBack() {
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
  }
}
