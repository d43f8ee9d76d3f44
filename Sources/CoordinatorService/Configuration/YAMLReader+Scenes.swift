// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Coordination
import RouteModel
import Yams

/// `scenes:` of a configuration.
extension YAMLReader {
  private enum SceneKey: String, CaseIterable {
    case start, restore
    case backAtRoot = "back-at-root"
    case idle, lock
  }

  private enum IdleKey: String, CaseIterable { case after, replace, unless }
  private enum LockKey: String, CaseIterable { case allow, out }

  /// Puts the scenes of a file on top of those of the files before it.
  mutating func scenes(_ node: Node, _ scenes: inout [SceneName: Settings.Scene]) {
    for (key, value) in entries(node, "scene") {
      guard let name: SceneName = name(key, of: "a scene") else { continue }
      var scene = scenes[name] ?? Settings.Scene()
      for field in sceneFields(value) {
        switch field.key {
        case .start: set(&scene.start, ownPath(field.node))
        case .restore: set(&scene.restore, restore(field.node))
        case .backAtRoot: backAtRoot(field.node, &scene.backAtRoot)
        case .idle: idle(field.node, &scene.idle)
        case .lock: lock(field.node, &scene.lock)
        }
      }
      scenes[name] = scene
      if scenes.count == Limits.scenesMax + 1 { problem(key, "more than \(Limits.scenesMax) scenes") }
    }
  }

  private mutating func sceneFields(_ node: Node) -> [Field<SceneKey>] { fields(node, "scene key") }

  private mutating func restore(_ node: Node) -> Settings.Restore? {
    switch text(node, "always, never or \(TimeText.form)") {
    case nil: return nil
    case "always": return .always
    case "never": return .never
    case .some(let text):
      if let ms = TimeText.milliseconds(text) { return .within(ms: ms) }
      let hint = Spelling.aside(text, among: ["always", "never"])
      problem(node, "'\(text)' is not always, never or \(TimeText.form)\(hint)")
      return nil
    }
  }

  /// A path of a scene's own, with at least one screen: to an empty one a scene neither begins nor goes back.
  private mutating func ownPath(_ node: Node) -> [PathItem]? {
    guard let path = path(node) else { return nil }
    guard !path.isEmpty else {
      problem(node, "an empty path leads nowhere; name a screen, such as home, or leave the key out")
      return nil
    }
    return path
  }

  private mutating func backAtRoot(_ node: Node, _ path: inout [PathItem]?) {
    if case .scalar(let scalar) = node, scalar.string == "stay" {
      path = nil
    } else if let given = ownPath(node) {
      path = given
    }
  }

  private mutating func idle(_ node: Node, _ idle: inout Settings.Idle?) {
    var rule = idle ?? Settings.Idle()
    for field in idleFields(node) {
      switch field.key {
      case .after: set(&rule.afterMs, milliseconds(field.node, in: Limits.idleMsMin...TimeText.longestMs))
      case .replace: set(&rule.replace, ownPath(field.node))
      case .unless: rule.unless.formUnion(screenNames(field.node))
      }
    }
    idle = rule
  }

  private mutating func idleFields(_ node: Node) -> [Field<IdleKey>] { fields(node, "idle key") }

  private mutating func lock(_ node: Node, _ lock: inout Settings.Lock?) {
    var rule = lock ?? Settings.Lock()
    for field in fields(node, "lock key", LockKey.self) {
      switch field.key {
      case .allow: rule.allow.formUnion(screenNames(field.node))
      case .out: set(&rule.out, name(field.node, of: "a screen"))
      }
    }
    lock = rule
  }

  private mutating func screenNames(_ node: Node) -> [ScreenName] {
    items(node).compactMap { name($0, of: "a screen") }
  }
}

/// What can be said of the rules of a scene only when all files are read, for one file may complete another.
extension YAMLReader {
  /// Adds what is wrong with the rules of the scenes that this document names. Of a document without other problems.
  mutating func checkScenes(_ document: Node, in settings: Settings) {
    guard let node = document["scenes"] else { return }
    for (key, value) in entries(node, "scene") {
      guard let name = key.string.flatMap({ SceneName($0) }), let scene = settings.scenes[name] else { continue }
      for field in sceneFields(value) {
        switch field.key {
        case .start: check(field.node, scene.start, against: scene.lock)
        case .backAtRoot: check(field.node, scene.backAtRoot ?? [], against: scene.lock)
        case .idle: checkIdle(field.node, scene)
        case .lock: checkLock(field.node, scene)
        case .restore: break
        }
      }
    }
  }

  private mutating func check(_ node: Node, _ path: [PathItem], against lock: Settings.Lock?) {
    guard let screen = lock?.keepsOut(of: path) else { return }
    problem(node, "the scene's lock keeps '\(screen)' out; add it to its 'allow', or name another path")
  }

  private mutating func checkIdle(_ node: Node, _ scene: Settings.Scene) {
    guard let idle = scene.idle else { return }
    if idle.afterMs == 0 { problem(node, "'idle' needs 'after', the time in which nobody does anything") }
    if idle.replace.isEmpty { problem(node, "'idle' needs 'replace', the path that comes then") }
    for field in idleFields(node) where field.key == .replace { check(field.node, idle.replace, against: scene.lock) }
  }

  private mutating func checkLock(_ node: Node, _ scene: Settings.Scene) {
    guard let lock = scene.lock else { return }
    if lock.out == nil { problem(node, "'lock' needs 'out', the screen above which every other one may stand") }
    if scene.start.isEmpty { problem(node, "a scene with a 'lock' needs 'start', a path that the lock allows") }
  }
}
