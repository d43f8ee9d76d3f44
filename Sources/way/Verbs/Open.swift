// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Waykeeper

struct Open: VerbCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Follows a deep link: the path becomes the one that the URL leads to.",
    discussion: """
      The first who reads it wins: the configuration's patterns, then each worker's patterns and code, in the order of \
      their names. Within 10s of the \
      coordinator's start (unless configured otherwise), and where a part or a host that it needs is missing, a link waits \
      for its workers.
      """)

  @Argument(help: "A URL: museum://exhibit/7")
  var url: String

  @OptionGroup var options: VerbOptions

  func validate() throws {
    guard url.utf8.count > Limits.pathTextBytesMax else { return }
    throw ValidationError("this URL has \(url.utf8.count) octets, and \(Limits.pathTextBytesMax) are the most")
  }

  var verb: Verb { .open(url) }

  /// Why it may take long.
  static let reason = "a link that nobody follows waits for workers that may come, most of all after a start"

  /// Longer than a link waits.
  static let timeout = Duration.seconds(15)
}
