// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What stands behind `--` on the command line: words of another program, which gets them as they are.
enum HandedArguments {
  /// That one of them is not UTF-8, and would reach the program changed; nil where all can be handed on.
  static var failure: CommandFailure? {
    let words = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    guard let terminator = words.firstIndex(where: { strcmp($0, "--") == 0 }) else { return nil }
    let handed = words[terminator...].dropFirst()
    guard let place = handed.firstIndex(where: { String(validatingCString: $0) == nil }) else { return nil }
    return CommandFailure(
      "argument \(place - terminator) behind -- is not UTF-8, and cannot be handed on as it is", .usage)
  }
}
