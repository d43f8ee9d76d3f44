// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import RouteModel

/// Logs to standard error, a harmless line a message: `2026-11-21T05:08:32.123Z info coordinator started epoch=17…`.
///
/// Under systemd the journal has the time already; it takes the level as a number in front (sd-daemon(3)), so that
/// `journalctl -p warning` works.
struct LineLogHandler: LogHandler {
  /// How a line begins.
  enum Format {
    /// With time and level, for terminals and files.
    case plain
    /// With the level as the journal of systemd wants it.
    case journald

    /// What fits standard error: the journal's, where that is what it is connected to (systemd.exec(5), JOURNAL_STREAM).
    static var ofStandardError: Format {
      var status = stat()
      guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0,
        String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
      else { return .plain }
      return .journald
    }

    /// The lines that say why the coordinator ends. They are for whoever types its name, and no lines of the log; to the journal of
    /// systemd they would be of no weight without a level.
    func lastWords(_ text: String) -> String {
      guard self == .journald else { return text }
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "<\(Logger.Level.error.priority)>\($0)" }.joined(separator: "\n")
    }
  }

  let format: Format
  /// The level of all handlers, which a reload may change; that of one alone cannot be set.
  var logLevel: Logger.Level {
    get { LogLevel.now }
    set {}
  }
  var metadata: Logger.Metadata = [:]

  init(format: Format) { self.format = format }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }
    let text = Self.text("\(event.message)", fields.mapValues { "\($0)" })
    LogOutput.write(line(text, event.level)) { line($0, .warning) }
  }

  private func line(_ text: String, _ level: Logger.Level) -> String {
    switch format {
    case .plain: "\(Self.time) \(level) \(text)"
    case .journald: "<\(level.priority)>\(text)"
    }
  }

  /// A message and its fields, harmless and so in one line: a text of a peer cannot begin a line, or forge a priority.
  static func text(_ message: String, _ fields: [String: String]) -> String {
    let fields = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return (message + fields.map { " \($0.key)=\(quoted($0.value))" }.joined()).harmless
  }

  /// Quoted where it would not be seen as one word.
  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.unicodeScalars.contains(where: { " \"=".unicodeScalars.contains($0) }) else {
      return value
    }
    return "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private static var time: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let ms = String(now.tv_nsec / 1_000_000 + 1000).dropFirst()
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) + ".\(ms)Z"
  }
}

extension Logger.Level {
  /// As syslog counts, syslog(3).
  fileprivate var priority: Int32 {
    switch self {
    case .trace, .debug: LOG_DEBUG
    case .info: LOG_INFO
    case .notice: LOG_NOTICE
    case .warning: LOG_WARNING
    case .error: LOG_ERR
    case .critical: LOG_CRIT
    }
  }
}
