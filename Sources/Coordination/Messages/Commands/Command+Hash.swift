// SPDX-License-Identifier: Apache-2.0

import RouteModel

extension Command {
  /// A hash of everything that the command asks for: of all but its id, ``ackedBelow`` and ``wantsAccepted``, which may
  /// differ between copies of one command. The same in every process and release, for it is kept in the journal: another
  /// body under the same id is refused (specification, section "Command ids").
  ///
  /// It walks the values by hand beside the form of a command, and is not one of the form's visitors, for two reasons:
  /// forms belong to `WireProtocol`, of which the core knows nothing; and hashes in a journal have to stay, while the
  /// order, the numbers and the defaults of a form's members may change. A member that the walk forgets is found by the
  /// tests of the hash, which go through the form.
  public var bodyHash: UInt64 {
    var hash = StableHash()
    hash.combine(scene.rawValue)
    hash.combine(verb)
    hash.combine(context)
    hash.combine(animated)
    switch expecting {
    case nil: hash.combine(0 as UInt64)
    case .revision(let revision):
      hash.combine(1 as UInt64)
      hash.combine(revision)
    case .top(let id):
      hash.combine(2 as UInt64)
      hash.combine(id.rawValue)
    }
    hash.combine(ifBusy.rawValue)
    hash.combine(until.rawValue)
    hash.combine(optional: deadlineMs.map { UInt64(bitPattern: $0) })
    hash.combine(skipsGuards)
    hash.combine(stepwise)
    hash.combine(because ?? "")
    hash.combine(optional: within?.epoch)
    hash.combine(optional: within?.number)
    hash.combine(UInt64(bitPattern: Int64(depth)))
    // Only where it is set: what was hashed before there were dry runs keeps its hash.
    if isDryRun { hash.combine(true) }
    return hash.value
  }
}

extension Command {
  /// A hash of the ``outline``. No whole command has it, also none that is as short as its outline.
  package var outlineHash: UInt64 {
    var hash = StableHash()
    hash.combine("outline")
    hash.combine(outline.bodyHash)
    return hash.value
  }

  /// The command without all that could become the content of a screen, and without its note: of a URL the scheme stays.
  package var outline: Command {
    var outline = self
    switch verb {
    case .open(let url): outline.verb = .open(DeepLink.redacted(url, telling: .scheme))
    case .drive(var drive):
      drive.start = drive.start?.mappingScreens(\.withoutContent)
      drive.input = .null
      outline.verb = .drive(drive)
    case .route(.inline): outline.verb = .route(.inline(Destination([])))
    case .navigator, .batch, .back, .start, .show, .hide, .navigate, .route(.named):
      outline.verb = verb.mappingScreens(\.withoutContent)
    }
    outline.context = .null
    outline.because = nil
    return outline
  }
}

extension AnyScreen {
  fileprivate var withoutContent: AnyScreen { AnyScreen(name, presentation: presentation) }
}

extension CommandID {
  /// A hash that is the same in every process and release.
  public var stableHash: UInt64 {
    var hash = StableHash()
    hash.combine(client)
    hash.combine(sequence)
    return hash.value
  }
}

extension AnyScreen {
  /// The same of a screen.
  var stableHash: UInt64 {
    var hash = StableHash()
    hash.combine(self)
    return hash.value
  }
}

/// FNV-1a, 64 bits. Every text and list is preceded by its length, so that no two sequences of parts read alike.
private struct StableHash {
  private var hash = FNV1a()

  var value: UInt64 { hash.value }

  mutating func combine(byte: UInt8) { hash.combine(byte: byte) }

