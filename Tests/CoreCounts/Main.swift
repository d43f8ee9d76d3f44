// SPDX-License-Identifier: Apache-2.0

import Coordination

/// Navigates through the core without sockets, for `.ci/counts` to count instructions: `corecounts NAVIGATIONS RECORDED`.
///
/// The messages of clients and workers are made beforehand, all of `RECORDED` navigations. So two runs with the same
/// `RECORDED` differ by what the core does in the navigations that one of them has more, and by nothing else.
@main
enum Main {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] <= numbers[1] else {
      print("usage: corecounts NAVIGATIONS RECORDED")
      return
    }
    let recorded = Recording(navigations: numbers[1])
    var core = Core()
    for message in recorded.preparations { _ = core.take(message) }
    var octets = 0
    for message in recorded.messages.prefix(numbers[0] * Recording.messagesOfNavigation) {
      octets += core.take(message).octets
    }
    print("\(numbers[0]) navigations, \(octets) octets were sent")
  }
}
