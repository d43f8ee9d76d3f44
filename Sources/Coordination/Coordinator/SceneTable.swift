// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The scenes by slot. The subscript changes a scene in place and keeps up to date what is told of it here.
struct SceneTable: Sendable {
  /// By slot; in a free slot lies a scene that has nothing.
  private var scenes: [Scene] = []
  /// By slot, in µs; `Int64.max` for none.
  private var deadlines: [Int64] = []
  /// By slot, whether something is left over for another turn.
  private var isLeftOver: [Bool] = []
  private var slots: [SceneName: SceneSlot] = [:]
  private var free: [SceneSlot] = []
  /// What each new scene begins with, unless told otherwise.
  let firstRevision: Revision
  /// All slots, by name of their scene.
  private(set) var inOrder: [SceneSlot] = []

  init(firstRevision: Revision = 0) { self.firstRevision = firstRevision }

  /// The first deadline of all.
  var nextDeadline: Instant? {
    guard let first = deadlines.min(), first != .max else { return nil }
    return Instant(microseconds: first)
  }

  /// Whether in any scene something is left over for another turn.
  var hasLeftOver: Bool { isLeftOver.contains(true) }

  /// Whether something of the scene is due.
  func isDue(_ slot: SceneSlot, at now: Instant) -> Bool { deadlines[slot.index] <= now.microseconds }

  /// The slot of the scene with this name.
  func slot(_ name: SceneName) -> SceneSlot? { slots[name] }

  /// The names of all scenes, sorted.
  var names: [SceneName] { inOrder.map { scenes[$0.index].name } }

  subscript(slot: SceneSlot) -> Scene {
    get { scenes[slot.index] }
    _modify {
      yield &scenes[slot.index]
      (deadlines[slot.index], isLeftOver[slot.index]) = Self.look(at: &scenes[slot.index])
    }
  }

  /// Through a reference: a scene that is only read would be copied as a whole first.
  private static func look(at scene: inout Scene) -> (deadline: Int64, isLeftOver: Bool) {
    (scene.nextDeadline()?.microseconds ?? .max, scene.heldSince != nil)
  }

  /// What a user holds of the scenes that users may begin.
  func share(of user: User, capacity: Int) -> Share {
    var (held, others) = (0, 0)
    for slot in inOrder {
      guard let beganBy = scenes[slot.index].beganBy else { continue }
      if beganBy == user { held += 1 } else { others += 1 }
    }
    return Share(held: held, others: others, capacity: capacity)
  }

  /// Adds a scene that is not there, whose new elements get ids from `firstID` on.
  ///
  /// - Parameter firstRevision: The revision that its first commit follows; nil: that of all scenes that begin.
  mutating func add(
    _ name: SceneName, firstID: UInt64, firstRevision: Revision? = nil, isTentative: Bool = false,
    beganBy user: User? = nil
  ) -> SceneSlot {
    let slot = free.popLast() ?? SceneSlot(index: scenes.count)
    let scene = Scene(
      name, slot, firstID: firstID, firstRevision: firstRevision ?? self.firstRevision, isTentative: isTentative,
      beganBy: user)
    if slot.index == scenes.count {
      scenes.append(scene)
      deadlines.append(.max)
      isLeftOver.append(false)
    } else {
      scenes[slot.index] = scene
    }
    slots[name] = slot
    inOrder.insert(slot, at: inOrder.firstIndex { scenes[$0.index].name > name } ?? inOrder.count)
    return slot
  }

  /// Removes a scene, of which nothing waits.
  mutating func remove(_ slot: SceneSlot) {
    slots[scenes[slot.index].name] = nil
    inOrder.removeAll { $0 == slot }
    scenes[slot.index] = Scene(scenes[slot.index].name, slot)
    deadlines[slot.index] = .max
    isLeftOver[slot.index] = false
    free.append(slot)
  }
}
