// SPDX-License-Identifier: Apache-2.0

/// The command line as the system has it. As texts its octets are other ones where they are not UTF-8.
package enum CommandLineOctets {
  /// The number of the first argument that is not UTF-8, and would be taken for another text; nil where each is.
  package static var firstWithoutText: Int? {
    let words = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
    return words.indices.dropFirst().first { String(validatingCString: words[$0]) == nil }
  }

  /// Why a program does not begin with such an argument.
  package static func refusal(of number: Int) -> String {
    "argument \(number) is not UTF-8, and cannot be taken as it is"
  }
}
