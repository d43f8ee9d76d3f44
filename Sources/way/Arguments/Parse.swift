// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import RouteModel
import Waykeeper

/// What is typed to values. Each error says what was typed and what belongs there.
enum Parse {
  static func scene(_ text: String) throws -> SceneName { try name(text, "a scene") }

  static func screenName(_ text: String) throws -> ScreenName { try name(text, "a screen") }

  /// Names of workers, with commas between them.
  static func workers(_ text: String) throws -> [WorkerName] {
    let names = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try name(String($0), "a worker") as WorkerName
    }
    guard names.count <= workersMax else { throw tooManyWorkers }
    return names
  }

  /// The most that are waited for.
  static let workersMax = 256

  static var tooManyWorkers: ValidationError { ValidationError("at most \(workersMax) workers are waited for") }

  static func worker(_ text: String) throws -> WorkerName { try name(text, "a worker") }

  static func branch(_ text: String) throws -> BranchName { try name(text, "a branch") }

  static func destination(_ text: String) throws -> DestinationName { try name(text, "a destination") }

  /// The branches of a container, as a path has them in braces.
  static func branches(_ text: String) throws -> PathItem {
    let before = "container{"
    let path = try syntax { () throws(Path.SyntaxError) in
      do throws(Path.SyntaxError) { return try PathItem.path(parsing: "\(before)\(text)}") } catch {
        // What stands round the branches nobody has typed.
        let offset = min(max(0, error.offset - before.utf8.count), text.utf8.count)
        throw Path.SyntaxError(text: text, offset: offset, expected: error.expected)
      }
    }
    guard path.count == 1, let item = path.first, !item.branches.isEmpty else {
      throw ValidationError("branches are written NAME=PATH,NAME=PATH")
    }
    return item
  }

  static func route(_ text: String) throws -> RouteID { try name(text, "a route") }

  private static func name<Kind>(_ text: String, _ what: String) throws -> Name<Kind> {
    guard let name = Name<Kind>(text) else {
      throw ValidationError(
        Name<Kind>.reservation(of: text)
          ?? "\(what) is named by a letter, then up to 63 of letters, digits, '-', '_' and '.'")
    }
    return name
  }

  static func screen(_ text: String) throws -> AnyScreen {
    try syntax { () throws(Path.SyntaxError) in try AnyScreen(parsing: text) }
  }

  static func path(_ text: String) throws -> [PathItem] {
    try syntax { () throws(Path.SyntaxError) in try PathItem.path(parsing: text) }
  }

  static func target(_ text: String) throws -> Target {
    if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      throw ValidationError("an element's id is written with an @. Did you mean '@\(text)'?")
    }
    let target = try syntax { () throws(Path.SyntaxError) in try Target(parsing: text) }
    guard target != .asked else {
      throw ValidationError(
        "@self is the element that is asked, and nobody is asked here; an id such as @3, or a screen, is expected")
    }
    return target
  }

  static func element(_ text: String) throws -> ElementID {
    guard let id = elementID(text) else {
      throw ValidationError("an element's id is expected, such as @3; `way` shows them")
    }
    return id
  }

  /// The id that is written `@3`. Messages hold none above `Int64.max`.
  private static func elementID(_ text: String) -> ElementID? {
    guard text.hasPrefix("@"), let number = Int64(text.dropFirst()), number >= 0 else { return nil }
    return ElementID(UInt64(number))
  }

  /// The name of a file. An unset variable of a script leaves it empty.
  static func file(_ text: String) throws -> String { try place(text, "a file") }

  /// The name of a folder, likewise.
  static func folder(_ text: String) throws -> String { try place(text, "a folder") }

  private static func place(_ text: String, _ what: String) throws -> String {
    guard !text.isEmpty else { throw ValidationError("it is empty; name \(what)") }
    return text
  }

  static func commandID(_ text: String) throws -> CommandID {
    guard let id = CommandID(text) else {
      throw ValidationError("a command's id is up to 64 characters without spaces")
    }
    return id
  }

  static func word<Word>(_ text: String) throws -> Word
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map(\.rawValue)
    throw ValidationError("one of \(known.joined(separator: ", ")) is expected" + Spelling.aside(text, among: known))
  }

  /// JSON that a command carries for those that it asks.
  static func json(_ text: String) throws -> JSONValue {
    let value: JSONValue
    do {
      value = try JSONValue(json: text)
    } catch {
      throw ValidationError("this is no JSON: \(error)")
    }
    let count = value.encodedByteCount
    guard count <= Limits.inputBytesMax else {
      throw ValidationError("this has \(count) octets, and \(Limits.inputBytesMax) are the most")
    }
    return value
  }

  /// Refuses more screens than a message lists.
  static func check(screens count: Int) throws {
    guard count <= Limits.listMax else {
      throw ValidationError("\(count) screens are named, and \(Limits.listMax) are the most")
    }
  }

  /// The revision that a text spells; nil of other texts. Messages hold none above `Int64.max`.
  static func spelledRevision(_ text: String) -> Revision? {
    Revision(text).flatMap { $0 <= Revision(Int64.max) ? $0 : nil }
  }

  static func revision(_ text: String) throws -> Revision {
    guard let revision = spelledRevision(text) else {
      throw ValidationError("'\(text)' is no revision such as 8412; `way history` tells them with their times")
    }
    return revision
  }

  static func expectation(_ text: String) throws -> Expectation {
    if let revision = spelledRevision(text) { return .revision(revision) }
    if let id = elementID(text) { return .top(id) }
    throw ValidationError("a revision such as 8412 or an element such as @3 is expected")
  }

  static func time(_ text: String) throws -> Duration {
    guard let ms = TimeText.milliseconds(text) else {
      throw ValidationError(excess(of: text) ?? "'\(text)' is not \(TimeText.form)")
    }
    return .milliseconds(ms)
  }

  /// What is wrong with a time that is written right and too long; nil where it is not.
  static func excess(of text: String) -> String? {
    guard TimeText.milliseconds(text) == nil, text.wholeMatch(of: /[0-9]+(ms|[smhd])/) != nil else { return nil }
    return "\(text) is longer than the longest time, \(TimeText.text(ms: TimeText.longestMs))"
  }

  /// A time that something may take.
  static func patience(_ text: String) throws -> Duration {
    let time = try time(text)
    guard time > .zero else { throw ValidationError("a time above 0 is expected, such as 500ms, 3s or 2m") }
    return time
  }

  private static func syntax<Value>(_ parse: () throws(Path.SyntaxError) -> Value) throws -> Value {
    do {
      return try parse()
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
