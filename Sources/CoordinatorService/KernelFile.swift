// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the kernel tells in files of `/proc`.
enum KernelFile {
  /// The first line of a file without its end, up to 127 bytes of it; nil where there is none to be read.
  static func firstLine(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
