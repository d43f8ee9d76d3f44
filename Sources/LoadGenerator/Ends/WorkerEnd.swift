// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import ZeroMQ

/// A worker that answers at once. It goes without the machine of real workers: what it costs is to be little.
struct WorkerEnd: ~Copyable {
  /// What it says when it is asked to handle.
  enum Manner {
    /// It takes the request: `show` pushes, `hide` pops.
    case handles
    case declines
  }

  private struct Tails {
    let push = LoadMessages.tail(.answer(AnswerMessage(token: .none, answer: .instruction(.push(nil)))))
    let pop = LoadMessages.tail(.answer(AnswerMessage(token: .none, answer: .instruction(.pop))))
    let declined = LoadMessages.tail(.answer(AnswerMessage(token: .none, answer: .declined)))
    let allow = LoadMessages.tail(.answer(AnswerMessage(token: .none, answer: .allow)))
  }

  private let socket: Socket
  private let registration: Registration
  private let manner: Manner
  private let tails = Tails()
  private let answer = Header(kind: .answer, encoding: .protobuf, epoch: 0).bytes
  private var body: [UInt8] = []
  private var applied: [SceneName: Applied] = [:]
  /// By scene: elements below have been told.
  private var told: [SceneName: UInt64] = [:]
  /// Asks so far, and the octets of their bodies.
  private(set) var asks = 0
  private(set) var askBytes = 0

  init(_ registration: Registration, _ manner: Manner, at endpoint: Endpoint, in context: Context) throws {
    self.registration = registration
    self.manner = manner
    socket = try .dealer(queue: 4096, to: endpoint, in: context)
  }

  /// Has a poller watch it.
  func watch(by poller: inout Poller) -> Poller.Token { poller.watch(socket) }

  /// Takes what waits; tells whether it is welcome by now.
  mutating func take() throws -> Bool {
    var isWelcome = false
    while let frames = try socket.receive()?.frames, frames.count == 2, frames[0].count == Header.byteCount {
      switch Message.Kind(rawValue: frames[0][4]) {
      case .ask: try answer(frames[1])
      case .welcome: isWelcome = true
      case .ping: try send(.pong(Pong(applied: applied)))
      case .who: try hello()
      case .workerState: try show(frames)
      case .error: throw LoadFailure("the coordinator refused the worker \(registration.worker): \(Self.words(frames))")
      default: break
      }
    }
    return isWelcome
  }

  /// Says who it is. The message waits for the connection.
  func hello() throws { try send(.hello(registration)) }

  /// Says goodbye, so that its end is no death.
  func leave() throws { try send(.bye(Bye())) }

  private func send(_ message: Message) throws {
    let (header, body) = LoadMessages.frames(message)
    guard try socket.send([], header, body) == .sent else {
      throw LoadFailure("the queue of the worker \(registration.worker) is full: the coordinator does not read")
    }
  }

  /// Answers with the token of the ask before what the answer says.
  private mutating func answer(_ ask: [UInt8]) throws {
    asks += 1
    askBytes += ask.count
    var walk = FieldWalk(ask)
    var tail = tails.allow
    body.removeAll(keepingCapacity: true)
    while let field = walk.next(), field.number <= 5 {
      switch field.number {
      case 1: WireFields.append(field: 1, ask[field.range], to: &body)
      case 5:
        var request = FieldWalk(ask, in: field.range)
        tail = manner == .declines ? tails.declined : request.next()?.number == 1 ? tails.push : tails.pop
      default: break
      }
    }
    body.append(contentsOf: tail)
    guard try socket.send([], answer, body) == .sent else {
      throw LoadFailure("the queue of the worker \(registration.worker) is full: the coordinator does not read")
    }
  }

  /// Says that what is new has appeared.
  private mutating func show(_ frames: [[UInt8]]) throws {
    guard case .success(let inbound) = WireCodec.decode(frames: frames), case .workerState(let state) = inbound.message
    else { return }
    applied[state.scene] = Applied(epoch: inbound.epoch, revision: state.revision)
    let known = told[state.scene] ?? 0
    let fresh = state.elements.filter { !$0.hasAppeared && $0.id.rawValue >= known }.map(\.id)
    guard let last = fresh.map(\.rawValue).max() else { return }
    told[state.scene] = last + 1
    try send(.appeared(Appeared(scene: state.scene, elements: fresh, revision: state.revision)))
  }

  private static func words(_ frames: [[UInt8]]) -> String {
    guard case .success(let inbound) = WireCodec.decode(frames: frames), case .error(let error) = inbound.message else {
      return "an error that cannot be read"
    }
    return "\(error.code.rawValue): \(error.message)"
  }
}

extension Ask.Token {
  /// Stands where another is put.
  fileprivate static let none = Ask.Token(epoch: 1, number: 1)
}
