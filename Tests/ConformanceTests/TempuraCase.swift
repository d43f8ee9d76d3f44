// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One line of `tempura-chain.jsonl` or `tempura-flow.jsonl`: an initial hierarchy, what each screen answers, and
/// operations one after another.
struct TempuraCase: Registry {
  /// What a screen can do.
  enum Kind: String {
    /// Answers as it is configured; implements no change.
    case config
    /// Answers nothing; implements no change.
    case routable
    /// Answers nothing, but implements change.
    case changer
    /// No routable.
    case plain
  }

  struct Entry {
    var kind: Kind
    /// By request, such as `show:a`. The last of a repeated request counts.
    var instructions: [String: String] = [:]
  }

  /// Who was asked about what, and who handled it.
  struct Handled: Equatable, CustomStringConvertible {
    var request: String
    var asked: [String]
    var by: String
    /// The asked elements, numbered in the order in which they came to be.
    var elements: [ElementID]

    var description: String { "\(request): \(asked.joined(separator: " ")) → \(by)" }
  }

  let id: String
  let line: JSONValue
  private(set) var catalog: [ScreenName: Entry] = [:]
  private let installs: Set<String>

  init(_ line: JSONValue) throws {
    self.line = line
    id = try line.text("id")
    installs = Set(try line["rootInstaller"]?.texts("accepts") ?? [])
    guard case .members(let members)? = line["catalog"] else { throw Vectors.Unreadable(what: id) }
    for member in members {
      guard let kind = Kind(rawValue: try member.value.text("kind")) else { throw Vectors.Unreadable(what: id) }
      var entry = Entry(kind: kind)
      for item in member.value.items("handles") {
        entry.instructions[try item.text("request")] = try item.text("instruction")
      }
      catalog[try ScreenName(vector: member.key)] = entry
    }
  }

  var operations: [Verb] {
    get throws {
      try line.items("ops").map { operation in
        switch (operation["show"], operation["navigate"]) {
        case (.array?, nil): .show(try operation.texts("show").map(ScreenName.init(vector:)))
        case (nil, .array?): .navigate(try operation.texts("navigate").map(ScreenName.init(vector:)))
        default: .hide(try ScreenName(vector: try operation.text("hide")), atomic: operation.flag("atomic"))
        }
      }
    }
  }

  /// The requests as they were observed.
  var observed: [Handled] {
    get throws {
      try line.items("requests").map { request in
        let by: String
        switch request["handledBy"] {
        case .string(let word)?: by = word
        case let screen?: by = try screen.text("screen")
        case nil: throw Vectors.Unreadable(what: id)
        }
        return Handled(
          request: "\(try request.text("request")) \(try request.text("identifier"))",
          asked: try request.texts("asked"), by: by,
          elements: request.items("askedUids").compactMap {
            if case .integer(let uid) = $0 { ElementID(UInt64(uid)) } else { nil }
          })
      }
    }
  }

  func answersRequests(_ name: ScreenName) -> Bool { (catalog[name]?.kind ?? .plain) != .plain }

  /// All register for all, so that the lists of the asked can be compared.
  func mayHandle(_ request: Request, screen: ScreenName) -> Bool { answersRequests(screen) }

  func presentation(of name: ScreenName) -> Presentation? { nil }

  func declaredBranches(of name: ScreenName) -> Branches? { nil }

  /// Whether a screen of the line is configured so for any request.
  func has(_ isWanted: (String) -> Bool) -> Bool {
    catalog.values.contains { $0.instructions.values.contains(where: isWanted) }
  }

  /// How the routable of `name` is configured for a request.
  private func instruction(for request: Request, of name: ScreenName) -> String? {
    switch request {
    case .show(let asked): catalog[name]?.instructions["show:\(asked)"]
    case .hide(let asked): catalog[name]?.instructions["hide:\(asked)"]
    case .change, .install, .back, .toChild, .toParent, .toSelf: nil
    }
  }

  /// Whether the routable of `name` begins to handle a request and never completes.
  func isSilent(_ request: Request, of name: ScreenName) -> Bool {
    instruction(for: request, of: name) == "customNever"
  }

  /// What the routable of `name` answers.
  func answer(_ request: Request, of name: ScreenName) throws -> PlanAnswer {
    switch request {
    case .show, .hide: break
    case .change: return catalog[name]?.kind == .changer ? .instruction(.done) : .declined
    case .install, .back, .toChild, .toParent, .toSelf:
      throw Vectors.Unreadable(what: "\(id): nobody asks this: \(request)")
    }
    guard let instruction = instruction(for: request, of: name) else { return .declined }
    switch instruction {
    case "push": return .instruction(.push(nil))
    case "present": return .instruction(.present(nil))
    case "pop": return .instruction(.pop)
    case "popToRoot": return .instruction(.popToRoot)
    case "dismissHard": return .instruction(.dismiss(hard: true))
    case "dismissSoft": return .instruction(.dismiss(hard: false))
    case "custom", "optionalYes": return .instruction(.done)
    // One that never completes is silent: it runs into its deadline, and the next is asked.
    case "optionalNo", "customNever": return .declined
    default:
      guard instruction.hasPrefix("popTo:") else { throw Vectors.Unreadable(what: "\(id): \(instruction)") }
      return .instruction(.popTo(try ScreenName(vector: String(instruction.dropFirst(6)))))
    }
  }

  /// What the installer answers.
  func answer(installing name: ScreenName) -> PlanAnswer {
    guard installs.contains(name.rawValue) else { return .declined }
    return .instruction(.push(AnyScreen(name, presentation: .sheet(allowsPush: false))))
  }
}
