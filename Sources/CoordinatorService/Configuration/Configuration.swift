// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import Logging
public import RouteJournal
import RouteModel

/// Everything that whoever installs a coordinator may choose; read from files and flags by
/// ``load(files:flags:environment:)``. The defaults are those of the specification, section "Configuration".
public struct Configuration: Hashable, Sendable {
  /// Where transitions are recorded.
  public enum JournalKind: String, Hashable, Sendable, CaseIterable {
    /// In `journal.sqlite` in the state folder.
    case sqlite
    /// Nowhere: a restart forgets everything.
    case none
  }

  /// What an acknowledged command survives.
  public typealias Durability = RouteJournal.Durability

  /// What becomes of a path that a changed navigation tree does not build any more.
  public typealias TreeChange = Settings.TreeChange

  /// What happens when the journal cannot be written at run time.
  public enum JournalFailure: String, Hashable, Sendable, CaseIterable {
    /// The route goes on; outcomes say `durable: false` until it works again.
    case `continue`
    /// The daemon exits with 74.
    case refuse
  }

  /// Whether a new element needs a registered, live host.
  public enum Hosting: String, Hashable, Sendable, CaseIterable {
    case required, optional
  }

  /// The groups that the socket files belong to, so that who may watch need not be able to steer. A group that does not
  /// exist leaves its socket to the daemon's own user.
  public struct Groups: Hashable, Sendable {
    /// Of the clients' socket.
    public var control = "waykeeper-control"
    /// Of the workers' socket.
    public var screens = "waykeeper-screens"
    /// Of the observers' socket.
    public var watch = "waykeeper-watch"

    /// The groups that the packaged service makes.
    public init() {}
  }

  /// A tcp endpoint. In this version of this machine only: beyond it a peer must prove who it is.
  public struct TCPEndpoint: Hashable, Sendable {
    /// A name, an address, an IPv6 address in brackets, or `*`.
    public var host: String
    /// The port.
    public var port: UInt16

    /// An endpoint at `host` and `port`.
    public init(host: String, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }
  }

  /// The tcp endpoints of the three sockets; their ipc endpoints are always there.
  public struct Endpoints: Hashable, Sendable {
    /// Clients.
    public var control: [TCPEndpoint] = []
    /// Workers.
    public var screens: [TCPEndpoint] = []
    /// Observers.
    public var updates: [TCPEndpoint] = []

    /// No tcp endpoints.
    public init() {}
  }

  /// The folder of the sockets, absolute.
  public var runtimeFolder = Folder(path: "", source: "")
  /// The folder of the journal, absolute.
  public var stateFolder = Folder(path: "", source: "")
  /// Where transitions are recorded.
  public var journal = JournalKind.sqlite
  /// What an acknowledged command survives.
  public var durability = Durability.normal
  /// What happens when the journal cannot be written.
  public var journalFailure = JournalFailure.continue
  /// How much of the past is kept.
  public var retention = Retention()
  /// The groups of the socket files.
  public var groups = Groups()
  /// The least severe messages that are logged.
  public var logLevel = Logger.Level.info
  /// tcp endpoints.
  public var endpoints = Endpoints()
  /// The files that were read, in order.
  public var files: [String] = []
  /// What the coordinator itself needs to know: scenes, hosting, deadlines.
  public var settings = Settings()

  /// The built-in configuration; its folders are not resolved.
  public init() {}

  /// Whether a new element needs a host.
  public var hosting: Hosting {
    get { settings.requiresHosts ? .required : .optional }
    set { settings.requiresHosts = newValue == .required }
  }
}

extension Configuration {
  /// The times that can be set, as `deadlines:` and the `--deadline-…` flags call them.
  public enum Deadline: String, Hashable, Sendable, CaseIterable {
    case ask
    case `guard`
    case transition
    case hostWait = "host-wait"
    case startHostWait = "start-host-wait"
    case workingMax = "working-max"
    case parked
    case afterDeath = "after-death"
    case restartGrace = "restart-grace"

    /// Where the settings keep it, in ms.
    public var setting: WritableKeyPath<Settings, Int64> {
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
      }
    }

    /// The shortest and the longest time that makes sense, in ms.
    public var range: ClosedRange<Int64> {
      switch self {
      case .ask, .guard, .transition, .workingMax, .parked: 1...86_400_000
      case .hostWait, .startHostWait, .afterDeath, .restartGrace: 0...86_400_000
      }
    }
  }

  /// What the command line says; it wins over the files.
  public struct Flags: Hashable, Sendable {
    /// `--runtime-dir`
    public var runtimeFolder: String?
    /// `--state-dir`
    public var stateFolder: String?
    /// `--journal`
    public var journal: JournalKind?
    /// `--durability`
    public var durability: Durability?
    /// `--journal-failure`
    public var journalFailure: JournalFailure?
    /// `--hosting`
    public var hosting: Hosting?
    /// `--deadline-…`, in ms.
    public var deadlines: [Deadline: Int64] = [:]
    /// `--tree-change`
    public var treeChange: TreeChange?
    /// `--log-level`
    public var logLevel: Logger.Level?

    /// No flags.
    public init() {}
  }
}
