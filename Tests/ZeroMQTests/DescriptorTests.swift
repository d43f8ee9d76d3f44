// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@Suite struct DescriptorTests {
  @Test("a process descriptor fires when its process is killed")
  func processDescriptorFires() throws {
    let process = try Child(ChildProcess(words: ["/bin/sleep", "600"]))
    let descriptor = try ProcessDescriptor(pid: process.pid)
    var poller = Poller()
    let token = poller.watch(descriptor: descriptor.descriptor)
    #expect(try poller.wait(ms: 0) == [])
    process.signal(SIGKILL)
    #expect(try poller.wait(ms: patienceMs) == [token])
    process.wait()
  }

  @Test("there is no descriptor of a process that is not there")
  func noProcess() throws {
    // Above the largest pid that Linux gives out (2^22).
    let error = #expect(throws: ZeroMQError.self) { _ = try ProcessDescriptor(pid: 5_000_000) }
    #expect(error?.call == "pidfd_open")
    #expect(error?.code == ESRCH)
  }

  @Test("a signal is read as a message is, in order of arrival of its poll")
  func signalReadMessage() throws {
    try onOwnThread {
      let signals = try SignalDescriptor([SIGUSR2])
      var poller = Poller()
      let token = poller.watch(descriptor: signals.descriptor)
      #expect(signals.next() == nil)
      pthread_kill(pthread_self(), SIGUSR2)
      #expect(try poller.wait(ms: patienceMs) == [token])
      #expect(signals.next() == SIGUSR2)
      #expect(signals.next() == nil)
    }
  }

  @Test("a signal that interrupts a wait is no error")
  func signalInterruptsWait() throws {
    signal(SIGUSR1) { _ in }
    try onOwnThread {
      // Threads of the test runner block it, and ours inherits that.
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      let waiting = pthread_self()
      let isDone = Atomic(false)
      let sender = Thread {
        while !isDone.load(ordering: .acquiring) {
          pthread_kill(waiting, SIGUSR1)
          sched_yield()
        }
      }
      let waker = try Waker()
      var poller = Poller()
      _ = poller.watch(descriptor: waker.descriptor)
      sender.start()
      defer {
        isDone.store(true, ordering: .releasing)
        // Nobody may signal a thread that has ended.
        #expect(throws: Never.self) { try eventually("the end of the sender") { sender.isFinished } }
      }
      let started = MonotonicClock.nowMicroseconds()
      #expect(try poller.wait(ms: patienceMs) == [])
      #expect(MonotonicClock.nowMicroseconds() - started < Int64(patienceMs) * 1000, "it was interrupted")
    }
  }

  @Test("a waker ends a wait once, however often it is called")
  func wakerEndsWait() throws {
    let waker = try Waker()
    var poller = Poller()
    let token = poller.watch(descriptor: waker.descriptor)
    for _ in 0..<3 {
      waker.wake()
      waker.wake()
      #expect(try poller.wait(ms: patienceMs) == [token])
      waker.reset()
      #expect(try poller.wait(ms: 0) == [])
    }
  }

  /// Runs `body` on a thread whose signals are its own affair.
  private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let result = Mutex<Result<Void, any Error>?>(nil)
    let thread = Thread {
      let outcome = Result { try body() }
      result.withLock { $0 = outcome }
    }
    thread.start()
    // Its own waits have bounds, too.
    try eventually("the end of the thread", withinMs: 3 * patienceMs) { thread.isFinished }
    try result.withLock { $0 }?.get()
  }
}
