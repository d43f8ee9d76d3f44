// SPDX-License-Identifier: Apache-2.0

/// How much there may be of each thing of a load; a coordinator may take less.
package enum LoadBounds {
  package static let scenes = 1...256
  package static let clients = 1...64
  package static let outstanding = 1...256
  package static let asks = 0...16
  package static let idleWorkers = 0...1_000
  package static let idleScreens = 0...100_000
  package static let observers = 0...1_000
  package static let contentBytes = 0...16_000
  package static let depth = 1...240
  package static let containers = 0...8
  package static let warmUp = 0...1_000_000
  package static let rate = 1...1_000_000
  package static let navigations = 1...100_000_000
  /// Screens of one worker.
  package static let screensOfWorker = 256
}
