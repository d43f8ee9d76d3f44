// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

@Suite struct EndpointTests {
  @Test(
    "an endpoint prints as it is written",
    arguments: [
      "ipc:///run/waykeeper/control.sock", "inproc://name", "tcp://127.0.0.1:5770", "tcp://[::1]:1", "tcp://*:0",
    ])
  func endpointPrintsWritten(text: String) throws {
    #expect(try Endpoint.parse(text).description == text)
  }

  @Test(
    "what is no endpoint is refused with its reason",
    arguments: [
      ("ipc://", "abstract"), ("ipc://@name", "abstract"), ("tcp://host", "no port"), ("tcp://host:99999", "no port"),
      ("tcp://::1:5", "brackets"), ("tcp://:5", "no host"), ("udp://x", "no endpoint"), ("", "no endpoint"),
      ("inproc://", "1 to 255"),
    ])
  func endpointRefusedReason(text: String, reason: String) {
    let error = #expect(throws: Endpoint.Invalid.self) { try Endpoint.parse(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "accepted")")
  }

  @Test("files of one folder are beside each other, however it is named")
  func besideEachOther() throws {
    let folder = try TemporaryFolder()
    let real = folder.file("run")
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder.file("other"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: real)
    let control = try Endpoint.ipc("\(real)/control.sock")
    for name in ["run", "run/", "link", "other/../run"] {
      #expect(control.isBeside(try Endpoint.ipc("\(folder.path)/\(name)/screens.sock")), "\(name)")
    }
    #expect(try !control.isBeside(.ipc(folder.file("other/screens.sock"))))
    #expect(try !control.isBeside(.ipc(folder.file("none/screens.sock"))))
    #expect(try control.isBeside(.tcp("127.0.0.1", 5770)))
  }

  @Test("a path of 107 bytes is a socket file, one of 108 is refused before libzmq sees it")
  func path107Bytes() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "x", count: 107 - folder.path.utf8.count - 1)
    let socket = try Socket(.router, in: Context(), options: .controlRouter)
    try socket.bind(folder.endpoint(name))
    #expect(try folder.endpoint(name).probe() == .listening)
    let error = #expect(throws: Endpoint.Invalid.self) { try folder.endpoint(name + "x") }
    #expect(error?.description.contains("has 108 bytes; the system allows 107") == true)
  }

  @Test(
    "only loopback addresses are local",
    arguments: [
      ("tcp://127.0.0.1:1", true), ("tcp://127.9.9.9:1", true), ("tcp://localhost:1", true), ("tcp://[::1]:1", true),
      ("ipc:///x", true), ("inproc://x", true), ("tcp://*:1", false), ("tcp://0.0.0.0:1", false),
      ("tcp://192.168.0.1:1", false), ("tcp://127.0.0.1.example.org:1", false), ("tcp://127.host:1", false),
    ])
  func loopbackAddressesLocal(text: String, isLocal: Bool) throws {
    #expect(try Endpoint.parse(text).isLocal == isLocal)
  }

  @Test("a probe tells what is wrong with a place")
  func probeTellsWrong() throws {
    let folder = try TemporaryFolder()
    #expect(try Endpoint.ipc("\(folder.path)/none/s").probe() == .noFolder)
    #expect(try folder.endpoint().probe() == .noSocketFile)
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
    #expect(try folder.endpoint("file").probe() == .notASocket)
    do {
      let socket = try Socket(.router, in: Context(), options: .controlRouter)
      try socket.bind(folder.endpoint())
      #expect(try folder.endpoint().probe() == .listening)
    }
    try eventually("the listener's end") { try folder.endpoint().probe() == .nobodyListens }
  }

  @Test("a probe names the group that may connect, and no group where only the owner may or the folder is closed")
  func probeNamesGroup() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let socket = try Socket(.router, in: Context(), options: .controlRouter)
      for name in ["group", "owner"] { try socket.bind(folder.endpoint(name)) }
      try #require(chmod("\(folder.path)/owner", 0) == 0)
      if getuid() == 0 {
        // Root may connect to anything, so the process becomes nobody, outside the group "daemon".
        try #require(chown("\(folder.path)/group", 0, 1) == 0 && chmod("\(folder.path)/group", 0o660) == 0)
        try #require(chown(folder.path, 65534, 65534) == 0 && chmod(folder.path, 0o755) == 0)
        try #require(setgroups(0, nil) == 0 && setgid(65534) == 0 && setuid(65534) == 0)
        #expect(try folder.endpoint("group").probe() == .permissionDenied(group: "daemon"))
      }
      #expect(try folder.endpoint("owner").probe() == .permissionDenied(group: nil))
      // Nothing in a folder that cannot be passed is looked at, be it there or not.
      try #require(chmod(folder.path, 0o600) == 0)
      for name in ["group", "owner", "none"] { #expect(try folder.endpoint(name).probe() == .folderClosed) }
      try #require(chmod(folder.path, 0o700) == 0)
    }
  }
}
