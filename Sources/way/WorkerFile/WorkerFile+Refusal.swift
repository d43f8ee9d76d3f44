// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Waykeeper

extension WorkerFile {
  /// Why every coordinator would refuse the worker, whoever else is registered, by the coordinator's own rules; nil where one may
  /// take it.
  var refusal: String? {
    var routables: [ScreenName: Routable] = [:]
    for entry in screens { routables[entry.name] = Routable(branches: entry.branches) }
    let registration = Registration(
      worker: worker, incarnation: Incarnation(randomBits: 0, 0), routables: routables, tree: declaration.tree,
      parts: declaration.parts)
    return registration.refusalAlone?.message
  }
}
