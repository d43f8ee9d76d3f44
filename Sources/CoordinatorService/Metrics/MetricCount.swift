// SPDX-License-Identifier: Apache-2.0

import Coordination

/// How often something has happened since the start.
typealias MetricCount = MetricSample<CountName, UInt64>

extension MetricSample<CountName, UInt64> {
  static func all(
    _ counters: CoordinatorStatus.Counters, _ sockets: CoordinatorStatus.Sockets
  ) -> [MetricCount] {
    [
      MetricCount(.commands, counters.commands), MetricCount(.commits, counters.commits),
      MetricCount(.asks, counters.asks), MetricCount(.lateAnswers, counters.lateAnswers),
      MetricCount(.deaths, counters.deaths), MetricCount(.refusals, counters.refusedHellos),
      MetricCount(.stalls, counters.stalls), MetricCount(.refusedConnections, sockets.refusedConnections),
      MetricCount(.endedConnections, sockets.endedConnections), MetricCount(.discarded, sockets.discardedReplies),
    ] + counters.garbage.sorted { $0.key < $1.key }.map { MetricCount(.garbage, $0.value, "code", $0.key) }
  }
}

/// What is counted.
enum CountName: String, MetricName {
  case commands = "waykeeper_commands_total"
  case commits = "waykeeper_commits_total"
  case asks = "waykeeper_asks_total"
  case lateAnswers = "waykeeper_late_answers_total"
  case deaths = "waykeeper_worker_deaths_total"
  case refusals = "waykeeper_worker_refusals_total"
  case stalls = "waykeeper_stalls_total"
  case garbage = "waykeeper_bad_messages_total"
  case refusedConnections = "waykeeper_refused_connections_total"
  case endedConnections = "waykeeper_ended_connections_total"
  case discarded = "waykeeper_discarded_replies_total"

  var help: String {
    switch self {
    case .commands: "Commands that were admitted."
    case .commits: "Commits of all scenes."
    case .asks: "Asks that were sent."
    case .lateAnswers: "Answers that came after their ask was cancelled."
    case .deaths: "Sessions of workers that ended without BYE and without a successor."
    case .refusals: "Registrations of workers that were refused."
    case .stalls: "How often the coordinator's own process stood still."
    case .garbage: "Messages that were none, or not for the coordinator, by error code."
    case .refusedConnections: "Connections that were not let in, because a socket or a user's share was full."
    case .endedConnections: "Connections that were ended because they went beyond a limit, or did what no peer may do."
    case .discarded: "Answers whose receiver had gone, or did not read."
    }
  }
}
