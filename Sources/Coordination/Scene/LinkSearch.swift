// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The readers of a link that have not been tried, in order.
struct LinkSearch: Sendable {
  enum Reader: Sendable {
    case patterns([LinkPattern])
    case worker(Owner)
  }

  let link: DeepLink
  private(set) var readers: ArraySlice<Reader> = []
  /// Whether there is a reader for the scheme at all.
  private(set) var hasReaders = false
  /// The patterns that are tried, by reader, for people.
  private var patterns: [[LinkPattern]] = []
  /// Whether a worker that reads links was not there.
  var lacksReader = false

  init(_ link: DeepLink) { self.link = link }

  /// Adds the readers of the configuration or of a worker, patterns first, if they are for the scheme of the link.
  mutating func add(_ reading: LinkReading, of worker: Owner? = nil) {
    guard reading.schemes.isEmpty || reading.schemes.contains(link.scheme) else { return }
    hasReaders = hasReaders || reading.parses || !reading.patterns.isEmpty
    readers.append(.patterns(reading.patterns))
    patterns.append(reading.patterns)
    if reading.parses, let worker { readers.append(.worker(worker)) }
  }

  /// Why it leads nowhere, with the first patterns that could have been meant.
  func message(in scene: SceneName) -> String {
    guard hasReaders else { return "nobody in scene \(scene) reads URLs that begin with \(link.scheme):" }
    let known = patterns.joined().map { $0.url.shortened(bytesMax: 64, countsEllipsis: true) }
    let list = known.isEmpty ? "" : " (patterns: \(known.listed(atMost: Self.patternsTold, separator: ", ")))"
    return "nobody in scene \(scene) knows where this URL leads\(list)"
  }

  /// Of so many patterns people are told.
  private static let patternsTold = 5

  /// Takes the next reader.
  mutating func next() -> Reader? { readers.popFirst() }
}

/// The answer of a worker that reads a link.
enum LinkAnswer: Sendable {
  /// It leads here.
  case path([PathItem])
  /// The worker does not know it.
  case declined

  /// The answer as the search takes it; nil where it does not.
  init?(_ answer: Answer) {
    switch answer {
    case .path(let path): self = .path(path)
    case .declined: self = .declined
    case .instruction, .merging, .allow, .tree, .value, .deny, .redirect, .failed: return nil
    }
  }
}
