// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where the clients of a load have left their scenes, from one stretch to the next: the scenes keep their routes meanwhile.
final class LoadDirections: Sendable {
  private let all = Mutex<[Int: [Bool]]>([:])

  /// Of a client: whether its next command takes back what the last one did, in each of its scenes; nil before its first stretch.
  subscript(client: Int) -> [Bool]? {
    get { all.withLock { $0[client] } }
    set { all.withLock { $0[client] = newValue } }
  }
}
