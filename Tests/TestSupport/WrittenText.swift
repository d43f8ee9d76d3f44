// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// The text that `write` appends.
package func writtenText(_ write: (inout ByteWriter) -> Void) -> String {
  ByteWriter.lend { bytes in
    write(&bytes)
    return String(decoding: bytes.written(), as: UTF8.self)
  }
}
