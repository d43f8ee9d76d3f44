// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel
import WireProtocol

/// Reports of the coordinator about itself, its workers, its scenes and its past (specification, section "Reports").
extension Navigator {
  /// The coordinator: version, uptime, journal, counters and observers, and how its scenes and workers stand.
  public func status() async throws(NavigatorError) -> CoordinatorStatus {
    guard let status = try await reports(Inspect(.status), as: CoordinatorStatus.self).first else {
      throw NavigatorError(.refused, "the coordinator reports nothing of itself; its version may differ")
    }
    return status
  }

  /// The workers that the coordinator knows, by name.
  public func workers() async throws(NavigatorError) -> Reports<WorkerStatus> {
    try await reports(Inspect(.workers), as: WorkerStatus.self)
  }

  /// Lets a quarantined worker in again, whose processes died so often that none was welcome. One that is not quarantined
  /// stays as it is.
  ///
  /// - Returns: How the worker stands then.
  /// - Throws: ``NavigatorError/Code/refused`` where the coordinator knows no worker of this name.
  @discardableResult
  public func clearQuarantine(of worker: WorkerName) async throws(NavigatorError) -> WorkerStatus {
    guard case .report(let report) = try await ask(.clear(Clear(worker: worker))) else {
      throw NavigatorError(.refused, "the coordinator answers CLEAR with something else; its version may differ")
    }
    guard let object = report.objects.first?.json else {
      throw NavigatorError(.refused, "no worker is called '\(worker)'")
    }
    return try reading { () throws(FormError) in try WorkerStatus(report: object) }
  }

  /// How the scenes stand, by name; only `scene` if given. Their routes are in ``snapshot(of:)``.
  public func scenes(_ scene: SceneName? = nil) async throws(NavigatorError) -> Reports<SceneStatus> {
    try await reports(Inspect(.scenes, scene: scene), as: SceneStatus.self)
  }

  /// The commands that have ended, from the journal, newest first.
  ///
  /// - Parameters:
  ///   - scene: Only this scene's; nil for all.
  ///   - since: Only commands after which the scene had a revision above this one.
  ///   - limit: At most so many; the coordinator's own limit is 100 unless given, and never more than 1000.
  /// - Throws: ``NavigatorError/Code/refused`` where the coordinator keeps no journal.
  public func history(
    of scene: SceneName? = nil, since: Revision? = nil, limit: Int? = nil
  ) async throws(NavigatorError) -> Reports<PastCommand> {
    try await reports(Inspect(.history, scene: scene, since: since, limit: limit), as: PastCommand.self)
  }

  /// What the coordinator's journal knows of past commands or commits, a page of it.
  package func past(_ question: Inspect) async throws(NavigatorError) -> Report { try await inspect(question) }

  /// The navigation tree of each scene, or of `scene`: its parts as the workers declare them, and the missing ones.
  public func tree(of scene: SceneName? = nil) async throws(NavigatorError) -> Reports<SceneTree> {
    var trees: [SceneTree] = []
    let report = try await inspect(Inspect(.tree, scene: scene))
    for object in report.objects.compactMap(\.json) {
      try reading { () throws(FormError) in
        if object["missing"] == nil {
          let part = try TreeNode.PartReport(report: object)
          if trees.last?.scene != part.scene { trees.append(SceneTree(part.scene)) }
          trees[trees.count - 1].parts.append(part)
        } else {
          let missing = try MissingParts(report: object)
          if trees.last?.scene != missing.scene { trees.append(SceneTree(missing.scene)) }
          trees[trees.count - 1].missing = missing.parts
        }
      }
    }
    return Reports(trees, hasMore: report.more)
  }

  /// The routes that drives walk on, each before the routes below it, and the elements that stand for them.
  public func plan(of scene: SceneName? = nil) async throws(NavigatorError) -> Reports<RouteReport> {
    try await reports(Inspect(.plan, scene: scene), as: RouteReport.self)
  }

  /// The destinations of a scene, by name: those of the configuration and of all workers, and what is missing for each.
  public func destinations(of scene: SceneName? = nil) async throws(NavigatorError) -> Reports<Destination.Report> {
    try await reports(Inspect(.destinations, scene: scene), as: Destination.Report.self)
  }

  private func reports<Value: ReportForm>(
    _ question: Inspect, as _: Value.Type
  ) async throws(NavigatorError) -> Reports<Value> {
    let report = try await inspect(question)
    return try reading { () throws(FormError) in
      var values: [Value] = []
      for object in report.objects.compactMap(\.json) { values.append(try Value(report: object)) }
      return Reports(values, hasMore: report.more)
    }
  }

  /// The only scene of a report.
  func sceneStatus(_ report: Report) throws(NavigatorError) -> SceneStatus? {
    guard let object = report.objects.compactMap(\.json).first else { return nil }
    return try reading { () throws(FormError) in try SceneStatus(report: object) }
  }

  private func inspect(_ question: Inspect) async throws(NavigatorError) -> Report {
    switch try await ask(.inspect(question)) {
    case .report(let report): return report
    case let other: throw unexpected(other, .inspect)
    }
  }

  private func reading<Value>(_ read: () throws(FormError) -> Value) throws(NavigatorError) -> Value {
    do {
      return try read()
    } catch {
      throw NavigatorError(.refused, "the coordinator's report cannot be read: \(error.message)")
    }
  }
}
