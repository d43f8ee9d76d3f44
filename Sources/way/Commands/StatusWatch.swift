// SPDX-License-Identifier: Apache-2.0

import Foundation
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
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let (moments, moment) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    moment.yield()
    let helpers = [
      Task { for await _ in PathObserver(scene: global.scene, at: global.location) { moment.yield() } },
      Task { while (try? await Task.sleep(for: Self.period)) != nil { moment.yield() } },
    ]
    Output.beginScreen()
    let drawing = Task { await draw(first, at: moments, by: navigator, folder) }
    let ending = Task {
      for await _ in signals { break }
      // Also while the coordinator does not answer.
      drawing.cancel()
    }
    let picture = await drawing.value
    ending.cancel()
    Output.endScreen()
    for helper in helpers { helper.cancel() }
    // The last picture stays.
    for line in picture { Output.line(line) }
    await navigator.close()
  }

  /// Draws the status at each of these moments, until this task is cancelled; returns the last picture, with what is wrong with it.
  private func draw(
    _ first: [Printed], at moments: AsyncStream<Void>, by navigator: Navigator, _ folder: String
  ) async -> [Printed] {
    var picture = first
    var trouble: [Printed] = []
    for await _ in moments {
      do {
        picture = try await Status.text(by: navigator, folder: folder, scene: global.scene).lines
        trouble = []
      } catch {
        guard !Task.isCancelled else { break }
        trouble = ErrorText.lines(of: error).prefix(1).flatMap { Palette.standard.lines($0, .bad) }
      }
      Output.screen(trouble + picture)
      guard Output.isTaken, (try? await Task.sleep(for: Self.pause)) != nil else { break }
    }
    return trouble + picture
  }
}
