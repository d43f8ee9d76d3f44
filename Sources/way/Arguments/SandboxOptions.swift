// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What a sandbox is to be; `way sandbox` and its keeper share it.
struct SandboxOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration of the coordinator, on top of `hosting: optional`.", valueName: "file"),
    completion: .file(), transform: Parse.file)
  var config: String?

  @Flag(help: "Leave the folder behind, with the coordinator's log and journal, and say where it is.")
  var keep = false

  @Flag(help: "Say nothing of the sandbox itself, but where a folder is that is kept.")
  var quiet = false

  /// As they are typed.
  var words: [String] {
    (config.map { ["--config", $0] } ?? []) + (keep ? ["--keep"] : []) + (quiet ? ["--quiet"] : [])
  }
}
