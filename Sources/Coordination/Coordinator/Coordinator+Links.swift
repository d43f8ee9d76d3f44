// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Who may read a link, in order, as far as they have not been tried.
struct LinkSearch: Hashable, Sendable {
  enum Reader: Hashable, Sendable {
    case patterns([LinkPattern])
    case worker(WorkerName)
  }

  let link: DeepLink
  var readers: [Reader] = []
  /// Whether a worker that reads links was not there.
  var lacksReader = false

  init(_ link: DeepLink) { self.link = link }

  /// Adds somebody's readers, patterns first, if they are about the link's scheme.
  mutating func add(_ reading: LinkReading, of worker: WorkerName? = nil) {
    guard reading.schemes.isEmpty || reading.schemes.contains(link.scheme) else { return }
    readers.append(.patterns(reading.patterns))
    if reading.parses, let worker { readers.append(.worker(worker)) }
  }
}

/// Links: who reads them, and waiting for whoever could (specification, section "Links").
extension Coordinator {
  /// Why a command is refused before it is queued, whatever the route.
  static func refusal(of command: Command) -> (reason: RejectedReason, message: String)? {
    switch command.verb {
    case .open(let url):
      do throws(DeepLinkError) {
        _ = try DeepLink(parsing: url)
        return nil
      } catch {
        return (.invalid, "this is no URL: \(error)")
      }
    case .navigator, .batch, .drive: return nil
    case .back, .start, .show, .hide, .navigate:
      return command.isDryRun ? (.unsupported, "only open, drives and Navigator verbs can be run dry") : nil
    }
  }

  /// Begins to read the link of the running command.
  mutating func read(_ url: String, in name: SceneName) {
    guard let link = try? DeepLink(parsing: url) else {
      end(.rejected(.invalid), message: "this is no URL", in: name)
      return
    }
    var search = LinkSearch(link)
    search.add(settings.links)
    for worker in workers.keys.sorted() {
      guard let registered = workers[worker], registered.serves(name), let links = registered.registration.links
      else { continue }
      search.add(links, of: worker)
    }
    self[scene: name].running?.link = search
    readOn(in: name)
  }

  /// Goes on to the next who may read it. `lacking`: the last one died.
  mutating func readOn(lacking: Bool = false, in name: SceneName) {
    if lacking { self[scene: name].running?.link?.lacksReader = true }
    while let search = self[scene: name].running?.link, let reader = search.readers.first {
      self[scene: name].running?.link?.readers.removeFirst()
      switch reader {
      case .patterns(let patterns):
        guard let path = patterns.lazy.compactMap({ $0.path(for: search.link) }).first else { continue }
        lead(to: path, in: name)
        return
      case .worker(let worker):
        self[scene: name].running?.phase = .parsing
        switch put(.parse(search.link.text), AnyScreen("link"), nil, worker, in: name) {
        case .sent: return
        case .absent: self[scene: name].running?.link?.lacksReader = true
        case .silent: continue
        }
      }
    }
    guard let running = self[scene: name].running else { return }
    let ending = Ending(kind: .unhandled, message: "nobody in scene \(name) knows where this URL leads")
    let until = running.link?.lacksReader == true ? running.errand.deadline : coldUntil
    putAside(or: ending, until: min(until, running.errand.deadline), in: name)
  }

  /// The link leads here.
  mutating func lead(to path: [PathItem], in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    begin(
      Plan(
        .navigator(.replace(path: path, in: nil)), on: running.base, context: running.errand.command.context,
        ids: running.plan.ids), in: name)
  }

  /// Until when a link waits for workers that nobody has seen yet.
  var coldUntil: Instant { max(started.advanced(byMs: settings.startHostWaitMs), graceEnds ?? started) }

  /// The running link waits outside the queue until then, or ends so.
  mutating func putAside(or ending: Ending, until: Instant, in name: SceneName) {
    guard let running = self[scene: name].running else { return }
    guard until > now, !running.errand.command.isDryRun else {
      end(ending.kind, message: ending.message, stop: ending.stop, in: name)
      return
    }
    guard self[scene: name].waiting.count < Limits.linksMax else {
      end(.busy, message: "\(Limits.linksMax) links wait in this scene already", in: name)
      return
    }
    settle(running, used: false)
    self[scene: name].running = nil
    ledger[running.errand.id]?.state = .waiting
    self[scene: name].waiting.append(
      WaitingLink(errand: running.errand, ending: ending, asked: running.asked, until: until))
  }

  /// A link has been followed: those that came before it and still wait would lead away again, and end.
  mutating func supersedeWaitingLinks(by errand: Errand, in name: SceneName) {
    let older = self[scene: name].waiting.filter { $0.errand.admitted <= errand.admitted }
    self[scene: name].waiting.removeAll { older.contains($0) }
    for waiting in older { decide(waiting.errand, .superseded(by: errand.id), asked: waiting.asked) }
  }

  /// A worker has registered: the links that wait are read again, in their order.
  mutating func readWaiting(in name: SceneName) {
    let waiting = self[scene: name].waiting
    self[scene: name].waiting = []
    self[scene: name].queue += waiting.map(\.errand)
  }
}
