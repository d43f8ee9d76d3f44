// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import Logging
package import RouteJournal
import RouteModel
import ZeroMQ

/// Everything that whoever installs a coordinator may choose; read from files and flags by
/// ``load(files:flags:environment:)``. The defaults are those of the specification, section "Configuration".
package struct Configuration: Hashable, Sendable {
  /// Where transitions are recorded.
  package enum JournalKind: String, Hashable, Sendable, CaseIterable {
    /// In `journal.sqlite` in the state folder.
    case sqlite
    /// Nowhere: a restart forgets everything.
    case none
  }

  /// What an acknowledged command survives.
  package typealias Durability = RouteJournal.Durability

  /// What becomes of a path that a changed navigation tree does not build any more.
  package typealias TreeChange = Settings.TreeChange

  /// What happens when the journal cannot be written at run time.
  package enum JournalFailure: String, Hashable, Sendable, CaseIterable {
    /// The route goes on; outcomes say `durable: false` until it works again.
    case `continue`
    /// The daemon exits with 74.
    case refuse
  }

  /// Whether a new element needs a registered, live host.
  package enum Hosting: String, Hashable, Sendable, CaseIterable {
    case required, optional
  }

  /// The groups that the socket files belong to, so that who may watch need not be able to steer. A group that does not
  /// exist leaves its socket to the daemon's own user.
  package struct Groups: Hashable, Sendable {
    /// Of the clients' socket.
    package var control = "waykeeper-control"
    /// Of the workers' socket.
    package var screens = "waykeeper-screens"
    /// Of the observers' socket.
    package var watch = "waykeeper-watch"

    /// The groups that the packaged service makes.
    package init() {}
  }

  /// A tcp endpoint. In this version of this machine only: beyond it a peer must prove who it is.
  package struct TCPEndpoint: Hashable, Sendable {
    /// An IPv4 address, or an IPv6 address in brackets; not a name.
    package var host: String
    /// The port.
    package var port: UInt16

    /// An endpoint at `host` and `port`.
    package init(host: String, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// `HOST:PORT`
    package var text: String { "\(host):\(port)" }

    /// Whether only this machine can reach it: 127.0.0.0/8 with all four numbers, or `[::1]`. Names are not looked up.
    package var isLoopback: Bool {
      guard host != "localhost", let endpoint = try? Endpoint.tcp(host, port) else { return false }
      return endpoint.isLocal
    }
  }

  /// The tcp endpoints of the three sockets; their ipc endpoints are always there.
  package struct Endpoints: Hashable, Sendable {
    /// Clients.
    package var control: [TCPEndpoint] = []
    /// Workers.
    package var screens: [TCPEndpoint] = []
    /// Observers.
    package var updates: [TCPEndpoint] = []

    /// No tcp endpoints.
    package init() {}

    /// Each of them, with what it lets do: over tcp nobody's user and groups are known.
    package var rights: [(endpoint: String, right: String)] {
      control.map { ($0.text, "steer every scene") } + screens.map { ($0.text, "steer, and register workers") }
        + updates.map { ($0.text, "read every route") }
    }
  }

  /// The folder of the sockets, absolute.
  package var runtimeFolder = Folder(path: "", source: "")
  /// The folder of the journal, absolute.
  package var stateFolder = Folder(path: "", source: "")
  /// Where transitions are recorded.
  package var journal = JournalKind.sqlite
  /// What an acknowledged command survives.
  package var durability = Durability.normal
  /// What happens when the journal cannot be written.
  package var journalFailure = JournalFailure.continue
  /// How much of the past is kept.
  package var retention = Retention()
  /// The groups of the socket files.
  package var groups = Groups()
  /// Whether a file has named groups.
  package var namesGroups = false
  /// The least severe messages that are logged.
  package var logLevel = Logger.Level.info
  /// tcp endpoints.
  package var endpoints = Endpoints()
  /// Where the metrics are read; nil for nowhere, and then nothing is measured.
  package var metrics: MetricsAddress?
  /// The files that were read, in order.
  package var files: [String] = []
  /// What the coordinator itself needs to know: scenes, hosting, deadlines.
  package var settings = Settings()

  /// The built-in configuration; its folders are not resolved.
  package init() {}

  /// Whether a new element needs a host.
  package var hosting: Hosting {
    get { settings.requiresHosts ? .required : .optional }
    set { settings.requiresHosts = newValue == .required }
  }

  /// What the coordinator gets at its start and with each reload: ``settings``, and what follows for it from the rest.
  var coordinatorSettings: Settings {
    var settings = settings
    settings.isJournalled = journal == .sqlite
    settings.isMeasured = metrics != nil
    return settings
  }
}

extension Configuration {
  /// The times that can be set, as `deadlines:` and the `--deadline-…` flags call them.
  package enum Deadline: String, Hashable, Sendable, CaseIterable {
    case ask
    case `guard`
    case transition
    case hostWait = "host-wait"
    case startHostWait = "start-host-wait"
    case workingMax = "working-max"
    case parked
    case afterDeath = "after-death"
    case restartGrace = "restart-grace"
    case hostReturn = "host-return"

    /// Where the settings keep it, in ms.
    package var setting: WritableKeyPath<Settings, Int64> {
      switch self {
      case .ask: \.askMs
      case .guard: \.guardMs
      case .transition: \.transitionMs
      case .hostWait: \.hostWaitMs
      case .startHostWait: \.startHostWaitMs
      case .workingMax: \.workingMaxMs
      case .parked: \.parkedMs
      case .afterDeath: \.afterDeathMs
      case .restartGrace: \.restartGraceMs
      case .hostReturn: \.hostReturnMs
      }
    }

    /// The shortest and the longest time that makes sense, in ms.
    package var range: ClosedRange<Int64> {
      switch self {
      case .ask, .guard, .transition, .workingMax, .parked: 1...86_400_000
      case .hostWait, .startHostWait, .afterDeath, .restartGrace, .hostReturn: 0...86_400_000
      }
    }
  }

  /// What the command line says; it wins over the files.
  package struct Flags: Hashable, Sendable {
    /// `--runtime-dir`
    package var runtimeFolder: String?
    /// `--state-dir`
    package var stateFolder: String?
    /// `--journal`
    package var journal: JournalKind?
    /// `--durability`
    package var durability: Durability?
    /// `--journal-failure`
    package var journalFailure: JournalFailure?
    /// `--hosting`
    package var hosting: Hosting?
    /// `--deadline-…`, in ms.
    package var deadlines: [Deadline: Int64] = [:]
    /// `--tree-change`
    package var treeChange: TreeChange?
    /// `--metrics`
    package var metrics: MetricsAddress?
    /// `--log-level`
    package var logLevel: Logger.Level?

    /// No flags.
    package init() {}
  }
}
