// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// What the network does, and what befalls the processes; drawn from the seed, some of it turned off entirely.
struct Weather {
  /// The two kinds of network.
  enum Preset: CaseIterable {
    /// First in, first out on each connection, without copies; loss only with a connection, or where a pipe is full;
    /// a connection may be replaced by another one silently.
    case zeroMQ
    /// Loses, copies and reorders at will, and delivers what was sent to a coordinator of the past.
    case hostile
  }

  var preset: Preset
  /// How long chaos lasts, in µs.
  var chaos: Int64 = 15_000_000
  /// A packet's delay, in µs.
  var delay: ClosedRange<Int64> = 50...2000
  /// A delay of a few packets, in µs.
  var longDelay: ClosedRange<Int64> = 10_000...400_000
  var longDelayPermille = 0
  var lossPermille = 0
  var copyPermille = 0
  /// Messages that fit into the pipe to one peer.
  var pipe = 1000
  /// Whether a process is told that its transport has made a new connection.
  var tellsConnected = true
  /// How often each of these happens during the chaos.
  var coordinatorKills = 0
  var coordinatorPauses = 0
  var workerKills = 0
  var workerPauses = 0
  var plannedRestarts = 0
  var takeovers = 0
  var reregistrations = 0
  var clientRestarts = 0
  var observerPauses = 0
  var disconnections = 0
  /// Turns that the coordinator does not survive.
  var killedTurnPermille = 0
  /// Turns with a step of a command that has more to do, soon after which the coordinator dies.
  var killedStepPermille = 0
  /// Asks whose handler hangs, takes its time, or takes the worker with it.
  var hangPermille = 0
  var slowPermille = 0
  var deadlyPermille = 0
  /// Elements that cannot be shown.
  var cannotShowPermille = 0
  /// What is no message.
  var garbage = 0

  /// Weather without any fault.
  init(calm preset: Preset) { self.preset = preset }

  init(_ preset: Preset, from random: inout SeededGenerator) {
    self.preset = preset
    if random.chance(300) { delay = 50...50_000 }
    longDelayPermille = random.knob(1...50)
    if preset == .hostile {
      lossPermille = random.knob(1...150)
      copyPermille = random.knob(1...150)
      if random.chance(500) { longDelay = 10_000...4_000_000 }
    }
    if random.chance(400) { pipe = Int(random.number(3...40)) }
    tellsConnected = random.chance(500)
    coordinatorKills = random.knob(1...5)
    coordinatorPauses = random.knob(1...2)
    workerKills = random.knob(1...10)
    workerPauses = random.knob(1...4)
    plannedRestarts = random.knob(1...3)
    takeovers = random.knob(1...4)
    reregistrations = random.knob(1...3)
    clientRestarts = random.knob(1...3)
    observerPauses = random.knob(1...3)
    disconnections = random.knob(1...10)
    killedTurnPermille = random.knob(1...25)
    killedStepPermille = random.knob(50...500)
    hangPermille = random.knob(1...100)
    slowPermille = random.knob(1...300)
    deadlyPermille = random.knob(1...60)
    cannotShowPermille = random.knob(1...50)
    garbage = random.knob(1...10)
  }

  /// The weather after it has healed: everything arrives, at once and in order, and nobody dies or hangs any more.
  var healed: Weather { Weather(calm: .zeroMQ) }
}
