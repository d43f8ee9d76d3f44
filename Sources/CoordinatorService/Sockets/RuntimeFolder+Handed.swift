// SPDX-License-Identifier: Apache-2.0

import Glibc
import ZeroMQ

extension RuntimeFolder {
  /// Goes on with a socket that listens at the file `name` already: it gets the group and the queue of one that is made
  /// here, and its file stays when this coordinator ends. Nil where nobody could reach it: the file is gone, or is that of another
  /// socket, which a coordinator left behind that had lost the file before.
  func adopt(_ descriptor: Int32, _ name: String, group: String, backlog: Int32) throws(ServiceError) -> Int32? {
    let endpoint = try endpoint(name)
    let file = endpoint.address
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    if case .nobodyListens = endpoint.probe() { return nil }
    guard status.st_uid == geteuid() || geteuid() == 0 else {
      throw ServiceError(
        .configuration,
        "\(file) was handed over and belongs to another user, so who may connect cannot be set; give it to this one by "
          + "SocketUser= of the socket unit")
    }
    try restrict(file, to: group)
    // The queue is ours from now on, and whoever connects is told this process.
    guard Glibc.listen(descriptor, backlog) == 0 else { throw Self.failure("listen at", file) }
    try keep(file, isOurs: false)
    return descriptor
  }
}
