// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// Something in a journal that is not as it must be.
package struct JournalFault: Hashable, Sendable {
  /// The table, and the primary key of the row; nil where it is about the file.
  package var table: String?
  /// The row.
  package var row: String?
  /// The scene and the revision, where the row is about one.
  package var scene: SceneName?
  /// The revision.
  package var revision: Revision?
  /// For people: what is wrong.
  package var problem: String

  /// A fault of a row, of a revision, or of the file.
  package init(
    table: String? = nil, row: String? = nil, scene: SceneName? = nil, revision: Revision? = nil, _ problem: String
  ) {
    (self.table, self.row, self.scene, self.revision, self.problem) = (table, row, scene, revision, problem)
  }

  init(_ fault: RowFault) { self.init(table: fault.table, row: fault.key, fault.problem) }
}

/// What an examination of a journal has found.
package struct JournalReport: Sendable {
  /// Revisions that were never written, as the journal itself says.
  package struct Hole: Hashable, Sendable {
    /// The first and the last of them.
    package var revisions: ClosedRange<Revision>
    /// For people: why.
    package var reason: String
  }

  /// What there is of a scene.
  package struct Scene: Sendable {
    /// Its name.
    package var name: SceneName
    /// The first revision that is kept, and the newest.
    package var revisions: ClosedRange<Revision>
    /// Commits that are kept.
    package var commits = 0
    /// Revisions that were never written, and are known to be.
    package var holes: [Hole] = []
    /// How much is wrong with it.
    package var faults = 0
  }

  /// Faults that are told one by one.
  static let faultsMax = 200

  /// The version of the tables.
  package internal(set) var version = 0
  /// The size of the file and its log.
  package internal(set) var bytes: Int64 = 0
  /// The scenes, by name.
  package internal(set) var scenes: [Scene] = []
  /// Commands that have ended.
  package internal(set) var commands = 0
  /// Commands that go on, or that an end of the coordinator has interrupted.
  package internal(set) var openCommands = 0
  /// Times when it could not be written.
  package internal(set) var gaps = 0
  /// The coordinator that has the journal open, in words; nil where none has, and of a copy.
  package internal(set) var holder: String?
  /// The last start.
  package internal(set) var epoch: Epoch = 0
  /// What is wrong, in the order in which it was found; the first so many.
  package internal(set) var faults: [JournalFault] = []
  /// How much is wrong in all.
  package private(set) var faultCount = 0
  /// What is wrong with commands alone.
  package private(set) var commandFaults = 0
  /// Whether there may be more commands than could be read.
  package internal(set) var hasUnreadCommands = false

  /// Nothing is known yet.
  package init() {}

  /// Of a damaged file that cannot be opened, for this reason.
  package init(of file: String, _ error: JournalError) {
    let place = NamedFile.place(of: file)
    bytes = JournalFile.bytes(place)
    add(JournalFault(error.problem))
    // A log may have what the file has not.
    guard JournalFile.logBytes(place) == 0, let missing = NamedFile.missingBytes(of: file) else { return }
    add(JournalFault("its last \(missing) bytes are missing"))
  }

  /// Whether nothing is wrong.
  package var isSound: Bool { faultCount == 0 }

  /// Notes a fault, also one that only somebody else can see.
  package mutating func add(_ fault: JournalFault) {
    faultCount += 1
    if faults.count < Self.faultsMax { faults.append(fault) }
    if fault.table == "outcomes" { commandFaults += 1 }
    // A page that is not what it was may be one of any table.
    if fault.table == nil, fault.scene == nil { hasUnreadCommands = true }
    guard let scene = fault.scene, let index = scenes.firstIndex(where: { $0.name == scene }) else { return }
    if fault.table != "outcomes" { scenes[index].faults += 1 }
  }
}
