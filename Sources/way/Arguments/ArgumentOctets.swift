// SPDX-License-Identifier: Apache-2.0

import StandardStreams

/// Whether the arguments are texts. Behind `--` stand words of another program, which gets them as they are.
enum ArgumentOctets {
  /// That an argument is not UTF-8, and would be taken, or handed on, as another text; nil where each is.
  static var failure: CommandFailure? {
    guard let fault = CommandLineOctets.firstWithoutText else { return nil }
    guard let terminator = CommandLine.arguments.prefix(fault).dropFirst().firstIndex(of: "--") else {
      return CommandFailure(CommandLineOctets.refusal(of: fault), .usage)
    }
    return CommandFailure(
      "argument \(fault - terminator) behind -- is not UTF-8, and cannot be handed on as it is", .usage)
  }
}