  mutating func combine(_ number: UInt64) {
    // The usual numbers have one byte; the seven zeros behind it are a single step.
    guard number > UInt8.max else {
      combine(byte: UInt8(number))
      hash.combineSevenZeros()
      return
    }
    for shift in stride(from: 0, to: 64, by: 8) { combine(byte: UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func combine(_ flag: Bool) { combine(byte: flag ? 1 : 0) }

  mutating func combine(_ text: String) {
    combine(UInt64(text.utf8.count))
    var text = text
    // In contiguous memory, for a view of a text is read more slowly.
    text.withUTF8 { bytes in for byte in bytes { combine(byte: byte) } }
  }

  mutating func combine(optional number: UInt64?) {
    combine(number != nil)
    if let number { combine(number) }
  }

  mutating func combine<Element>(list: [Element], _ each: (inout StableHash, Element) -> Void) {
    combine(UInt64(list.count))
    for element in list { each(&self, element) }
  }

  mutating func combine(_ value: JSONValue) {
    switch value {
    case .null: combine(byte: 0)
    case .bool(let flag):
      combine(byte: 1)
      combine(flag)
    case .integer(let number):
      combine(byte: 2)
      combine(UInt64(bitPattern: number))
    case .double(let number):
      combine(byte: 3)
      combine(number.bitPattern)
    case .string(let text):
      combine(byte: 4)
      combine(text)
    case .array(let items):
      combine(byte: 5)
      combine(list: items) { $0.combine($1) }
    case .members(let members):
      combine(byte: 6)
      combine(list: members) {
        $0.combine($1.key)
        $0.combine($1.value)
      }
    }
  }

  mutating func combine(_ screen: AnyScreen) {
    combine(screen.name.rawValue)
    combine(screen.content)
    switch screen.presentation {
    case .push: combine(byte: 0)
    case .sheet(let allowsPush): combine(byte: allowsPush ? 1 : 2)
    }
  }

  mutating func combine(_ literal: PathItem) {
    combine(literal.screen)
    combine(literal.branches)
    combine(literal.selected?.rawValue ?? "")
  }

  mutating func combine(_ branches: [PathItem.Branch]) {
    combine(list: branches) {
      $0.combine($1.name.rawValue)
      $0.combine(list: $1.path) { $0.combine($1) }
    }
  }

  mutating func combine(_ target: Target) {
    switch target {
    case .id(let id):
      combine(byte: 0)
      combine(id.rawValue)
    case .screen(let screen):
      combine(byte: 1)
      combine(screen)
    case .branch(let id, let name):
      combine(byte: 2)
      combine(id.rawValue)
      combine(name.rawValue)
    case .asked: combine(byte: 3)
    }
  }

  mutating func combine(_ verb: Verb) {
    switch verb {
    case .navigator(let verb):
      combine(byte: 0)
      combine(verb)
    case .batch(let verbs):
      combine(byte: 1)
      combine(list: verbs) { $0.combine($1) }
    case .back: combine(byte: 2)
    case .start(let name):
      combine(byte: 3)
      combine(name.rawValue)
    case .show(let names):
      combine(byte: 4)
      combine(list: names) { $0.combine($1.rawValue) }
    case .hide(let name, let atomic):
      combine(byte: 5)
      combine(name.rawValue)
      combine(atomic)
    case .navigate(let names):
      combine(byte: 6)
      combine(list: names) { $0.combine($1.rawValue) }
    case .open(let url):
      combine(byte: 7)
      combine(url)
    case .drive(let drive):
      combine(byte: 8)
      combine(drive)
    case .route(.named(let name)):
      combine(byte: 9)
      combine(name.rawValue)
    case .route(.inline(let destination)):
      combine(byte: 10)
      combine(destination.document)
    }
  }

  mutating func combine(_ drive: Drive) {
    switch drive.destination {
    case .route(let id):
      combine(byte: 0)
      combine(id.rawValue)
    case .subTree(let id):
      combine(byte: 1)
      combine(id.rawValue)
    case .parent: combine(byte: 2)
    }
    combine(list: drive.start.map { [$0] } ?? []) { $0.combine($1) }
    combine(drive.input)
    combine(drive.isTransactional)
  }

  mutating func combine(_ verb: NavigatorVerb) {
    switch verb {
    case .go(let literal, let target):
      combine(byte: 0)
      combine(literal)
      combine(target)
    case .goPath(let literals, let target):
      combine(byte: 1)
      combine(list: literals) { $0.combine($1) }
      combine(target)
    case .goBack(let target):
      combine(byte: 2)
      combine(target)
    case .replace(let literals, let target):
      combine(byte: 3)
      combine(list: literals) { $0.combine($1) }
      combine(target != nil)
      if let target { combine(target) }
    case .dismiss(let target):
      combine(byte: 4)
      combine(target)
    case .dismissSuccessor(let target):
      combine(byte: 5)
      combine(target)
    case .replaceContent(let target, let screen):
      combine(byte: 6)
      combine(target)
      combine(screen)
    case .replaceScreen(let old, let new):
      combine(byte: 7)
      combine(old)
      combine(new)
    case .didAppear(let target):
      combine(byte: 8)
      combine(target)
    case .select(let name, let target):
      combine(byte: 9)
      combine(name.rawValue)
      combine(target)
    case .insertBranch(let name, let literals, let index, let target):
      combine(byte: 10)
      combine(name?.rawValue ?? "")
      combine(list: literals) { $0.combine($1) }
      combine(optional: index.map { UInt64(bitPattern: Int64($0)) })
      combine(target)
    case .removeBranch(let name, let target):
      combine(byte: 11)
      combine(name.rawValue)
      combine(target)
    case .replaceBranches(let target, let branches, let selected):
      combine(byte: 12)
      combine(target)
      combine(branches)
      combine(selected?.rawValue ?? "")
    }
  }
}
