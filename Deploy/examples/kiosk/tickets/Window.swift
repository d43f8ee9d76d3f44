// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A window that a program of Tcl draws, `window.tcl`: lines tell it what to show, and it tells what was pressed.
final class Window: Sendable {
  /// What comes from it, a word a line: `mapped` once it can be seen, and the words of the buttons. Ends with the program.
  let words: AsyncStream<String>
  private let input: FileHandle

  /// Opens a window, which stays out of sight until it is placed.
  init(script: String) throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["wish", script]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    let (words, continuation) = AsyncStream<String>.makeStream()
    self.words = words
    let file = output.fileHandleForReading
    Thread.detachNewThread {
      var rest = ""
      while case let data = file.availableData, !data.isEmpty {
        rest += String(decoding: data, as: UTF8.self)
        while let end = rest.firstIndex(of: "\n") {
          continuation.yield(String(rest[..<end]))
          rest.removeSubrange(...end)
        }
      }
      process.waitUntilExit()
      continuation.finish()
    }
  }

  /// Has the program call a procedure; one that has ended hears nothing, and then ``words`` end too.
  func tell(_ procedure: String, _ arguments: String...) {
    let line = ([procedure] + arguments.map(Self.quoted)).joined(separator: " ")
    try? input.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Ends the program, and with it the window.
  func close() { try? input.close() }

  /// A text as one element of a list of Tcl, whatever it says: only letters and digits stand for themselves.
  private static func quoted(_ text: String) -> String {
    if text.isEmpty { return "{}" }
    return text.utf16.map { unit in
      let character = Character(UnicodeScalar(unit) ?? "\u{FFFD}")
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain ? String(character) : "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst()
    }.joined()
  }
}
