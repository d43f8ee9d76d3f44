// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteModel

/// Writes notices into the log: few enough that a program which greets and leaves in a loop does not fill it, and neither does one
/// that waits for its name and asks for it every few seconds.
struct NoticeLog {
  /// Lines at once, and then a second.
  static let burst = 100
  static let perSecond = 10

  private let logger: Logger
  private var room = Double(burst)
  private var last: Int64 = 0
  private var leftOut = 0
  /// Refusals that were written and go on, of many the latest.
  private var refusals: [Refusal] = []

  /// What a process is refused with, again and again until it is welcome or gives up.
  private struct Refusal {
    /// How many are remembered.
    static let countMax = 64
    /// One that was not repeated for so long is over: a process that goes on tries again sooner. In µs.
    static let pauseMicroseconds: Int64 = 30_000_000

    let worker: WorkerName
    let process: WorkerProcess
    let code: ProtocolError.Code
    /// The words of the reason without its numbers, such as the seconds until it may try again.
    let reason: [Substring]
    /// When it came last, in µs.
    var at: Int64

    init(_ worker: WorkerName, _ process: WorkerProcess, _ error: ProtocolError, at now: Int64) {
      (self.worker, self.process, code, at) = (worker, process, error.code, now)
      reason = error.message.split(separator: " ").filter { Int($0) == nil }
    }

    func isRepeated(by other: Refusal) -> Bool {
      process == other.process && code == other.code && worker == other.worker && reason == other.reason
    }
  }

  init(_ logger: Logger) { self.logger = logger }

  /// Writes a notice, or counts it where there were too many.
  ///
  /// - Parameter now: The monotonic clock, in µs.
  mutating func write(_ notice: Notice, at now: Int64) {
    // Who waits for the name now waits for another process, or is that one.
    if case .came(let worker, _, _) = notice { refusals.removeAll { $0.worker == worker } }
    guard logger.logLevel <= notice.level, !isRepeated(notice, at: now) else { return }
    room = min(Double(Self.burst), room + Double(now - last) / 1_000_000 * Double(Self.perSecond))
    last = now
    guard room >= 1 else {
      leftOut += 1
      return
    }
    room -= 1
    if leftOut > 0 {
      logger.warning("so many notices came that some were left out", metadata: ["count": "\(leftOut)"])
      leftOut = 0
    }
    logger.log(level: notice.level, "\(notice.text)", metadata: notice.metadata)
    remember(notice, at: now)
  }

  /// Whether the log has told the same refusal of a process that has tried again since.
  private mutating func isRepeated(_ notice: Notice, at now: Int64) -> Bool {
    guard case .refused(let worker, let process, let error) = notice else { return false }
    refusals.removeAll { now - $0.at > Refusal.pauseMicroseconds }
    let refusal = Refusal(worker, process, error, at: now)
    guard let found = refusals.firstIndex(where: { $0.isRepeated(by: refusal) }) else { return false }
    refusals[found].at = now
    return true
  }

  private mutating func remember(_ notice: Notice, at now: Int64) {
    guard case .refused(let worker, let process, let error) = notice else { return }
    if refusals.count >= Refusal.countMax { refusals.removeFirst() }
    refusals.append(Refusal(worker, process, error, at: now))
  }
}

extension Notice {
  fileprivate var level: Logger.Level {
    switch self {
    case .came, .left: .info
    case .takenOver, .released: .notice
    case .died, .silent, .refused, .malformed, .contested, .quarantined, .knocked, .missed, .unanswered, .stalled:
      .warning
    }
  }

  fileprivate var text: String {
    switch self {
    case .came: "a worker has come"
    case .left(_, _, restartingMs: nil): "a worker has left"
    case .left: "a worker restarts"
    case .died(_, _, wasSilent: false): "a worker has died: its connection broke"
    case .died(_, _, wasSilent: true): "a worker counts as dead: it answers nothing"
    case .silent: "a worker does not answer, and is not asked until it does"
    case .refused: "a worker is refused"
    case .malformed: "a worker's registration is malformed, and refused; the worker itself is told why"
    case .takenOver: "a worker's name was taken over"
    case .contested: "processes take a worker's name from each other; the last one keeps it for now"
    case .quarantined: "a worker died so often that it is quarantined; way workers --clear NAME lets it in again"
    case .knocked: "a quarantined worker has started again, and waits"
    case .released: "a quarantined worker is welcome again"
    case .missed: "a worker has not come back since the restart; what it wants for that case is done with its screens"
    case .unanswered: "an ask was not answered in time"
    case .stalled: "the coordinator stood still: it was stopped, or got no processor"
    }
  }

  fileprivate var metadata: Logger.Metadata {
    switch self {
    case .came(let worker, let process, let version):
      var metadata: Logger.Metadata = ["worker": "\(worker)", "process": "\(process)"]
      if !version.isEmpty { metadata["version"] = "\(version)" }
      return metadata
    case .left(let worker, let process, let ms):
      var metadata: Logger.Metadata = ["worker": "\(worker)", "process": "\(process)"]
      if let ms { metadata["back.within.ms"] = "\(ms)" }
      return metadata
    case .quarantined(let worker, let limit): return ["worker": "\(worker)", "after": "\(limit.text)"]
    case .released(let worker), .missed(let worker): return ["worker": "\(worker)"]
    case .died(let worker, let process, _), .silent(let worker, let process), .contested(let worker, let process),
      .knocked(let worker, let process):
      return ["worker": "\(worker)", "process": "\(process)"]
    case .refused(let worker, let process, let error):
      return [
        "worker": "\(worker)", "process": "\(process)", "code": "\(error.code.rawValue)", "reason": "\(error.message)",
      ]
    case .malformed(let process): return ["process": "\(process)"]
    case .takenOver(let takeover):
      return [
        "worker": "\(takeover.worker)", "reason": "\(takeover.reason.rawValue)", "from": "\(takeover.older)",
        "to": "\(takeover.newer)",
      ]
    case .stalled(let ms): return ["ms": "\(ms)"]
    case .unanswered(let asked, let id):
      var metadata: Logger.Metadata = [
        "request": "\(asked.request)", "screen": "\(asked.screen)", "ms": "\(Int(asked.ms))", "command": "\(id)",
      ]
      if let worker = asked.worker { metadata["worker"] = "\(worker)" }
      return metadata
    }
  }
}
