// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@testable import Waykeeper

/// Trees as workers declare them, put together and built by the pure machine, with asks answered as a worker answers.
struct TreeBench {
  private(set) var tables: [WorkerName: TreeTable] = [:]
  let composition: TreeComposition

  /// One worker's tree.
  init(_ tree: some PathBuilder) { self.init([TreeTable("kiosk", roots: [tree.pathTree.shape], parts: [])]) }

  /// Several workers, by name.
  init(_ tables: [TreeTable]) {
    var parts: [TreePart] = []
    for table in tables {
      self.tables[table.worker] = table
      if let root = table.root { parts.append(TreePart(root, of: table.worker)) }
      for (name, node) in table.parts { parts.append(TreePart(node, named: name, of: table.worker)) }
    }
    composition = TreeComposition(parts)
  }

  /// What becomes of a path: built as a whole, or where it stops.
  struct Built {
    var build: PathBuild
    /// What was asked, in order.
    var asked: [BuildAsk] = []

    /// The path, as far as it goes: `home/detail!`, with a mark where it stops.
    var text: String {
      guard let stop = build.stop else { return build.path.description }
      let path = Path(Array(build.path.elements.prefix(stop.index)))
      return "\(path)!"
    }
  }

  func build(_ path: any ScreenConvertible...) async throws -> Built {
    try await build(
      Path(try path.enumerated().map { Element(id: ElementID(UInt64($0)), screen: try $1.anyScreen) }))
  }

  func build(_ path: Path) async throws -> Built {
    var built = Built(build: PathBuild(path, by: composition))
    var step = built.build.begin()
    while case .ask(let ask) = step {
      built.asked.append(ask)
      let answer = try #require(try await tables[ask.worker]?.build(ask.key, try OpenAsk(ask)))
      switch answer {
      case .allow: step = built.build.answer(.allow)
      case .declined: step = built.build.answer(.declined)
      case .tree(let node): step = built.build.answer(.tree(node))
      default: throw NavigatorError(.refused, "\(answer)")
      }
    }
    return built
  }
}

/// A screen that tells itself apart by a text.
struct Page: Screen {
  static let name: ScreenName = "page"
  var title = ""
}

struct Detail: Screen {
  static let name: ScreenName = "detail"
  var detailID = "0"
}

struct SettingsScreen: Screen {
  static let name: ScreenName = "settings"
  var presentationStyle: PresentationStyle { .sheet() }
}

struct Login: Screen {
  static let name: ScreenName = "login"
}

extension OpenAsk {
  /// The ask that a worker gets for one of the machine's.
  init(_ ask: BuildAsk) throws {
    let asked = Ask(
      token: Ask.Token(epoch: 1, number: 1), command: try #require(CommandID(client: "test", sequence: 1)),
      scene: "main",
      revision: 1, question: .build(ask.key), screen: ask.element.screen, element: ask.element.id, isDraft: true,
      route: Path(ask.before), context: .null, animated: false, deadlineMs: 500, depth: 0)
    self.init(asked) { _ in }
  }
}
