// SPDX-License-Identifier: Apache-2.0

package import Logging

/// A coordinator between its sockets, its journal and the clock: the shell around `Coordination.Coordinator`, on one
/// thread.
///
/// ```swift
/// let service = try CoordinatorService(configuration, logger: logger)   // locked, journalled, bound
/// let stop = service.stopper                                            // for other threads
/// try service.run()                                                     // on this one, until then
/// ```
///
/// Several may run in one process, in different folders and on different threads: nothing is shared. Make and run one on
/// the same thread, or hand it over whole.
package final class CoordinatorService {
  /// How a service lives in its program.
  package struct Options: Sendable {
    /// Whether SIGTERM and SIGINT end it, for a program of its own, SIGHUP reloads its configuration, and other signals that
    /// would end it without a word are only logged. All of them are then blocked in the thread that makes the
    /// service, which is to be the first of the process, so that those that come after inherit that.
    package var endsBySignal = false
    /// Reads the configuration anew, for SIGHUP; nil where it cannot be read anew.
    package var reload: (@Sendable () throws(ConfigurationError) -> Configuration)?
    /// Called with the configuration that holds after a reload.
    package var onReload: (@Sendable (Configuration) -> Void)?
    /// Called by ``CoordinatorService/run()`` when it begins to serve, from its thread.
    package var onReady: (@Sendable () -> Void)?
    /// Called about once a second from the loop, so that a supervisor knows that it turns.
    package var onBeat: (@Sendable () -> Void)?
    /// Called when the service begins to end, from its thread: the sockets are still bound, and running commands not yet
    /// decided.
    package var onStopping: (@Sendable () -> Void)?
    /// Sockets that listen already, for the first service that is made with these options.
    package var handedSockets = HandedSockets()
    /// The connections that each socket lets in; nil takes what the process's limit of descriptors leaves.
    package var connectionsMax: Int?
    /// Whether the core's time stands still until ``ServiceControl/advance(microseconds:)`` moves it, for tests.
    package var holdsTime = false
    /// How often the socket files are looked at, and a broken journal is tried again, in ms.
    var upkeepMs: Int64 = 5000

    /// A service inside another program.
    package init() {}
  }

  /// The version that it tells.
  package static let version = "0.1.0"

  private var loop: ServiceLoop?
  /// Ends, kills or pauses the service, from any thread.
  package let control: ServiceControl
  /// Where it listens, as endpoints; where a port 0 was asked for, with the one that the system chose.
  package let endpoints: [String]

  /// Takes the folders, begins the epoch and binds the sockets, in this order; after an error nothing is left bound and
  /// nothing was overwritten.
  ///
  /// - Throws: Why it cannot be, with the exit code of a daemon: 65, 73, 74 or 78.
  package init(_ configuration: Configuration, options: Options = Options(), logger: Logger) throws(ServiceError) {
    control = try ServiceControl()
    let loop = try ServiceLoop.open(configuration, options, logger: logger, control: control)
    endpoints = loop.doors.endpoints
    self.loop = consume loop
  }

  /// Serves until a signal or ``stop()`` ends it, on the calling thread; call it once.
  ///
  /// At the end running commands are decided as `failed(stopping)`, what is decided gets out, the sockets are closed and
  /// their files removed; all within two seconds.
  ///
  /// - Throws: An error with the exit code 74 where the journal fails and the configuration says to refuse, 73 where
  ///   somebody took the socket files.
  package func run() throws(ServiceError) {
    // Let go of at the end, so that sockets, locks and context have ended when this returns.
    guard var loop = loop.take() else { preconditionFailure("a coordinator service runs once") }
    try loop.run()
  }

  /// Ends the service soon; from any thread. Called before ``run()``, that ends at once.
  package func stop() { control.stop() }

  /// A function that ends the service soon, for another thread.
  package var stopper: @Sendable () -> Void { { [control] in control.stop() } }
}
