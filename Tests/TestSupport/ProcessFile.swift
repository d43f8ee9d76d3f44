// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The text of a file of proc(5), all of it. It tells no size, and Foundation's own readers stop after a page of such a file.
package func processFile(_ path: String) throws -> String {
  let file = try FileHandle(forReadingFrom: URL(filePath: path))
  defer { try? file.close() }
  return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
}
