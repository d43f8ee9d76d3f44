// SPDX-License-Identifier: Apache-2.0

/// What the text of a path to a file says.
package enum PathName {
  /// The folder that a file lies in, as it is written: what `..` leads to behind a link, the system alone says.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
