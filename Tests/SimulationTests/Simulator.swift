// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import TestSupport

/// One coordinator, its workers, clients and observers, the network between them and the journal beneath, in simulated
/// time. A seed always tells the same story.
///
/// First chaos: the weather of the seed strikes while clients want things of chance. Then everything heals, and within a
/// bounded time all must agree. The ``Checker`` sees what crosses the network and what the journal has written.
final class Simulator {
  let seed: UInt64
  let fleet: Fleet
  var weather: Weather
  var random: SeededGenerator
  /// µs since the beginning.
  var now: Int64 = 0
  var agenda = Agenda<Happening>()
  var network = SimulatedNetwork()
  var journal = SimulatedJournal()
  var daemon: CoordinatorProcess?
  var lives = 0
  /// The wall clock's distance from ``now``, in µs; it may be set back.
  var wallOffset: Int64 = 1_700_000_000_000_000
  var workers: [ProcessID: WorkerProcess] = [:]
  var clients: [ProcessID: ClientProcess] = [:]
  var observers: [ProcessID: ObserverProcess] = [:]
  /// Processes of another user; none in most stories.
  var strangers: [ProcessID: Stranger] = [:]
  /// Draws what strangers do, so that the others do what they would do without them.
  var malice: SeededGenerator
  /// Draws how many deaths are too many, and when somebody lets quarantined workers in again.
  var ailment: SeededGenerator
  /// Counts the names that strangers have made up.
  var nextWord = 0
  var nextProcess: ProcessID = 1
  /// What each worker of the fleet registers at its next start.
  var templates: [Registration]
  var workload = Workload()
  /// Where the coordinator dies in its next turn that decides anything.
  var nextDeath: DeathPoint?
  /// Whether clients want things.
  var isBusy = true
  var checker: Checker
  var trace: Trace
  var sabotage: any Sabotage
  var figures = Figures()

  init(
    seed: UInt64, fleet: Fleet, weather: Weather, keepsTrace: Bool = false, sabotage: any Sabotage = Untouched()
  ) {
    self.seed = seed
    self.weather = weather
    self.sabotage = sabotage
    random = SeededGenerator(seed: seed ^ 0xC0FF_EE00)
    malice = SeededGenerator(seed: seed ^ 0x0BAD_CAFE)
    ailment = SeededGenerator(seed: seed ^ 0x0BAD_F00D)
    var fleet = fleet
    fleet.settings.ail(from: &ailment)
    fleet.setInstances(from: &ailment)
    self.fleet = fleet
    templates = fleet.workers
    checker = Checker(settings: fleet.settings, preset: weather.preset)
    trace = Trace(isKept: keepsTrace)
    startCoordinator()
    for slot in fleet.workers.indices { startWorker(slot) }
    for slot in 0..<fleet.clients { startClient(slot) }
    for slot in 0..<fleet.observers { startObserver(slot) }
  }

  /// An installation and a weather of chance.
  convenience init(
    seed: UInt64, preset: Weather.Preset, keepsTrace: Bool = false, sabotage: any Sabotage = Untouched()
  ) {
    var random = SeededGenerator(seed: seed)
    var fleet = Fleet(from: &random)
    fleet.addPolicies(seed)
    let weather = Weather(preset, from: &random)
    self.init(seed: seed, fleet: fleet, weather: weather, keepsTrace: keepsTrace, sabotage: sabotage)
  }

  /// Chaos, then healing. Returns what went wrong, if anything did.
  func run() -> String? {
    planFaults()
    for slot in 0..<fleet.clients { agenda.add(.wants(slot), due: now + random.number(0...500_000)) }
    go(until: weather.chaos)
    if let violation = checker.violation { return violation }
    return heal()
  }

  /// Lets everything happen that is due until then, or until something is wrong.
  func go(until end: Int64) {
    while checker.violation == nil, let due = agenda.nextDue, due <= end, let (due, item) = agenda.removeNext() {
      now = max(now, due)
      happen(item)
    }
    now = max(now, end)
  }

  private func happen(_ happening: Happening) {
    trace.note(UInt64(bitPattern: now))
    switch happening {
    case .arrives(let packet): arrive(packet)
    case .wakes(let id): wake(id)
    case .turns(let life): if life == daemon?.life { turn() }
    case .connects(let id): connect(id)
    case .breaks(let connection, let life): if life == daemon?.life { notice(connection) }
    case .finishes(let id, let token, let answer): finish(token, answer, by: id)
    case .works(let id, let token, let ms): worker(id, .working(token, ms: ms))
    case .nests(let id, let token): nest(token, by: id)
    case .appears(let id, let scene, let element): appear(element, in: scene, by: id)
    case .wants(let slot): want(slot)
    case .torments(let id): torment(by: id)
    case .strikes(let fault): strike(fault)
    case .resumes(let id): resume(id)
    case .resumesCoordinator(let life): if life == daemon?.life { resumeCoordinator() }
    case .startsCoordinator: startCoordinator()
    case .startsWorker(let slot):
      // Where all is to come to rest, nobody starts what runs already: it would wait for the name for ever.
      if isBusy || !workers.values.contains(where: { $0.slot == slot }) { startWorker(slot) }
    }
  }

  func freshProcess(encoding: Encoding? = nil) -> Process {
    defer { nextProcess += 1 }
    return Process(
      id: nextProcess, encoding: encoding ?? random.pick([.json, .protobuf]),
      clockOffset: random.number(0...1_000_000_000_000))
  }

  /// What the run was about.
  var summary: Figures {
    var figures = figures
    figures.seeds = 1
    figures.lost = network.lost
    figures.copied = network.copied
    figures.endings = checker.endings
    figures.quarantines = checker.quarantines
    return figures
  }

  /// 64 random bits.
  func bits() -> UInt64 { random.next() }
}
