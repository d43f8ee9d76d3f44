// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UnixSignals
import Waykeeper

/// Draws the status anew, with each change of a route and each second, until a signal ends it.
struct StatusWatch {
  /// Drawn at most so often: a burst of changes is one picture.
  private static let pause = Duration.milliseconds(100)
  private static let period = Duration.seconds(1)

  let global: GlobalOptions

  func run() async throws {
    let folder = try global.location.resolve()
    let navigator = try global.navigator()
    // What cannot be drawn at all is told as by the command without --watch.
    try await Status.check(global.scene, in: navigator.status(), navigator)
    let first = try await Status.text(by: navigator, folder: folder, scene: global.scene).lines
    let (moments, moment) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    moment.yield()
    let (screen, board) = (OtherScreen(), Board(first))
    SignalTrap.endAnyway(by: [SIGINT, SIGTERM] + SignalTrap.heeded([SIGQUIT]))
    SignalTrap.hear(SignalTrap.heeded([SIGTSTP, SIGQUIT])) { signal in
      screen.leave(by: signal)
      moment.yield()
    }
    // Behind the others: when these are heard, those are.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let helpers = [
      Task {
        for await event in PathObserver(scene: global.scene, at: global.location) {
          // What is asked then may wait for its answer for long.
          if event == .disconnected, let absence { screen.draw(board.add(absence)) }
          moment.yield()
        }
      },
      Task { while (try? await Task.sleep(for: Self.period)) != nil { moment.yield() } },
    ]
    screen.begin()
    let drawing = Task { await draw(board, on: screen, at: moments, by: navigator, folder) }
    let ending = Task {
      for await _ in signals { break }
      // Also while the coordinator does not answer.
      drawing.cancel()
    }
    let picture = await drawing.value
    ending.cancel()
    for helper in helpers { helper.cancel() }
    // One that draws now would begin the other screen anew.
    for helper in helpers { await helper.value }
    screen.end()
    // The last picture stays.
    for line in picture { Output.line(line) }
    await navigator.close()
  }

  /// Draws the status at each of these moments, until this task is cancelled; returns the last picture, with what is wrong with it.
  private func draw(
    _ board: Board, on screen: OtherScreen, at moments: AsyncStream<Void>, by navigator: Navigator, _ folder: String
  ) async -> [Printed] {
    for await _ in moments {
      let whole: [Printed]
      do {
        whole = board.show(try await Status.text(by: navigator, folder: folder, scene: global.scene).lines)
      } catch {
        guard !Task.isCancelled else { break }
        whole = board.add(absence ?? Self.trouble(error))
      }
      screen.draw(whole)
      guard Output.isTaken, (try? await Task.sleep(for: Self.pause)) != nil else { break }
    }
    return board.whole
  }

  /// That nobody listens any more; nil where somebody does.
  private var absence: [Printed]? {
    do {
      _ = try global.location.resolve()
      return nil
    } catch {
      return Self.trouble(error)
    }
  }

  private static func trouble(_ error: any Error) -> [Printed] {
    ErrorText.lines(of: error).prefix(1).flatMap { Palette.standard.lines($0, .bad) }
  }
}

/// The last picture of the status, and what is wrong with it.
private final class Board: Sendable {
  private struct State {
    var picture: [Printed]
    var trouble: [Printed] = []
    var whole: [Printed] { trouble + picture }
  }

  private let state: Mutex<State>

  init(_ picture: [Printed]) { state = Mutex(State(picture: picture)) }

  var whole: [Printed] { state.withLock { $0.whole } }

  /// What is drawn where this is the status now.
  func show(_ picture: [Printed]) -> [Printed] {
    state.withLock { state in
      state = State(picture: picture)
      return state.whole
    }
  }

  /// What is drawn where this is wrong with the picture.
  func add(_ trouble: [Printed]) -> [Printed] {
    state.withLock { state in
      state.trouble = trouble
      return state.whole
    }
  }
}

/// The other screen of the terminal, from its begin to its end.
private final class OtherScreen: Sendable {
  private let isShown = Mutex(false)

  func begin() {
    isShown.withLock { isShown in
      isShown = true
      Output.beginScreen()
    }
  }

  /// Draws; on the other screen again where a stop has left it, and the terminal is this program's again.
  func draw(_ picture: [Printed]) {
    isShown.withLock { isShown in
      if !isShown, Self.hasTerminal {
        isShown = true
        Output.beginScreen()
      }
      if isShown { Output.screen(picture) }
    }
  }

  /// Shows the first screen while a signal has its effect, and this one again where that was a stop; not yet where the program goes
  /// on in the background, for the screen is another one's.
  func leave(by signal: Int32) {
    isShown.withLock { isShown in
      if isShown { Output.endScreen() }
      SignalTrap.act(as: signal)
      isShown = isShown && Self.hasTerminal
      if isShown { Output.beginScreen() }
    }
  }

  /// Whether this program is in the foreground. A terminal that is not that of its session has no jobs.
  private static var hasTerminal: Bool {
    let group = tcgetpgrp(STDOUT_FILENO)
    return group < 0 || group == getpgrp()
  }

  func end() {
    isShown.withLock { isShown in
      if isShown { Output.endScreen() }
      isShown = false
    }
  }
}
