// SPDX-License-Identifier: Apache-2.0

/// Every option of a socket that we set, none left at libzmq's default by accident. The presets are the socket table of
/// the specification, section "Sockets"; the reason stands next to each value. Times are in ms, sizes in bytes.
package struct SocketOptions: Hashable, Sendable {
  /// ZMTP heartbeats: they see a frozen peer and a pulled cable, never a hung program.
  package struct Heartbeat: Hashable, Sendable {
    /// Time between pings; 0 sends none.
    package var intervalMs: Int32
    /// Silence after a ping that ends the connection. Not below 3 s: a peer that is merely behind must survive.
    package var timeoutMs: Int32
    /// Silence after which the other side shall end the connection.
    package var lifeMs: Int32

    /// No heartbeats: on one machine a process descriptor and the monitor tell of a death within milliseconds.
    package static let none = Heartbeat(intervalMs: 0, timeoutMs: 0, lifeMs: 0)
    /// Between machines nothing else tells of a pulled cable.
    package static let betweenMachines = Heartbeat(intervalMs: 1000, timeoutMs: 3000, lifeMs: 3000)
    /// An observer sends nothing, so that only a heartbeat tells it of a stopped coordinator.
    package static let ofObserver = Heartbeat(intervalMs: 2000, timeoutMs: 6000, lifeMs: 6000)
  }

  /// How soon a lost connection is tried again.
  package struct Reconnect: Hashable, Sendable {
    /// The first wait, in ms.
    package var firstMs: Int32
    /// The longest wait, in ms; on one machine below the grace that a coordinator gives its workers after a start (2 s).
    package var maxMs: Int32
  }

  /// Messages that wait for one peer before ``Delivery/full``. Never 0, which means without limit.
  package var sendQueueMax: Int32
  /// Messages of one peer that wait for us before libzmq stops to read from it; 0, the value of every preset, is without
  /// limit. Where libzmq 4.3 has stopped to read and the peer leaves, the next ping of either side ends our process
  /// (`Assertion failed: !_io_error`, libzmq issue 4364). So the reader bounds what waits: the coordinator by its gates, in
  /// bytes; a client, worker or observer takes each message at once and keeps what it has a use for.
  package var receiveQueueMax: Int32 = 0
  /// How long a closed socket goes on sending. 0: what is not sent is repeated by the protocol.
  package var lingerMs: Int32 = 0
  /// Whether nothing is queued for a peer that is not there. A minute-old command must not run when the daemon comes up.
  package var sendsOnlyWhenConnected = false
  /// The first wait before a new connection; it doubles up to the maximum, with jitter.
  package var reconnect = Reconnect(firstMs: 20, maxMs: 1000)
  /// The same on tcp.
  package var tcpReconnect = Reconnect(firstMs: 100, maxMs: 5000)
  /// How long a tcp connect may take; the system's own limit is minutes.
  package var connectTimeoutMs: Int32 = 3000
  /// Heartbeats on tcp.
  package var tcpHeartbeat = Heartbeat.betweenMachines
  /// Heartbeats on ipc.
  package var ipcHeartbeat = Heartbeat.none
  /// How long a lost connection may stay lost before a ``Reactor`` opens the socket anew: libzmq never tries again where
  /// the other side broke the protocol, by a frame that is too large for one.
  package var renewalMs: Int64 = 3000
  /// How long a handshake may take. libzmq's 30 s would let half-open connections pile up.
  package var handshakeMs: Int32 = 2000
  /// The largest frame that is taken; a larger one ends the connection.
  package var frameBytesMax: Int64
  /// Connections that wait in the kernel while the daemon restarts.
  package var backlog: Int32 = 512

  /// ROUTERs: 512 KiB a frame is above everything that may be sent (a route has at most 256 KiB); what is a little longer is
  /// let in so that it can be answered.
  static let routerFrameBytesMax: Int64 = 576 * 1024
  /// Receivers of routes: a message with two of them still fits.
  static let peerFrameBytesMax: Int64 = 1024 * 1024

  /// Messages to one client or worker that libzmq has not sent. It tells only now and then that some were, so a peer that reads
  /// everything needs room for all that a few turns have for it: a worker on a path of 256 elements hears of each of them in
  /// one. Bytes are bounded by the coordinator itself.
  static let routerSendQueueMax: Int32 = 4096

  /// The coordinator's socket for clients.
  package static let controlRouter = SocketOptions(
    sendQueueMax: routerSendQueueMax, frameBytesMax: routerFrameBytesMax)

  /// The coordinator's socket for workers. A worker that leaves so much unread is hung.
  package static let screensRouter = SocketOptions(
    sendQueueMax: routerSendQueueMax, frameBytesMax: routerFrameBytesMax)

  /// The coordinator's socket for observers. A slow one loses updates after 2048 and finds the gap; a new one is owed 512
  /// states, where it takes both encodings of 256 scenes. Lingers so that the last update before a stop gets out. A topic has
  /// at most 78 octets, and a subscription little more.
  package static let updates = SocketOptions(sendQueueMax: 2048, lingerMs: 200, frameBytesMax: 128)

  /// A client. What it has no room for waits in order, and goes with the connection.
  package static let clientDealer = SocketOptions(
    sendQueueMax: 64, sendsOnlyWhenConnected: true, frameBytesMax: peerFrameBytesMax)

  /// A worker. Its asks come one after another from each scene.
  package static let workerDealer = SocketOptions(
    sendQueueMax: 256, sendsOnlyWhenConnected: true, frameBytesMax: peerFrameBytesMax)

  /// An observer sends subscriptions alone.
  package static let observerSub = SocketOptions(
    sendQueueMax: 64, ipcHeartbeat: .ofObserver, frameBytesMax: peerFrameBytesMax)

  /// Options with the given queues and frame size, the rest as documented.
  package init(
    sendQueueMax: Int32, receiveQueueMax: Int32 = 0, lingerMs: Int32 = 0, sendsOnlyWhenConnected: Bool = false,
    ipcHeartbeat: Heartbeat = .none, frameBytesMax: Int64
  ) {
    self.sendQueueMax = sendQueueMax
    self.receiveQueueMax = receiveQueueMax
    self.lingerMs = lingerMs
    self.sendsOnlyWhenConnected = sendsOnlyWhenConnected
    self.ipcHeartbeat = ipcHeartbeat
    self.frameBytesMax = frameBytesMax
  }
}
