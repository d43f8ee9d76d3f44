// SPDX-License-Identifier: Apache-2.0

extension Configuration {
  /// The keys at the left edge of a configuration file (specification, section "Configuration"). Who adds one has the compiler
  /// name what reads it and what a reload does with it.
  enum Key: String, Hashable, CaseIterable {
    case runtimeFolder = "runtime-dir"
    case stateFolder = "state-dir"
    case journal, durability
    case journalFailure = "journal-failure"
    case retention, hosting, deadlines
    case crashLoop = "crash-loop"
    case treeChange = "tree-change"
    case logLevel = "log-level"
    case groups, scenes, links, endpoints, metrics, destinations
    case everyDestination = "every-destination"
  }
}
