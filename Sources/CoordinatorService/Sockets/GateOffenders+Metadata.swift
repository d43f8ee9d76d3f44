// SPDX-License-Identifier: Apache-2.0

import Logging
import SocketGate

extension GateOffenders {
  /// What the log says of each of them that is told apart, and of all others together.
  var metadata: [Logger.Metadata] {
    var all: [Logger.Metadata] = toldApart.map { offender, count in
      var metadata = offender.metadata
      metadata["connections.ended"] = "\(count)"
      return metadata
    }
    if others > 0 { all.append(["connections.ended": "\(others)", "uid": "others"]) }
    return all
  }
}

extension GateOffender {
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["reason": "\(reason)"]
    switch user {
    case .uid(let uid): metadata["uid"] = "\(uid)"
    case .tcp: metadata["uid"] = "tcp"
    }
    if pid != 0 { metadata["pid"] = "\(pid)" }
    return metadata
  }
}
