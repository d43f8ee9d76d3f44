// SPDX-License-Identifier: Apache-2.0

import CZeroMQ
import Glibc

/// A libzmq socket: one owner at a time, closed when it goes out of scope, its monitor before it.
///
/// Sockets are not thread-safe. This type is neither copyable nor `Sendable`, so the compiler keeps a socket on one thread;
/// it may be handed over whole. No call blocks: a full queue and a vanished peer are results, and ``Poller`` waits.
package struct Socket: ~Copyable {
  /// The socket types of the protocol, and those that play the other side in tests.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case router, dealer, request, xpub, xsub, sub, pair
  }

  let handle: UnsafeMutableRawPointer
  var monitor: UnsafeMutableRawPointer?
  /// The socket type.
  package let kind: Kind
  /// The options that it was made with.
  package let options: SocketOptions
  let context: Context

  /// A socket of `kind` in `context` with every one of `options` set.
  package init(_ kind: Kind, in context: Context, options: SocketOptions) throws(ZeroMQError) {
    let handle = try context.makeSocket(kind)
    do {
      try OptionSetter(handle: handle).apply(options, to: kind)
    } catch {
      zmq_close(handle)
      throw error
    }
    self.handle = handle
    self.kind = kind
    self.options = options
    self.context = context
  }

  deinit {
    closeMonitor()
    zmq_close(handle)
  }

  /// Binds to `endpoint`.
  ///
  /// libzmq removes any file at the path of an ipc endpoint, also a plain one: look first.
  package borrowing func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
    try setter.apply(options, for: endpoint.transport)
    guard zmq_bind(handle, endpoint.description) == 0 else { throw .last("zmq_bind", subject: endpoint.description) }
  }

  /// Binds to `endpoint` by a descriptor that listens there already (systemd's socket activation).
  ///
  /// libzmq gets a duplicate of the descriptor, because it closes it with the socket. The option is taken back at once,
  /// because libzmq would use the descriptor again for each later bind. `onDuplicate` is told the duplicate, before libzmq
  /// accepts anything there.
  package borrowing func bind(
    _ endpoint: Endpoint, listeningOn descriptor: Int32, onDuplicate: (Int32) -> Void = { _ in }
  ) throws(ZeroMQError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw ZeroMQError(call: "fcntl", code: errno, subject: "descriptor \(descriptor)") }
    // Otherwise a connection that is aborted between poll and accept would park the I/O thread.
    let flags = fcntl(copy, F_GETFL)
    guard flags >= 0, fcntl(copy, F_SETFL, flags | O_NONBLOCK) == 0 else {
      let code = errno
      close(copy)
      throw ZeroMQError(call: "fcntl", code: code, subject: "descriptor \(descriptor)")
    }
    do {
      try setter.apply(options, for: endpoint.transport)
      try setter.set(ZMQ_USE_FD, copy, "USE_FD")
      onDuplicate(copy)
    } catch {
      close(copy)
      throw error
    }
    let result = zmq_bind(handle, endpoint.description)
    let failure = result == 0 ? nil : ZeroMQError.last("zmq_bind", subject: "\(endpoint), descriptor \(descriptor)")
    try setter.set(ZMQ_USE_FD, Int32(-1), "USE_FD")
    if let failure {
      close(copy)
      throw failure
    }
  }

  /// Connects to `endpoint`. It succeeds even if no process listens there; ``Endpoint/probe()`` tells.
  package borrowing func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
    try setter.apply(options, for: endpoint.transport)
    guard zmq_connect(handle, endpoint.description) == 0 else {
      throw .last("zmq_connect", subject: endpoint.description)
    }
  }

  /// The endpoint of the last bind, with the port that the system chose.
  package borrowing func lastEndpoint() throws(ZeroMQError) -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    var size = bytes.count
    guard zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &bytes, &size) == 0 else {
      throw .last("zmq_getsockopt", subject: "LAST_ENDPOINT")
    }
    return String(decoding: bytes.prefix(max(size - 1, 0)), as: UTF8.self)
  }
}

extension Socket.Kind {
  var number: Int32 {
    switch self {
    case .router: ZMQ_ROUTER
    case .dealer: ZMQ_DEALER
    case .request: ZMQ_REQ
    case .xpub: ZMQ_XPUB
    case .xsub: ZMQ_XSUB
    case .sub: ZMQ_SUB
    case .pair: ZMQ_PAIR
    }
  }
}
