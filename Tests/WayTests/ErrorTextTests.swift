// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Waykeeper

@testable import way

@Suite("Errors as people read them") struct ErrorTextTests {
  @Test("No coordinator: every place that was tried, and what to do")
  func noCoordinator() {
    let error = NavigatorError(
      .noCoordinator, "no coordinator",
      attempts: [
        CoordinatorLocation.Attempt(place: "$WAYKEEPER_RUNTIME_DIR", folder: nil, problem: .notSet),
        CoordinatorLocation.Attempt(
          place: "/run/user/1000/waykeeper", folder: "/run/user/1000/waykeeper", problem: .noFolder),
        CoordinatorLocation.Attempt(
          place: "/run/waykeeper", folder: "/run/waykeeper", problem: .noSocket("control.sock")),
      ])
    #expect(
      ErrorText.lines(error) == [
        "way: no coordinator.",
        "  $WAYKEEPER_RUNTIME_DIR    not set",
        "  /run/user/1000/waykeeper  no such folder",
        "  /run/waykeeper            no control.sock",
        "  Start one: waykeeperd     or see what it is like: way demo",
      ])
    #expect(way.ExitStatus(error) == .noCoordinator)
  }

  @Test(
    "One that has ended is to be started where it was",
    arguments: [
      ("/run/waykeeper", "sudo systemctl start waykeeperd"), ("/tmp/a b", "waykeeperd --runtime-dir '/tmp/a b'"),
    ])
  func ended(folder: String, start: String) {
    let error = NavigatorError(
      .noCoordinator, "no coordinator",
      attempts: [CoordinatorLocation.Attempt(place: folder, folder: folder, problem: .nobodyListens("control.sock"))])
    #expect(ErrorText.lines(error).last == "  The one at \(folder) has ended. Start it again: \(start)")
  }

  @Test("No coordinator, and a journal is wanted: the usual files are named, and which of them are there")
  func noJournal() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("waykeeper"), withIntermediateDirectories: true)
    try folder.write(Data("x".utf8), "waykeeper/journal.sqlite")
    let usual = UsualJournals(environment: ["XDG_STATE_HOME": folder.path, "HOME": "/root"])
    #expect(usual.files == ["\(folder.path)/waykeeper/journal.sqlite", "/var/lib/waykeeper/journal.sqlite"])
    let failure = usual.failure(
      NavigatorError(.noCoordinator, "no coordinator"), instead: "name it with --journal FILE")
    #expect(failure.lines.contains("  Or read a journal without one: name it with --journal FILE"))
    #expect(failure.lines.contains { $0.hasPrefix("  \(usual.files[0])") && $0.hasSuffix("  is there") })
    #expect(failure.status == .noCoordinator && failure.code == "noCoordinator")
    #expect(
      UsualJournals(environment: ["HOME": "/home/me", "XDG_STATE_HOME": ""]).files[0]
        == "/home/me/.local/state/waykeeper/journal.sqlite")
    #expect(UsualJournals(environment: ["WAYKEEPER_STATE_DIR": "/s", "HOME": "/h"]).files[0] == "/s/journal.sqlite")
  }

  @Test(
    "A program is named by its words, a script within them by its beginning",
    arguments: [
      (["python3", "hello.py"], "python3 hello.py"), (["./kiosk", "a b"], "./kiosk 'a b'"),
      (["python3", "-c", "import sys\nfor line in sys.stdin:\n  print(line)"], "python3 -c 'import sys …'"),
      (["sh", "-c", String(repeating: "x", count: 60)], "sh -c '\(String(repeating: "x", count: 40)) …'"),
      (["a", "1", "2", "3", "4", "5", "6", "7", "8", "9"], "a 1 2 3 4 5 6 7 …"), ([""], "''"),
    ])
  func programs(words: [String], text: String) { #expect(Shell.brief(words) == text) }

  @Test("Another coordinator than the first that there was is told; a place where none was is not")
  func passedOver() {
    let silent = CoordinatorLocation.Attempt(place: "/run/a", folder: "/run/a", problem: .nobodyListens("control.sock"))
    let absent = CoordinatorLocation.Attempt(place: "/run/b", folder: "/run/b", problem: .noFolder)
    #expect(
      CoordinatorLocation.note(of: "/run/c", [silent, absent])
        == "note: this is the coordinator at /run/c (/run/a: nobody listens at control.sock)")
    #expect(CoordinatorLocation.note(of: "/run/c", [absent]) == nil)
  }

  @Test("No permission: which group is needed, and how to join it")
  func noPermission() {
    let error = NavigatorError(
      .permissionDenied, "no coordinator",
      attempts: [
        CoordinatorLocation.Attempt(
          place: "/run/waykeeper", folder: "/run/waykeeper",
          problem: .permissionDenied(socket: "control.sock", group: "waykeeper-control"))
      ])
    let lines = ErrorText.lines(error)
    let groups = Groups.own.joined(separator: ", ")
    #expect(
      lines[1]
        == "  /run/waykeeper  permission denied: control.sock needs group 'waykeeper-control', you are in: \(groups)")
    #expect(lines[2].contains("sudo usermod -aG waykeeper-control "))
    #expect(way.ExitStatus(error) == .noCoordinator)
  }

  @Test("No permission: of a folder that cannot be entered is told that, and nothing of its sockets")
  func closedFolder() {
    let error = NavigatorError(
      .permissionDenied, "no coordinator",
      attempts: [CoordinatorLocation.Attempt(place: "/run/a", folder: "/run/a", problem: .folderClosed)])
    let lines = ErrorText.lines(error)
    #expect(lines[1] == "  /run/a  permission denied: this user may not enter the folder")
    #expect(lines[2].contains("who can let others pass it (chmod a+x), and give its sockets to a group"), "\(lines)")
  }

  @Test(
    "Each error has its exit code",
    arguments: [
      (NavigatorError.Code.noAnswer, 5 as Int32), (.noCoordinator, 4), (.permissionDenied, 4), (.transport, 4),
      (.content, 2),
      (.withdrawn, 3), (.replaced, 3),
    ])
  func codes(code: NavigatorError.Code, status: Int32) {
    #expect(way.ExitStatus(NavigatorError(code, "")).rawValue == status)
  }

  @Test("A refusal is no permission, or a limit, where it says so")
  func refusals() {
    let denied = NavigatorError(.refused, "", refusal: ProtocolError(.denied, ""))
    let full = NavigatorError(.refused, "", refusal: ProtocolError(.full, ""))
    let malformed = NavigatorError(.refused, "", refusal: ProtocolError(.malformed, ""))
    #expect(way.ExitStatus(malformed) == .usage)
    #expect(way.ExitStatus(denied) == .noCoordinator && way.ExitStatus(full) == .full)
    #expect(way.ExitStatus(NavigatorError(.refused, "", refusal: ProtocolError(.stopping, ""))) == .notAsAsked)
    #expect(way.ExitStatus.full.rawValue == 6)
  }

  @Test("Any error is told in lines, the first of which says who speaks")
  func lines() {
    let failure = CommandFailure("the worker file cannot be used", notes: ["w.yaml:1:1: unknown key"], .usage)
    #expect(ErrorText.lines(of: failure) == ["way: the worker file cannot be used", "w.yaml:1:1: unknown key"])
    #expect(ErrorText.lines(of: NavigatorError(.refused, "no such part")) == ["way: no such part"])
    #expect(ErrorText.lines(of: CancellationError()) == ["way: CancellationError()"])
  }

  @Test("In JSON an error is an object with a code")
  func json() {
    #expect(ErrorText.json(code: "noAnswer", "it is late") == #"{"error":{"code":"noAnswer","message":"it is late"}}"#)
    #expect(OutputFormat(in: ["path", "--format", "json"]) == .json)
    #expect(OutputFormat(in: ["path", "--format=json"]) == .json)
    #expect(OutputFormat(in: ["path", "--scene", "json"]) == .text)
  }
}
