// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLines

extension RepeatedOption {
  /// The first such option of a command line of `way`; nil where there is none.
  ///
  /// - Parameter arguments: As ``Invocation`` leaves them: the command first.
  init?(in arguments: [String]) { self.init(in: arguments, of: Self.command(of: arguments)) }

  /// The end of the program because of it.
  var failure: CommandFailure { CommandFailure(refusal, .usage) }

  /// The command that the first words name.
  static func command(of words: [String]) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Way.self
    for word in words {
      let within = command.configuration.subcommands.first { $0.configuration.commandName == word }
      guard let within else { break }
      command = within
    }
    return command.configuration.defaultSubcommand ?? command
  }
}
