// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import ZeroMQ

/// Gives each scene of a load the path that it begins with.
struct SceneSetup: ~Copyable {
  private let plan: LoadPlan
  private let socket: Socket
  private let client = LoadMessages.client(0)

  init(_ plan: LoadPlan, at endpoint: Endpoint) throws {
    self.plan = plan
    socket = try .dealer(queue: 64, to: endpoint, in: Context())
  }

  /// One scene after the other, so that none finds a queue full.
  ///
  /// - Parameters:
  ///   - isDry: Only finds out whether the coordinator knows the scenes, or lets one begin them. Nothing changes, and hosts may
  ///     still come.
  ///   - isStopped: Whether somebody wants it to end before all have begun, which is a failure.
  func run(isDry: Bool, _ isStopped: () -> Bool) throws {
    var poller = Poller()
    _ = poller.watch(socket)
    for scene in 0..<plan.scenes {
      let sequence = UInt64(scene + 1)
      guard let id = CommandID(client: client, sequence: sequence) else {
        preconditionFailure("'\(client)' is no client")
      }
      let verb = Verb.navigator(.replace(path: plan.path, in: nil))
      var command = Command(id: id, scene: LoadPlan.scene(scene), verb: verb)
      command.ackedBelow = sequence
      command.isDryRun = isDry
      // A start path may wait for the very workers that come later.
      if isDry { command.ifBusy = .reject }
      let (header, body) = LoadMessages.frames(.command(command))
      let answer = try answer(to: [header, body], &poller, isStopped)
      if isDry, case .outcome(let outcome) = answer, Self.mayBegin(behind: outcome.kind) { continue }
      try check(answer, LoadPlan.scene(scene))
    }
  }

  /// Whether a dry run that ended so may be followed by a command that is carried out: what hosts lack the load's own workers bring.
  private static func mayBegin(behind kind: Outcome.Kind) -> Bool {
    switch kind {
    case .unchanged, .busy, .rejected(.noHost), .rejected(.noSuchBranch): true
    default: false
    }
  }

  private static let noAnswer = LoadFailure("the coordinator does not answer the first command")

  private borrowing func answer(
    to frames: [[UInt8]], _ poller: inout Poller, _ isStopped: () -> Bool
  ) throws -> Message {
    let end = LoadClock.nanoseconds + Clients.patienceNs
    guard try socket.send(frames) == .sent else { throw Self.noAnswer }
    while LoadClock.nanoseconds < end {
      guard !isStopped() else { throw LoadFailure("ended while it waited for the scenes to begin") }
      guard try !poller.wait(ms: Clients.pauseMs).isEmpty, let frames = try socket.receive()?.frames else { continue }
      switch WireCodec.decode(frames: frames) {
      case .success(let inbound): return inbound.message
      case .failure(let fault):
        throw LoadFailure("an answer of the coordinator cannot be read: \(fault.error.message)")
      }
    }
    throw Self.noAnswer
  }

  private borrowing func check(_ answer: Message, _ scene: SceneName) throws(LoadFailure) {
    switch answer {
    case .outcome(let outcome):
      if outcome.isAsAsked { return }
      let words = [outcome.word, outcome.reason.map { "(\($0))" }, outcome.message].compactMap(\.self)
      let hint = outcome.reason == "noHost" ? "; --hosted has the workers of the load host them" : ""
      throw LoadFailure("the scene \(scene) cannot begin: \(words.joined(separator: " "))\(hint)")
    case .error(let error):
      throw LoadFailure("the scene \(scene) cannot begin: \(error.code.rawValue): \(error.message)")
    default: throw LoadFailure("the scene \(scene) cannot begin: the coordinator answers something else")
    }
  }
}
