// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

struct Workers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workers", abstract: "Lists the registered workers, their screens, and their times to answer.",
    discussion: """
      P50 is the median time of its last 64 answers. MISSED counts asks that it did not answer in time, LATE those of \
      them that it answered afterwards, DEATHS how often its process ended without a goodbye.
      """)

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run() async throws {
    let navigator = try global.navigator()
    let workers = try await navigator.workers()
    await navigator.close()
    switch global.format {
    case .json: for worker in workers { Output.json(JSONLine.text(worker)) }
    case .text: for line in WorkersText(Array(workers), now: Date()).lines { Output.line(line) }
    }
  }
}
