// SPDX-License-Identifier: Apache-2.0

import DequeModule
import HeapModule
import RouteModel

/// A client's side: sends commands until each has exactly one outcome, and questions until each has an answer. A value
/// that does no IO (specification, section "Client").
///
/// A copy of a command is the same bytes under the same id, so the coordinator answers it with the first outcome and
/// never navigates twice. What a client may say when its time is up is only that it does not know:
/// ``Ending/noOutcome``. `timedOut` is the coordinator's word.
package struct ClientSession: Sendable {
  /// What can happen to a client.
  package enum Event: Hashable, Sendable {
    /// Send this command, and copies of it, for at most so long. Sealed: when the time is up, its id is sealed, so that
    /// what the client then says is final. Of a command that is submitted again before its end the longest time counts.
    case submit(Command, timeoutMs: Int64, seals: Bool = false)
    /// Withdraw this command before it is submitted. A copy from before may have run, so CANCEL is sent in its stead.
    case withdraw(Command, timeoutMs: Int64)
    /// Ask this: QUERY, SNAPSHOT?, INSPECT, ACTIVE, or RESUME.
    case request(Message, Correlation, timeoutMs: Int64)
    /// Withdraw a command. Its outcome still comes, whichever it is.
    case cancel(CommandID)
    /// Nobody waits for this question any more.
    case forget(Correlation)
    /// The transport has made a new connection: what was sent may be lost.
    case connected
    /// The transport takes this many more messages, and what has waited for room is sent. Before the first such event it takes all.
    case room(Int)
    /// A message came.
    case received(Message, epoch: Epoch, correlation: Correlation)
    /// Nothing happened, but ``ClientSession/nextDeadline`` has passed.
    case tick
  }

  /// What a client wants done, in this order.
  package enum Action: Hashable, Sendable {
    /// Send this.
    case send(Message, correlation: Correlation)
    /// A command that asked to be told is queued, or runs; its outcome follows.
    case accepted(Accepted)
    /// A command ended.
    case ended(CommandID, Ending)
    /// A command is parked by a gate: its outcome comes when it is resumed, or its time is up.
    case parked(CommandID)
    /// A question was answered.
    case answered(Correlation, Message)
    /// A question was not answered in time.
    case unanswered(Correlation)
  }

  /// What a client learns of a command at last.
  package enum Ending: Hashable, Sendable {
    /// Its outcome. It lies apart, because an ending goes through several hands.
    indirect case outcome(Outcome)
    /// It was sent from inside an ask: it waits behind the running transition, and nobody here waits for it.
    case accepted(Accepted)
    /// No answer came in time. Not an outcome: what became of it is unknown until it is asked for.
    case noOutcome
    /// The coordinator did not take it, nor any copy until the time was up; nothing happened.
    case refused(ProtocolError)
    /// It was withdrawn before it was sent; nothing happened.
    case withdrawn
  }

  /// How a command that has not ended stands.
  enum Phase: Hashable, Sendable {
    /// Not sent: another one of the same scene is outstanding.
    case waiting
    /// Sent, and sent again until it is answered.
    case sent
    /// Parked by a gate. Its time counts from the last word about it.
    case parked
    /// Withdrawn: CANCEL is sent in its stead.
    case cancelling
    /// Its time is up: QUERY with seal is sent in its stead.
    case sealing
  }

  /// A command that has not ended. The whole of it lies apart, in its message: it goes through several hands.
  struct Pending: Hashable, Sendable {
    let id: CommandID
    let scene: SceneName
    /// Whether it waits until the client's earlier command for the scene has ended.
    let keepsOrder: Bool
    let isInsideAsk: Bool
    let wantsAccepted: Bool
    let wantsAppeared: Bool
    /// Whether it was sent and given up before, so that a copy from then may be taken.
    let wasGivenUp: Bool
    let message: Message
    let correlation: Correlation
    var timeoutMs: Int64
    var seals: Bool
    var phase = Phase.waiting
    var giveUpAt: Instant
    var retryAt: Instant?
    var backoff: Backoff
    /// When it is looked at, if not sooner.
    var lookAt: Instant?
    /// How often the command itself, or the question what became of it, was sent.
    var sendings = 0
    /// Sendings that nothing has come back for. A copy that is still under way may be taken.
    private(set) var unanswered = 0
    /// Why the coordinator has not taken the last copy, as far as it may take a later one.
    var refusal: ProtocolError?
    /// The end with its commit, of which it is not known yet whether it has appeared.
    var committed: Ending?
    /// Whether the coordinator has put it into the scene's queue, which keeps the order from then on.
    var isAccepted = false

    /// Whether it has a place in the line of its scene: later commands wait until it is accepted or has ended, or, where many
    /// are accepted, until one of them has ended.
    var isInLine: Bool { keepsOrder && phase != .parked && committed == nil }

    /// The end of what has committed, where nobody tells in time that it has appeared.
    var unappeared: Ending? {
      guard case .outcome(var outcome) = committed else { return nil }
      outcome.appeared = false
      return .outcome(outcome)
    }

    /// When its time comes: it is given up, or sent again.
    var dueAt: Instant { retryAt.map { min($0, giveUpAt) } ?? giveUpAt }

    mutating func noteSending() {
      sendings += 1
      unanswered += 1
    }

    /// Something came back for a sending. That a gate has parked it the coordinator tells unasked, too, so there may be none.
    mutating func noteAnswer() { unanswered = max(0, unanswered - 1) }
  }

  struct Question: Hashable, Sendable {
    var message: Message
    var giveUpAt: Instant
    var retryAt: Instant
    var backoff: Backoff
    /// When it is looked at, if not sooner.
    var lookAt: Instant?

    /// When its time comes: it is given up, or sent again.
    var dueAt: Instant { min(giveUpAt, retryAt) }
  }

  /// `NAME-CLIENT`: what this process is called, and 128 random bits of its start.
  package let client: String
  /// The highest epoch heard, 0 for none; the epoch of what is sent.
  package internal(set) var epoch: Epoch = 0
  /// Messages that made no sense here (second outcomes, late answers), for diagnosis.
  package internal(set) var ignored: UInt64 = 0
  /// The id of the last command; nil before the first.
  private var lastID: CommandID?
  var lastCorrelation: UInt64
  var noise: SplitMix64
  /// In order of submission, and so of correlations. What waits does so behind an earlier one that is in its way and was sent.
  var pending = Row<Correlation, Pending>()
  /// Where the client's own ones are found by their numbers, and those that it has of others by their ids.
  var ownIDs = Row<UInt64, Correlation>()
  var otherIDs: [CommandID: Correlation] = [:]
  /// Commands that ended without an outcome, of which a copy may be taken yet, or was.
  var givenUp = GivenUpCommands()
  /// Of the scenes for which there are commands that keep their order: those in the way of others, and those that wait.
  var lines: [SceneLine] = []
  var questions = Row<Correlation, Question>()
  var looks = Heap<Look>()
  /// How many more messages the transport takes.
  package internal(set) var room = Int.max
  /// What waits for room, in order; nothing does where there is some.
  var held: Deque<Correlation> = []

  /// A client that has sent nothing. The random bits name it for good; they also spread its retries. Its correlations
  /// are above `correlationsAbove`, so that it may share a socket with a worker's session.
  package init(name: String, randomBits high: UInt64, _ low: UInt64, correlationsAbove: UInt64 = 0) {
    lastCorrelation = correlationsAbove
    client = CommandID.client(name: name, randomBits: high, low)
    noise = SplitMix64(seed: high ^ low)
  }

  /// The id of the next command.
  package mutating func freshID() -> CommandID {
    guard let id = lastID == nil ? CommandID(client: client, sequence: 1) : lastID?.next else {
      preconditionFailure("'\(client)' names no client")
    }
    lastID = id
    return id
  }

  /// The correlation of the next message.
  package mutating func freshCorrelation() -> Correlation {
    lastCorrelation += 1
    return Correlation(lastCorrelation)
  }

  /// The sequence below which the coordinator may forget the outcomes of this client. All of them have ended; the last
  /// ``outcomesKept`` stay, so that people can still ask for them.
  package var ackedBelow: UInt64 {
    let next = (lastID?.sequence ?? 0) + 1
    let ended = ownIDs.firstKey ?? next
    return ended > Self.outcomesKept ? ended - Self.outcomesKept : 0
  }

  /// Outcomes of a client that it never lets the coordinator forget before their time.
  package static let outcomesKept: UInt64 = 1024

  /// When ``Event/tick`` is wanted at the latest; nil while nothing is waited for.
  package var nextDeadline: Instant? { looks.min?.at }

  /// Takes one event and returns what is to be done, in order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    defer { settleLooks() }
    switch event {
    case .submit(let command, let timeoutMs, let seals):
      return submit(command, timeoutMs: timeoutMs, seals: seals, at: now)
    case .withdraw(let command, let timeoutMs): return withdraw(command, timeoutMs: timeoutMs, at: now)
    case .request(let message, let correlation, let timeoutMs):
      return ask(message, correlation, timeoutMs: timeoutMs, at: now)
    case .cancel(let id): return cancel(id, at: now)
    case .forget(let correlation):
      if let index = questions.index(of: correlation) { removeQuestion(at: index, correlation) }
      return []
    case .connected: return sendAllAgain(at: now)
    case .room(let room):
      self.room = room
      return sendHeld(at: now)
    case .received(let message, let epoch, let correlation):
      self.epoch = max(self.epoch, epoch)
      return receive(message, correlation, at: now)
    case .tick: return tick(at: now)
    }
  }

  private mutating func sendAllAgain(at now: Instant) -> [Action] {
    var actions: [Action] = []
    for index in pending.indices where pending[index].phase != .waiting {
      pending[index].sendings = 0
      actions += transmit(index, at: now)
    }
    for index in questions.indices { actions += transmitQuestion(index, questions.key(at: index)) }
    return actions
  }
}
