// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import LoadGenerator
import Waykeeper

/// The scenes that a load may begin on a coordinator that is somebody's: they stay there, and count for the user who began them.
struct BenchRoom {
  let status: CoordinatorStatus
  /// Who begins them.
  var user = geteuid()

  /// Scenes that one user may begin where nobody else has begun any.
  static let scenesOfUser = share(of: Limits.scenesMax)

  private static func share(of scenes: Int) -> Int {
    (Limits.shareParts * scenes + Limits.shareParts) / (Limits.shareParts + 1)
  }

  /// Scenes that the user may begin besides those that are there.
  var left: Int {
    let own = status.users.first { $0.uid == user }?.scenes ?? 0
    let others = status.users.reduce(0) { $0 + $1.scenes } - own
    return max(0, Self.share(of: max(0, status.capacities.scenes - others)) - own)
  }

  /// Why a load must not begin so many scenes; nil where it may. Those that an earlier one has left take nothing more.
  func problem(_ plan: LoadPlan) -> String? {
    // A coordinator that does not say how many there may be says so when there are too many.
    guard status.capacities.scenes > 0 else { return nil }
    let known = Set(status.scenes.map(\.scene))
    let left = left
    func fits(_ scenes: Int) -> Bool {
      2 * (0..<scenes).filter { !known.contains(LoadPlan.scene($0)) }.count <= left
    }
    guard !fits(plan.scenes) else { return nil }
    let most = (1..<plan.scenes).last(where: fits)
    let advice = most.map { "--scenes \($0) is the most here" } ?? "here that is none"
    return "the scenes of a load stay, so it begins at most half of those that you may still begin (\(left)): \(advice)"
  }
}
