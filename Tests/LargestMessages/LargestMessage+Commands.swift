// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

extension LargestMessage {
  /// A content of so many bytes.
  static func content(_ bytes: Int) -> JSONValue { .object([("t", .string(String(repeating: "x", count: bytes)))]) }

  static let commands: [LargestMessage] =
    both([
      ("CMD replace, 256 screens of 700 bytes", .navigator(.replace(path: path(256, bytes: 700), in: nil))),
      ("CMD replace, 14 screens of 15 KiB", .navigator(.replace(path: path(14, bytes: 15 * 1024), in: nil))),
      ("CMD go, 250 branches", .navigator(.go(to: container(250), on: .id(.root)))),
      (
        "CMD batch, 256 verbs of 16 screens", .batch((0..<256).map { _ in .replace(path: path(16, bytes: 1), in: nil) })
      ),
      ("CMD batch, 256 verbs of one content", .batch((0..<256).map { .go(to: item($0, bytes: 900), on: .id(.root)) })),
      ("CMD show, 256 names", .show((0..<256).map(Names.screen))),
      ("CMD navigate, 256 names", .navigate((0..<256).map(Names.screen))),
      ("CMD open, 8 KiB", .open(url)),
    ]) + [
      LargestMessage(
        "CMD replace, path syntax of 256 screens", .command,
        command(#"{"verb":"replace","screens":"\#(pathText(screens: 256, keys: 1))"}"#), isRefused: false),
      LargestMessage(
        "CMD replace, path syntax of 30 × 256 keys", .command,
        command(#"{"verb":"replace","screens":"\#(pathText(screens: 30, keys: 256))"}"#), isRefused: false),
    ]

  /// Along the plan of a registration.
  static let drives = both([("CMD driveTo, input of 15 KiB", .drive(drive))], "drive")

  private static func both(_ verbs: [(String, Verb)], _ name: String = "largest") -> [LargestMessage] {
    verbs.enumerated().flatMap { number, verb in
      Encoding.allCases.map { encoding in
        let id = Names.command("\(name)-\(number)-\(encoding)")
        return LargestMessage(verb.0, .command(Command(id: id, verb: verb.1)), encoding)
      }
    }
  }

  /// The body of a command with these members, and with an id of its own.
  static func command(_ members: String) -> [UInt8] {
    Array((#"{"commandId":"largest-\#(members.utf8.count)","# + members.dropFirst()).utf8)
  }

  private static func item(_ number: Int, bytes: Int) -> PathItem {
    PathItem(AnyScreen(Names.screen(number), content: content(bytes)))
  }

  private static func path(_ count: Int, bytes: Int) -> [PathItem] { (0..<count).map { item($0, bytes: bytes) } }

  private static func container(_ branches: Int) -> PathItem {
    let items = (0..<branches).map { number in
      PathItem.Branch(BranchName("b\(number)") ?? "b", path: [PathItem(AnyScreen(Names.screen(number)))])
    }
    return PathItem(AnyScreen("tabs"), branches: items, selected: "b0")
  }

  private static let url: String = {
    let items = (0..<255).map { "k\($0)=\(String(repeating: "v", count: 20))" }
    return "museum://host/exhibit/7?" + items.joined(separator: "&")
  }()

  private static let drive: Drive = {
    var drive = Drive(.route(Names.route(4000)))
    drive.input = .object((0..<1300).map { ("k\($0)", .integer(Int64($0))) })
    return drive
  }()

  private static func pathText(screens: Int, keys: Int) -> String {
    (0..<screens).map { screen in
      "s\(screen)?" + (0..<keys).map { "k\($0)=1" }.joined(separator: "&")
    }.joined(separator: "/")
  }
}
