// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
@preconcurrency import Glibc
import Logging

@main struct Main {
  static func main() throws {
    let configuration = try Configuration.load()
    var options = CoordinatorService.Options()
    options.endsBySignal = true
    do {
      try CoordinatorService(configuration, options: options, logger: Logger(label: "waykeeperd")).run()
    } catch {
      fputs("waykeeperd: \(error)\n", stderr)
      exit(error.exitCode)
    }
  }
}
