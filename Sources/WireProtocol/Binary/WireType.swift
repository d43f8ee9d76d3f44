// SPDX-License-Identifier: Apache-2.0

/// How a field of Protocol Buffers begins: what its value is, so that it can be skipped unknown.
enum WireType: UInt64 {
  case varint = 0
  case fixed64 = 1
  case bytes = 2
  case groupBegin = 3
  case groupEnd = 4
  case fixed32 = 5
}
