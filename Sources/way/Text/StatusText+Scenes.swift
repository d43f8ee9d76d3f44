// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// What shows: of each scene its path, and the elements with their hosts.
extension StatusText {
  var scenes: [Printed] {
    guard !states.isEmpty else {
      return palette.lines("nothing shows yet; `way start NAME` or `way replace PATH` begins a scene")
    }
    let trees = states.map(elements)
    let name = states.map(\.scene.rawValue.count).max() ?? 0
    // Beneath the paths, where there is room for that.
    let indent = name + 14
    let isRoomy = trees.allSatisfy { palette.width.fits(indent + $0.naturalWidth) }
    return zip(zip(states, heads), trees).flatMap { state, tree in
      var tree = tree
      tree.indent = String(repeating: " ", count: isRoomy ? indent : 2)
      return state.1 + tree.lines(palette) + rules(of: state.0.scene)
    }
  }

  /// What runs and what waits in a scene, what becomes of it when nobody does anything, and what may stand in it.
  private func rules(of scene: SceneName) -> [Printed] {
    guard let status = status.scenes.first(where: { $0.scene == scene }) else { return [] }
    let running = status.running.flatMap { id in status.underWay.map { Present.Running(id: id, what: $0) } }
    let rules = [
      status.idle.map { "idle     \(RuleText.text($0, path: status.path))" },
      status.lock.map { "locked   \(RuleText.text($0))" },
    ]
    let texts = [running.map { "running  \($0.text) · \($0.id.ending)" }] + held(in: status) + rules
    return texts.compactMap(\.self).flatMap { palette.lines("  " + $0, hanging: 11) }
  }

  /// The commands that do not run. One that is parked goes on with `way resume`.
  private func held(in status: SceneStatus) -> [String] {
    let (parked, waiting) = (status.held.filter(\.isParked), status.held.filter { !$0.isParked })
    let told = (waiting.prefix(SceneStatus.Held.toldMax) + parked.prefix(SceneStatus.Held.toldMax)).map { held in
      held.isParked
        ? "parked   \(held.text); `way resume \(held.id.ending)` lets it go on"
        : "waiting  \(held.text) · \(held.id.ending)"
    }
    let ids = status.untoldParked.map(\.ending)
    let untold = ids.first.map { ["parked   \(ids.joined(separator: " ")): `way resume \($0)` lets it go on"] } ?? []
    let more = status.waiting + status.parked - told.count - ids.count
    return told + untold + (more > 0 ? ["and \(more) more; `way scenes --format json` has the oldest"] : [])
  }

  /// The names, revisions and paths.
  private var heads: [[Printed]] {
    var columns = Columns()
    columns.gap = 3
    for state in states {
      let place: [Columns.Cell] = [
        .init(state.scene.rawValue, .strong), .init("rev \(state.revision)".padded(to: 10)),
      ]
      columns.add(place + [state.elements.isEmpty ? "nothing shows" : path(of: state)])
    }
    return columns.lineGroups(palette)
  }

  /// Letters of a path; of a longer one only its beginning is told, and where all of it is.
  private static let pathMax = 400

  private func path(of state: SceneState) -> Columns.Cell {
    let path = PathText(state.path.path)
    guard palette.width == .unlimited, path.text.count > Self.pathMax else { return .init(path) }
    let more = path.text.count - path.text.prefix(Self.pathMax).count
    return .init("\(path.text.prefix(Self.pathMax))…  (\(more) letters more: way path --scene \(state.scene))")
  }

  private func elements(of state: SceneState) -> Columns {
    var columns = Columns()
    columns.gap = 3
    for row in ElementTree.rows(of: state.path.path) {
      let isTip = row.element.id == state.path.path.tip?.id
      let words = (isTip ? [note(state, row.element)] : []) + row.words
      columns.add([
        .init("\(isTip ? "●" : " ") \(row.text)", isTip ? .good : row.isHidden ? .quiet : .plain),
        host(state.path.hosts[row.element.id]), .init(words.joined(separator: ", "), isTip ? .plain : .quiet),
      ])
    }
    return columns
  }

  private func host(_ host: Waykeeper.Host?) -> Columns.Cell {
    guard let host, let worker = host.worker else {
      return .init(host?.presence == .notInTree ? "nobody hosts it, notInTree" : "nobody hosts it", .bad)
    }
    let version = status.workers.first { $0.name == worker }?.version ?? ""
    let text = version.isEmpty ? worker.rawValue : "\(worker) \(version)"
    switch host.presence {
    case .attended: return .init(text)
    case .leaving, .unattended: return .init("\(text), \(host.presence.rawValue)", .notice)
    case .failed, .quarantined, .notInTree: return .init("\(text), \(host.presence.rawValue)", .bad)
    }
  }

  /// How long it has been so; since when is not known of a scene that has not changed since the coordinator's start.
  private func note(_ state: SceneState, _ element: Element) -> String {
    // Whether the picture of a process that has ended is still there, only the display knows.
    let presence = state.path.hosts[element.id]?.presence ?? .unattended
    if element.hasAppeared, presence != .attended, presence != .leaving { return "was visible" }
    let time = status.scenes.first { $0.scene == state.scene }?.unchangedFor.map { " for \(Quantity.span($0))" }
    return (element.hasAppeared ? "visible" : "has not appeared") + (time ?? "")
  }
}
