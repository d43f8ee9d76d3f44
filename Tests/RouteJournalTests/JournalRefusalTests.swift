// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Glibc
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A journal that cannot be used is refused, and stays as it was", .offPool)
struct JournalRefusalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What opening throws, and that nothing of what was there changed by it.
  private func refusal(in path: String? = nil) throws -> JournalError {
    let before = try contents()
    try #require(!before.isEmpty)
    let error = #expect(throws: JournalError.self) {
      let journal = try Journal.open(in: path ?? folder.path, durability: .full, retention: Retention())
      _ = try journal.begin(nowMicros: afternoon)
    }
    let after = try contents()
    for (name, bytes) in before { #expect(after[name] == .some(bytes), "\(name)") }
    return try #require(error)
  }

  /// Everything in the folder, folders in it too, with the bytes of each file; a folder has none.
  private func contents() throws -> [String: Data?] {
    var contents: [String: Data?] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      try #require(FileManager.default.fileExists(atPath: folder(name), isDirectory: &isFolder), "\(name)")
      contents[name] = .some(isFolder.boolValue ? nil : try folder.bytes(name))
    }
    return contents
  }

  private func fill(turns: Revision = 40) throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...turns {
      let ended = try decided("way-\(number)")
      try journal.commit([.commit(commit(number, "home", "list")), .decided(ended)], nowMicros: afternoon)
    }
    try journal.close()
  }

  /// Overwrites bytes of the file.
  private func overwrite(at offset: Int, with bytes: [UInt8]) throws {
    var data = try folder.bytes()
    data.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    try folder.write(data)
  }

  @Test("a journal of a later version names both versions")
  func otherVersion() throws {
    try fill()
    try overwrite(at: 60, with: [0, 0, 0, 9])  // user_version of SQLite's file format, section 1.3
    let error = try refusal()
    #expect(error.code == .otherVersion)
    #expect(error.message.contains("of version 9, this waykeeperd reads up to version \(JournalSchema.version)"))
    #expect(error.message.contains(folder.journalFile))
  }

  @Test("another program's database is not taken for a journal")
  func otherProgram() throws {
    try fill()
    try folder.change("CREATE TABLE diary (day TEXT); PRAGMA application_id = \(0x0102_0304)")
    let error = try refusal()
    #expect(error.code == .otherVersion)
    #expect(error.message.contains("another program"))
  }

  @Test("random bytes are no journal")
  func randomBytes() throws {
    var state: UInt64 = 1
    let bytes = (0..<20_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    try folder.write(Data(bytes))
    let error = try refusal()
    #expect(error.code == .corrupt)
  }

  @Test("a text is no journal")
  func text() throws {
    try folder.write(Data("this is my diary\n".utf8))
    #expect(try refusal().code == .corrupt)
  }

  @Test("a journal that was cut short is damaged", arguments: [1, 99, 100, 512, 4096, 6000, 20_480])
  func truncated(length: Int) throws {
    try fill()
    try folder.write(try folder.bytes().prefix(length))
    let error = try refusal()
    #expect(error.code == .corrupt)
  }

  @Test("a page in the middle that was overwritten is found before anything is written")
  func damagedInside() throws {
    try fill()
    let size = try folder.bytes().count
    for page in stride(from: 2, to: size / 4096, by: 3) {
      try overwrite(at: page * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
    }
    #expect(try refusal().code == .corrupt)
  }

  @Test("a body that is no outcome is damage")
  func damagedBody() throws {
    try fill(turns: 1)
    let file = try folder.bytes()
    let body = try #require(file.firstRange(of: Data(#"{"outcome":"committed""#.utf8)))
    try overwrite(at: body.lowerBound, with: Array(#"{"outcome":"comXitted""#.utf8))
    let error = try refusal()
    #expect(error.code == .corrupt)
    #expect(error.message.contains("comXitted"))
  }

  @Test("an emptied file whose log is not empty is damaged")
  func emptied() throws {
    try folder.write(Data())
    try folder.write(Data("something".utf8), Journal.fileName + "-wal")
    #expect(try refusal().code == .corrupt)
    #expect(try folder.bytes(Journal.fileName + "-wal") == Data("something".utf8))
  }

  @Test("an empty file is a journal that was about to begin")
  func empty() throws {
    try folder.write(Data())
    #expect(try folder.open().begin(nowMicros: afternoon).starts == 1)
  }

  @Test("a folder in the place of the file is refused")
  func folderForFile() throws {
    try FileManager.default.createDirectory(atPath: folder.journalFile, withIntermediateDirectories: false)
    #expect(try refusal().code == .inaccessible)
  }

  @Test("a journal that has another name on its disk is warned of until that is gone")
  func hardLink() throws {
    try fill()
    try #require(link(folder.journalFile, folder("twin.sqlite")) == 0)
    do {
      let journal = try folder.open()
      _ = try journal.begin(nowMicros: afternoon)
      #expect(journal.warnings.count == 1 && journal.warnings[0].contains("another name on its disk"))
      try journal.close()
    }
    #expect(unlink(folder("twin.sqlite")) == 0)
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    #expect(journal.warnings.isEmpty, "\(journal.warnings)")
  }

  @Test("folder and files are made for their owner alone")
  func makesTheFolder() throws {
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder(name))[.posixPermissions] as? Int
    }
    let journal = try Journal.open(in: folder("one/two"), durability: .normal, retention: Retention())
    _ = try journal.begin(nowMicros: afternoon)
    #expect(try mode("one/two") == 0o700)
    for file in ["waykeeperd.lock", Journal.fileName, Journal.fileName + "-wal"] {
      #expect(try mode("one/two/\(file)") == 0o600)
    }
  }

  @Test("a file in the place of the state folder is refused")
  func fileForFolder() throws {
    try folder.write(Data("x".utf8), "file")
    for path in [folder("file"), folder("file/below")] {
      let error = try refusal(in: path)
      #expect(error.code == .folder)
    }
  }

  @Test("a second daemon on the same folder is refused and told the pid of the first")
  func secondDaemon() throws {
    let first = try folder.open()
    _ = try first.begin(nowMicros: afternoon)
    let error = try #require(throws: JournalError.self) { try folder.open() }
    #expect(error.code == .locked)
    #expect(error.message.contains("pid \(ProcessInfo.processInfo.processIdentifier)"))
    // The first one is not disturbed.
    try first.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
  }

  @Test("the lock is free again when its holder is gone")
  func lockIsFreed() throws {
    do { _ = try folder.open() }
    #expect(throws: Never.self) { try folder.open() }
  }

  @Test("the lock is free again even while a child that is being started still has the descriptor")
  func lockIsFreedBesideAFork() throws {
    let folder = folder.path
    var inherited: Int32 = -1
    do {
      let lock = try FolderLock(folder: folder)
      inherited = try #require(Self.descriptor(of: folder + "/waykeeperd.lock").map { dup($0) })
      _ = consume lock
    }
    defer { close(inherited) }
    #expect(throws: Never.self) { _ = try FolderLock(folder: folder) }
  }

  /// The descriptor by which this process has the file open.
  private static func descriptor(of file: String) -> Int32? {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.compactMap { Int32($0) }.first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file
    }
  }

  @Test("a program that holds the file locks us out")
  func lockedFile() throws {
    try fill()
    // The bytes that SQLite locks, locked as another process would: an open file description is an owner of its own.
    let descriptor = Glibc.open(folder.journalFile, O_RDWR | O_CLOEXEC)
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 1 << 30, l_len: 512, l_pid: 0)
    let ofdSetLock: Int32 = 37
    try #require(fcntl(descriptor, ofdSetLock, &lock) == 0)
    let error = try refusal()
    #expect(error.code == .locked)
    // Said, not left to the end of the descriptor: a child that another test starts just now has it for a moment.
    lock.l_type = Int16(F_UNLCK)
    try #require(fcntl(descriptor, ofdSetLock, &lock) == 0)
    close(descriptor)
    #expect(throws: Never.self) { try folder.open().begin(nowMicros: afternoon) }
  }

  @Test("a state folder that cannot be written is refused")
  func readOnlyFolder() throws {
    try fill()
    try withoutPrivileges {
      chmod(folder.path, 0o555)
      defer { chmod(folder.path, 0o755) }
      let error = try refusal()
      #expect(error.code == .inaccessible)
    }
  }

  @Test("a state folder that cannot be entered is refused")
  func forbiddenFolder() throws {
    try withoutPrivileges {
      chmod(folder.path, 0o000)
      defer { chmod(folder.path, 0o755) }
      let error = try #require(throws: JournalError.self) { try folder.open() }
      #expect(error.code == .folder)
    }
  }

  @Test("a journal that cannot be written is refused")
  func readOnlyFile() throws {
    try fill()
    try withoutPrivileges {
      chmod(folder.journalFile, 0o444)
      let error = try refusal()
      #expect(error.code == .inaccessible)
    }
  }

  /// Runs `body` as nobody where this is root, whom no mode keeps out. The user of this thread alone changes: the system
  /// call knows nothing of the others, unlike the function of the library.
  private func withoutPrivileges(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    let nobody: UInt32 = 65_534
    for name in [""] + (try FileManager.default.contentsOfDirectory(atPath: folder.path)) {
      chown(folder(name), nobody, nobody)
    }
    try setThreadUser(nobody)
    defer { try? setThreadUser(0) }
    try body()
  }

  /// setresuid(2) of the effective user, by its number: syscall(2) takes any arguments, so Swift's Glibc leaves it out.
  private func setThreadUser(_ user: UInt32) throws {
    #if arch(x86_64)
      let number = 117
    #else
      let number = 147
    #endif
    let symbol = try #require(dlsym(nil, "syscall"))
    let call = unsafeBitCast(symbol, to: (@convention(c) (Int, Int, Int, Int) -> Int).self)
    try #require(call(number, -1, Int(user), -1) == 0 && geteuid() == user)
  }
}
