// SPDX-License-Identifier: Apache-2.0

/// A request of other threads to a reactor's thread.
enum ReactorRequest: Sendable {
  case open(Reactor.SocketID, SocketPlan)
  case send([[UInt8]], Reactor.SocketID, (@Sendable (Delivery) -> Void)?)
  case subscribe([UInt8], Reactor.SocketID)
  case unsubscribe([UInt8], Reactor.SocketID)
  case reopen(Reactor.SocketID)
  case close(Reactor.SocketID, lingerMs: Int32)
  case schedule(Reactor.TimerID, at: Int64, @Sendable () -> Void)
  case cancel(Reactor.TimerID)
  case perform(@Sendable () -> Void)
  /// A step of a task; never dropped, because its task would never end.
  case job(UnownedJob, UnownedTaskExecutor)
  case shutdown(lingerMs: Int32)

  var isJob: Bool { if case .job = self { true } else { false } }
}
