// SPDX-License-Identifier: Apache-2.0

import ZeroMQ

extension Socket {
  /// The socket of a client or worker of a load. What is sent before the connection is there waits for it.
  static func dealer(queue: Int32, to endpoint: Endpoint, in context: Context) throws -> Socket {
    // A goodbye leaves before the socket closes.
    let options = SocketOptions(
      sendQueueMax: queue, lingerMs: 200, frameBytesMax: SocketOptions.clientDealer.frameBytesMax)
    let socket = try Socket(.dealer, in: context, options: options)
    try socket.connect(endpoint)
    return socket
  }
}
