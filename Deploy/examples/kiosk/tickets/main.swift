// SPDX-License-Identifier: Apache-2.0
// The screen `tickets` of the kiosk, a worker in Swift.   tickets window.tcl

import Foundation
import Waykeeper

/// A counter that sells tickets.
struct Tickets: Screen {
  static let name: ScreenName = "tickets"
  /// How many there are in the basket. The route keeps it, so a worker that was killed finds it again.
  var count: Int

  /// Why the visitor cannot leave yet; nil where nothing keeps her.
  var hold: String? { count > 0 ? "\(text) \(count == 1 ? "is" : "are") not paid" : nil }

  var text: String { "\(count) \(count == 1 ? "ticket" : "tickets")" }
}

guard let script = CommandLine.arguments.dropFirst().first else {
  log("usage: tickets window.tcl")
  exit(2)
}
signal(SIGPIPE, SIG_IGN)  // a window that has ended is told by the end of its words

let worker = ScreenWorker("tickets", version: "1.0") {
  Hosts(Tickets.self) { screen in
    let counter = Counter(screen: screen, window: try Window(script: script), navigator: try .connect(name: "tickets"))
    await counter.run()
  }
  .guarding { _, screen in screen.content.hold.map { .deny($0) } ?? .allow }
}
await worker.runOrExit()
