// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc
import Synchronization

/// A libzmq context: its I/O thread and its `inproc://` names. The only thing of libzmq that threads may share.
///
/// Each socket holds its context, so that a context ends only after its last socket, or by ``end()``: `zmq_ctx_term` then waits
/// at most as long as the longest linger, which no preset sets above 200 ms.
package final class Context: Sendable {
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  private let ending = Atomic<Ending>(.none)
  /// Whether a socket was made in it, so that libzmq's threads run for certain. Behind a first one that failed they may run or not,
  /// so the next one looks for their descriptors once more.
  private let hasThreads = Atomic(false)

  /// Held by whoever begins libzmq's threads: who looks for descriptors finds those that another one is about to take.
  private static let beginning = Mutex(())
  /// The descriptors of libzmq's two threads, and of the socket that begins them.
  private static let descriptorsOfBeginning = 5

  private enum Ending: UInt8, AtomicRepresentable {
    case none, underWay, done
  }

  /// Whether all that its sockets sent is out.
  var hasEnded: Bool { ending.load(ordering: .acquiring) == .done }

  /// A context with one I/O thread, which is enough below 1 GB/s and safest for monitors.
  package init(socketsMax: Int32 = 1023) throws(ZeroMQError) {
    guard let handle = zmq_ctx_new() else { throw .last("zmq_ctx_new") }
    self.handle = handle
    // New sockets linger 0 ms unless told otherwise; libzmq's default is for ever.
    zmq_ctx_set(handle, ZMQ_BLOCKY, 0)
    // Else each message of more than 33 octets keeps the buffer that it came in, 18 KiB, until it is received: a peer with
    // small messages makes us keep a hundred times of what it sends. We copy all that we keep anyway.
    zmq_ctx_set(handle, Self.zeroCopyReceive, 0)
    Self.letThreadWait(handle)
    guard zmq_ctx_set(handle, ZMQ_MAX_SOCKETS, socketsMax) == 0 else {
      let error = ZeroMQError.last("zmq_ctx_set", subject: "MAX_SOCKETS \(socketsMax)")
      zmq_ctx_term(handle)
      throw error
    }
  }

  /// Has libzmq's thread take no processor from a thread that runs on it. The owner of the sockets wakes it by the first message
  /// of several; where no other processor is free, it would begin with that one, and the owner would wait in the midst of
  /// its turn. On a free processor it begins at once all the same. Who chose another way of scheduling keeps it.
  private static func letThreadWait(_ handle: UnsafeMutableRawPointer) {
    guard sched_getscheduler(0) == SCHED_OTHER else { return }
    zmq_ctx_set(handle, ZMQ_THREAD_SCHED_POLICY, schedBatch)
  }

  /// `SCHED_BATCH`, which Glibc names to programs with its extensions alone.
  private static let schedBatch: Int32 = 3

  /// `ZMQ_ZERO_COPY_RECV`, which the header names to drafts alone.
  private static let zeroCopyReceive: Int32 = 10

  deinit { end() }

  /// Makes a socket. The first one begins libzmq's threads, which would abort the process where there are no descriptors for them.
  func makeSocket(_ kind: Socket.Kind) throws(ZeroMQError) -> UnsafeMutableRawPointer {
    var made: UnsafeMutableRawPointer?
    if hasThreads.load(ordering: .acquiring) {
      made = zmq_socket(handle, kind.number)
    } else {
      try Self.beginning.withLock { (_) throws(ZeroMQError) in
        try FreeDescriptors.require(Self.descriptorsOfBeginning)
        made = zmq_socket(handle, kind.number)
        if made != nil { hasThreads.store(true, ordering: .releasing) }
      }
    }
    guard let socket = made else { throw .last("zmq_socket", subject: kind.rawValue) }
    return socket
  }

  /// Waits until the last messages of its sockets, which are all closed, are out or have lingered long enough. Nothing can be
  /// opened in it any more.
  ///
  /// To let go of it does the same, but on the thread that lets go last: a program that ends on another one meanwhile would take
  /// those messages with it.
  package func end() {
    let (isFirst, _) = ending.compareExchange(
      expected: .none, desired: .underWay, ordering: .acquiringAndReleasing)
    guard isFirst else { return }
    while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
    ending.store(.done, ordering: .releasing)
  }
}
