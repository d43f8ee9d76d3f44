// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// A worker as a file describes it: which screens it shows, and how it reacts when it is asked.
struct WorkerFile: Sendable {
  /// When a shown screen reports that it has appeared.
  enum Appearance: Equatable {
    case after(Duration)
    case never
  }

  /// One screen.
  struct Entry: Sendable {
    let name: ScreenName
    /// In the order of their patterns.
    var handles: [(pattern: RequestPattern, reaction: Reaction)] = []
    /// Answers that the coordinator knows beforehand.
    var standing: [(pattern: RequestPattern, reaction: Reaction)] = []
    var guarding: Reaction?
    var unanswered = Routable.Unanswered.allow
    var back: Reaction?
    var prepares: Reaction?
    var onDeath = Routable.DeathPolicy.keep
    var appears = Appearance.after(.zero)
    var isSensitive = false
    var presentation: Presentation?
    var instance = AnyScreen.InstanceMode.standard
    /// Of a container.
    var branches: DeclaredBranches?
  }

  /// Its name, which one process has at a time.
  var worker: WorkerName = "worker"
  /// For people.
  var version = ""
  /// nil for all.
  var scenes: [SceneName]? = ["main"]
  /// The names that it installs as root.
  var root: [ScreenName] = []
  /// In the order of the file.
  var screens: [Entry] = []
  /// The navigation tree, and links.
  var declaration = Declaration()
}

/// What a file says is done when an ask comes.
indirect enum Reaction: Sendable {
  /// This answer.
  case answer(Answer)
  /// A redirect, the first time that a command comes in an epoch; when it comes again it was resumed, and this is done.
  case redirect(Answer, then: Reaction)
  /// None, until nobody waits any more.
  case hang
  /// The process ends at once, as by `kill -9`.
  case crash
  /// This, later; with `working`, more time is asked for first.
  case after(Duration, working: Duration?, Reaction)
}

extension Reaction: CustomStringConvertible {
  /// For people.
  var description: String {
    switch self {
    case .answer(let answer): answer.text
    case .redirect(let answer, then: _): answer.text
    case .hang: "hang"
    case .crash: "crash"
    case .after(let time, working: _, let reaction): "\(reaction) after \(Quantity.text(time))"
    }
  }
}

extension Answer {
  /// For people: `push map?floor=1`, `deny "unsaved notes"`.
  var text: String {
    switch self {
    case .instruction(.push(let screen)): words("push", screen?.text)
    case .instruction(.present(let screen)): words("present", screen?.text)
    case .instruction(.popTo(let name)): words("popTo", name?.rawValue)
    case .instruction(.dismiss(hard: let hard)): "dismiss \(hard ? "hard" : "soft")"
    case .instruction(let instruction): instruction.word
    case .merging(let instruction): "\(instruction.word), merging the input"
    case .declined: "declined"
    case .allow: "allow"
    case .deny(let code, let message): refusal("deny", code, message)
    case .failed(let code, let message): refusal("fail", code, message)
    case .redirect(let verb, _): "redirect to \(verb.verbText)"
    case .tree: "a tree"
    case .path(let path): "to \(PathItem.text(of: path))"
    case .value(let value): "value \(value)"
    }
  }

  private func words(_ words: String?...) -> String { words.compactMap(\.self).joined(separator: " ") }

  private func refusal(_ word: String, _ code: String?, _ message: String?) -> String {
    words(word, code.map { "[\($0)]" }, message.map { "\"\($0)\"" })
  }
}
