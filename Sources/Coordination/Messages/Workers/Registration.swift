// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// HELLO (and REGISTER): who the worker is and what it can do. Accepted or refused whole.
package struct Registration: Hashable, Sendable {
  /// Its name, which belongs to its user, and to one process at a time.
  package var worker: WorkerName
  /// Its software version, for people.
  package var version: String
  /// This process.
  package var incarnation: Incarnation
  /// The scenes it serves; nil for all.
  package var scenes: [SceneName]?
  /// The names it installs as root when nobody handles `show`.
  package var root: [ScreenName]
  /// By screen name.
  package var routables: [ScreenName: Routable]
  /// Which screens may begin a path, and what may follow them; nil: it says nothing of that.
  package var tree: TreeNode?
  /// Parts of the tree that others can lead to.
  package var parts: [PartName: TreeNode]
  /// Which URLs it reads; nil: none.
  package var links: LinkReading?
  /// The destinations that it declares.
  package var destinations: [DestinationName: Destination]
  /// What it does for destinations.
  package var tasks: [Destination.TaskKind: [TaskName]]
  /// Counts the changes of the registration, from 1.
  package var generation: UInt64
  /// Whether it wants whole routes with every commit.
  package var wantsRoutes: Bool
  /// What it shows already, by scene.
  package var applied: [SceneName: Applied]
  /// Asks whose verdict it does not know.
  package var unsettled: [Ask.Token]
  /// Whether it replaces a live process of its name and user, as in an upgrade; else it waits until that one ends.
  package var takeover: Bool

  /// A registration of a worker that has shown nothing yet.
  package init(
    worker: WorkerName, version: String = "", incarnation: Incarnation, scenes: [SceneName]? = ["main"],
    root: [ScreenName] = [], routables: [ScreenName: Routable] = [:], tree: TreeNode? = nil,
    parts: [PartName: TreeNode] = [:], links: LinkReading? = nil,
    destinations: [DestinationName: Destination] = [:], tasks: [Destination.TaskKind: [TaskName]] = [:],
    generation: UInt64 = 1,
    wantsRoutes: Bool = false, applied: [SceneName: Applied] = [:], unsettled: [Ask.Token] = [],
    takeover: Bool = false
  ) {
    self.worker = worker
    self.version = version
    self.incarnation = incarnation
    self.scenes = scenes
    self.root = root
    self.routables = routables
    self.tree = tree
    self.parts = parts
    self.links = links
    self.destinations = destinations
    self.tasks = tasks
    self.generation = generation
    self.wantsRoutes = wantsRoutes
    self.applied = applied
    self.unsettled = unsettled
    self.takeover = takeover
  }
}
