// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteJournal
import RouteModel

extension Configuration {
  /// What was understood, for people: aligned, one thought a line; what `waykeeperd --check` prints.
  package var summary: String {
    var rows: [(head: String, text: String)] = []
    func add(_ head: String, _ texts: [String]) {
      for (index, text) in texts.enumerated() { rows.append((index == 0 ? head : "", text)) }
    }
    add("files", files.isEmpty ? ["none, all as built in"] : files)
    add("runtime-dir", ["\(runtimeFolder.path)  (\(runtimeFolder.source))"])
    add("state-dir", journal == .none ? ["not used"] : ["\(stateFolder.path)  (\(stateFolder.source))"])
    add("journal", [journalText])
    if journal == .sqlite { add("retention", [retentionText]) }
    add("hosting", [hosting.rawValue])
    add("deadlines", deadlineTexts)
    add("crash-loop", [settings.crashLoop?.text ?? "off"])
    add("groups", ["control \(groups.control)   screens \(groups.screens)   watch \(groups.watch)"])
    if !missingGroups.isEmpty {
      add(
        "",
        ["not there: \(missingGroups.joined(separator: ", ")); such a socket is for the daemon's own user alone"])
    }
    add("log-level", [logLevel.rawValue])
    add("scenes", sceneTexts)
    add("tree-change", [settings.treeChange.rawValue])
    if !settings.links.patterns.isEmpty { add("links", settings.links.texts) }
    if !settings.destinations.isEmpty {
      add("destinations", [settings.destinations.keys.sorted().map(\.rawValue).joined(separator: " ")])
    }
    add(Key.everyDestination.rawValue, settings.destinationHooks.texts)
    switch metrics {
    case nil: break
    case .socket: add("metrics", ["\(runtimeFolder.path)/\(Doors.metricsFile)"])
    case .tcp(let endpoint): add("metrics", ["http://\(endpoint.text)/metrics"])
    }
    for (endpoint, right) in endpoints.rights {
      add("insecure", ["tcp://\(endpoint): every program that reaches it may \(right)"])
    }
    // A longer head has its line for itself, as it would push what stands behind it out of line.
    return rows.flatMap { row in
      row.head.utf8.count < 13 ? [row.head.padded(to: 13) + row.text] : [row.head, "".padded(to: 13) + row.text]
    }.joined(separator: "\n")
  }

  /// The groups of socket files that do not exist on this machine.
  var missingGroups: [String] {
    Set([groups.control, groups.screens, groups.watch]).filter { RuntimeFolder.gid(of: $0) == nil }.sorted()
  }

  /// Whether somebody counts on the groups: who tries a daemon out without them wants to hear nothing of it.
  var wantsGroups: Bool { namesGroups || groups != Groups() || runtimeFolder.source == "$RUNTIME_DIRECTORY" }

  private var journalText: String {
    switch journal {
    case .sqlite: "sqlite   durability \(durability.rawValue)   on failure \(journalFailure.rawValue)"
    case .none: "none: a restart forgets everything"
    }
  }

  var retentionText: String {
    "\(retention.commits) commits   age \(TimeText.text(ms: retention.ageMs))"
      + "   size \(SizeText.text(bytes: retention.bytes))"
  }

  private var deadlineTexts: [String] {
    Deadline.allCases.map {
      $0.rawValue.padded(to: 17) + TimeText.text(ms: settings[keyPath: $0.setting])
    }
  }

  private var sceneTexts: [String] {
    if settings.scenes.isEmpty { return ["any, by start or replace"] }
    let width = settings.scenes.keys.map(\.rawValue.utf8.count).max() ?? 0
    return settings.scenes.sorted { $0.key < $1.key }.flatMap { name, scene in
      let start = scene.start.isEmpty ? "" : "start \(Self.text(scene.start))   "
      let back = scene.backAtRoot.map(Self.text) ?? "stay"
      let texts =
        ["\(start)restore \(scene.restore.text)   back-at-root \(back)"]
        + [scene.idle?.text, scene.lock?.text].compactMap(\.self)
      return zip([name.rawValue] + texts.dropFirst().map { _ in "" }, texts).map { $0.padded(to: width + 3) + $1 }
    }
  }

  private static func text(_ path: [PathItem]) -> String { path.map(\.text).joined(separator: "/") }
}

extension LinkReading {
  fileprivate var texts: [String] {
    let prefix = schemes.isEmpty ? "" : schemes.joined(separator: ",") + "://"
    let urls = patterns.map { $0.url.contains("://") ? $0.url : prefix + $0.url }
    let width = urls.map(\.count).max() ?? 0
    return zip(urls, patterns).map { url, pattern in
      let note = unreadScheme(of: pattern).map { "   never read: '\($0)' is not among the schemes" } ?? ""
      return "\(url.padded(to: width + 3))→ \(pattern.end.words)\(note)"
    }
  }
}

extension DestinationHooks {
  /// A line for each kind of hook that there is.
  fileprivate var texts: [String] {
    let contexts = contextTasks.map { task in
      switch task {
      case .asked(let name): name.rawValue
      case .setContent: "set content"
      }
    }
    let kinds = [
      ("interceptors", interceptors.map(\.rawValue)), ("contextTasks", contexts),
      ("postTasks", postTasks.map(\.rawValue)), ("whileMoving", whileMoving.map { [$0.rawValue] } ?? []),
    ]
    return kinds.filter { !$0.1.isEmpty }.map { $0.0.padded(to: 15) + $0.1.joined(separator: " ") }
  }
}

extension Settings.Idle {
  fileprivate var text: String {
    let names = unless.sorted().map(\.rawValue).joined(separator: " ")
    let path = replace.map(\.text).joined(separator: "/")
    return "idle after \(TimeText.text(ms: afterMs)) \(path)" + (names.isEmpty ? "" : "   unless \(names)")
  }
}

extension Settings.Lock {
  fileprivate var text: String {
    let names = allow.sorted().map(\.rawValue).joined(separator: " ")
    return "lock allow \(names)" + (out.map { "   out \($0)" } ?? "")
  }
}

extension Settings.Restore {
  fileprivate var text: String {
    switch self {
    case .always: "always"
    case .never: "never"
    case .within(let ms): TimeText.text(ms: ms)
    }
  }
}

extension String {
  /// With spaces at its end up to `width` characters.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
