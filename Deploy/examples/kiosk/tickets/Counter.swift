// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// The life of one element: its window follows the route, and its buttons command.
struct Counter {
  let screen: HostedScreen<Tickets>
  let window: Window
  let navigator: Navigator

  /// Ends when the element has left.
  func run() async {
    draw(screen.content)
    window.tell("place", screen.visibility.rawValue)
    await withDiscardingTaskGroup { group in
      group.addTask { for await tickets in screen.contents { draw(tickets) } }
      group.addTask { for await visibility in screen.visibilities { window.tell("place", visibility.rawValue) } }
      group.addTask {
        for await word in window.words { await hear(word) }
        // Without its window this screen is of no use; whatever started the worker starts it again.
        if !Task.isCancelled {
          log("the window has ended")
          exit(EX_UNAVAILABLE)
        }
      }
    }
    window.close()
    await navigator.close()
  }

  private func draw(_ tickets: Tickets, question: String? = nil) {
    window.tell("clear", "#006d77")
    window.tell("text", "In your basket: \(tickets.text)", "30")
    if let question {
      window.tell("text", "\(question). Leave without?", "20")
      window.tell("button", "discard", "Leave without")
    } else {
      window.tell("text", "A ticket opens the cinema in the basement.", "20")
    }
    window.tell("button", "count \(tickets.count + 1)", "One more")
    if tickets.count > 0 {
      window.tell("button", "count \(tickets.count - 1)", "One less")
      window.tell("button", "pay", "Pay")
    }
    window.tell("button", "back", "Back")
    // Whoever sees the title finds all buttons.
    window.tell("named", question ?? tickets.text)
  }

  /// A word from the window.
  private func hear(_ word: String) async {
    do {
      switch word {
      case "mapped": screen.didAppear()
      case "pay", "discard": try await navigator.expecting(.top(screen.id)).skippingGuards().back()
      case "back": try await back()
      default:
        guard let count = word.split(separator: " ").last.flatMap({ Int($0) }) else { return }
        try await navigator.replaceContent(of: screen.id, with: Tickets(count: count))
      }
    } catch {
      log("\(word): \(error)")
    }
  }

  /// The guard decides; its reason is this window's question.
  private func back() async throws {
    let outcome = try await navigator.expecting(.top(screen.id)).attempt(.back)
    if case .vetoed = outcome.kind { draw(screen.content, question: outcome.message) }
  }
}

/// Writes a line to the standard error.
func log(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
