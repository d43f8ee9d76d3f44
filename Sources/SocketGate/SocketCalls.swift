// SPDX-License-Identifier: Apache-2.0

import CSocketCalls
import Glibc
import Synchronization

/// Which gatekeeper watches which descriptor of the process. The calls of libzmq's threads arrive here.
enum SocketCalls {
  /// Until the descriptor is closed.
  private static let owners = Mutex(DescriptorTable<Gatekeeper>())

  /// Tells the calls of the process from now on; done once.
  private static let isWatching: Bool = {
    var calls = waykeeper_calls(
      accepts: { listener, flags in
        guard let keeper = SocketCalls.keeper(of: listener) else { return waykeeper_calls_accept(listener, flags) }
        return keeper.accept(listener, flags)
      },
      received: { descriptor, octets, count in
        SocketCalls.keeper(of: descriptor)?.received(UnsafeRawBufferPointer(start: octets, count: count), descriptor)
          ?? true
      },
      sent: { descriptor, wanted, count in SocketCalls.keeper(of: descriptor)?.sent(count, of: wanted, descriptor) },
      closes: { descriptor in
        SocketCalls.keeper(of: descriptor)?.closed(descriptor)
        SocketCalls.ignore(descriptor)
      })
    waykeeper_calls_watch(&calls)
    return waykeeper_calls_arrive()
  }()

  /// Whether the calls of libzmq arrive; where they do not, nothing is limited.
  static var arrive: Bool { isWatching }

  /// Sends the calls on a descriptor to a keeper; false for a number that is too large.
  static func watch(_ descriptor: Int32, as mark: Int32, by keeper: Gatekeeper) -> Bool {
    guard isWatching else { return false }
    owners.withLock { $0[descriptor] = keeper }
    return waykeeper_calls_mark(descriptor, mark)
  }

  /// Sends no more calls on a descriptor to anybody.
  static func ignore(_ descriptor: Int32) {
    _ = waykeeper_calls_mark(descriptor, Int32(waykeeper_calls_unseen))
    owners.withLock { $0[descriptor] = nil }
  }

  private static func keeper(of descriptor: Int32) -> Gatekeeper? { owners.withLock { $0[descriptor] } }
}
