// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing
import ZeroMQ

@Suite struct OwnershipTests {
  @Test("a socket closes when it goes out of scope, so that its name is free")
  func socketClosesWhen() throws {
    let context = try Context()
    func bindOnce() throws {
      let socket = try Socket(.router, in: context, options: .controlRouter)
      try socket.bind(.inproc("name"))
      let other = try Socket(.router, in: context, options: .controlRouter)
      let error = #expect(throws: ZeroMQError.self) { try other.bind(.inproc("name")) }
      #expect(error?.code == EADDRINUSE)
    }
    try bindOnce()
    // libzmq closes on a thread of its own.
    try eventually("the name's release") {
      do {
        try Socket(.router, in: context, options: .controlRouter).bind(.inproc("name"))
        return true
      } catch { return false }
    }
  }

  @Test("an error names the call, the reason and what it was about")
  func errorNamesCall() throws {
    let socket = try Socket(.router, in: Context(), options: .controlRouter)
    let error = #expect(throws: ZeroMQError.self) { try socket.bind(.ipc("/no/such/folder/s")) }
    #expect(error?.call == "zmq_bind")
    #expect(error?.code == ENOENT)
    #expect(error?.description == "zmq_bind(ipc:///no/such/folder/s): No such file or directory (errno 2)")
  }

  @Test("a context ends although messages wait for a peer that never came")
  func contextEndsAlthough() throws {
    let started = MonotonicClock.nowMicroseconds()
    do {
      let folder = try TemporaryFolder()
      let socket = try Socket(
        .dealer, in: Context(), options: SocketOptions(sendQueueMax: 10, receiveQueueMax: 10, frameBytesMax: 100))
      try socket.connect(folder.endpoint())
      #expect(try socket.send([bytes("never read")]) == .sent)
    }
    #expect(MonotonicClock.nowMicroseconds() - started < 20_000_000)
  }

  @Test("a socket may be handed over whole to another thread")
  func socketMayHanded() throws {
    let context = try Context()
    let server = try Socket(.router, in: context, options: .controlRouter)
    try server.bind(.inproc("hand-over"))
    let client = try Socket(.dealer, in: context, options: .clientDealer)
    try client.connect(.inproc("hand-over"))
    let parcel = Mutex<Socket?>(consume client)
    let thread = Thread {
      let client = parcel.withLock { $0.take() }
      try? client?.sendPatiently([bytes("from over there")])
    }
    thread.start()
    #expect(try server.next().frames.last == bytes("from over there"))
    try eventually("the end of the thread") { thread.isFinished }
  }

  @Test("sockets and contexts leave no descriptor behind")
  func socketsContextsLeave() async {
    // In a process of its own, so that no other test opens or closes a descriptor meanwhile.
    await #expect(processExitsWith: .success) {
      func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
      let folder = try TemporaryFolder()
      func roundTrip() throws {
        let context = try Context()
        var server = try Socket(.router, in: context, options: .controlRouter)
        try server.startMonitor()
        try server.bind(folder.endpoint())
        let client = try Socket(.dealer, in: context, options: .clientDealer)
        try client.connect(folder.endpoint())
        try client.sendPatiently([bytes("x")])
        _ = try server.next()
      }
      // What the libraries open once and keep is no leak.
      try roundTrip()
      let before = try descriptors()
      for _ in 0..<50 { try roundTrip() }
      try eventually("as many descriptors as before") { try descriptors() <= before }
    }
  }
}
