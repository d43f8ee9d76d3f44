// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// Carries out what a program commands, one command after another, and tells it each outcome. The program is asked
/// meanwhile: a command never holds up an answer.
final class ProgramCommands: Sendable {
  /// The most commands that wait; one more is refused.
  static let waitingMax = 64
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

  /// Carries out all that come, until ``end()`` or its task is cancelled.
  func run() async {
    var navigator: Navigator?
    await withDiscardingTaskGroup { group in
      for await command in waiting {
        do throws(NavigatorError) {
          let current = if let navigator { navigator } else { try Navigator.connect(location, name: worker.rawValue) }
          navigator = current
          await Settling.run(with: current) { [self] in
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
