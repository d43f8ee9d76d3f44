// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization
import Waykeeper

/// Carries out what a program commands, one command after another, and tells it each outcome. The program is asked
/// meanwhile: a command never holds up an answer.
final class ProgramCommands: Sendable {
  /// The most commands that wait; one more is refused.
  static let waitingMax = 64
  /// How long those that wait may take when the program says nothing more.
  static let restMax: Duration = .seconds(10)
  /// How long those that run may take to end as cancelled. A coordinator that hangs never says so.
  private static let grace: Duration = .seconds(1)
  /// Stands for the id of a command whose line names none.
  private static let unnamed: CommandID = {
    guard let id = CommandID("-") else { preconditionFailure("'-' is an id") }
    return id
  }()

  private let location: CoordinatorLocation
  private let worker: WorkerName
  private let scene: SceneName
  private let say: @Sendable (String) -> Void
  private let waiting: AsyncStream<Command>
  private let input: AsyncStream<Command>.Continuation
  /// Made for the first command.
  private let navigator = Mutex<Navigator?>(nil)

  /// The commands of this worker; `say` tells it a line.
  init(of registration: Registration, at location: CoordinatorLocation, say: @escaping @Sendable (String) -> Void) {
    self.location = location
    self.say = say
    worker = registration.worker
    let scenes = registration.scenes ?? []
    scene = scenes.count == 1 ? scenes[0] : "main"
    (waiting, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingMax))
  }

  /// The members that a line leaves out.
  var defaults: Command { Command(id: Self.unnamed, scene: scene, verb: .back) }

  /// Carries the command out when those before it have ended.
  func take(_ command: Command) {
    if command.within != nil {
      return refuse(command, "noCommand", "'within' is for workers that speak the protocol themselves; leave it out")
    }
    if case .dropped(let command) = input.yield(command) {
      refuse(command, "tooMany", "\(Self.waitingMax) commands of this program wait already; wait for their outcomes")
    }
  }

  /// Carries out those that wait, and no more.
  func end() { input.finish() }

  /// Carries out all that come, until ``end()``. Where its task is cancelled those that run are withdrawn, and waited for no longer
  /// than a moment; no other one begins.
  func run() async {
    await withTaskCancellationHandler {
      await carryOutAll()
    } onCancel: {
      Task {
        try? await Task.sleep(for: Self.grace)
        await close()
      }
    }
    await close()
  }

  private func carryOutAll() async {
    await withDiscardingTaskGroup { group in
      for await command in waiting {
        // What waits already is handed out all the same.
        if Task.isCancelled {
          refuse(command, "withdrawn", "the worker ends; the command was not sent")
          continue
        }
        do throws(NavigatorError) {
          await Settling.run(with: try connected()) { [self] in
            await carryOut(command, $0)
          } start: { work in
            group.addTask { await work() }
          }
        } catch {
          refuse(command, error.code.description, error.message)
        }
      }
      group.cancelAll()
    }
  }

  private func connected() throws(NavigatorError) -> Navigator {
    try navigator.withLock { (navigator) throws(NavigatorError) in
      if let navigator { return navigator }
      let new = try Navigator.connect(location, name: worker.rawValue)
      navigator = new
      return new
    }
  }

  /// Ends the connection: what still runs has no outcome.
  private func close() async {
    let navigator = navigator.withLock { $0.take() }
    await navigator?.close()
  }

  private func carryOut(_ command: Command, _ navigator: Navigator) async {
    do throws(NavigatorError) {
      var command = command
      if command.id == Self.unnamed { command.id = try navigator.command(for: .back).id }
      say("{\"outcome\":\(JSONLine.text(try await navigator.attempt(command)))}")
    } catch {
      refuse(command, error.code.description, error.message)
    }
  }

  private func refuse(_ command: Command, _ code: String, _ message: String) {
    say(ErrorText.json(code: code, message, id: command.id == Self.unnamed ? nil : command.id))
  }
}
