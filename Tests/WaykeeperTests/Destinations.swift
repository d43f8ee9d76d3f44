// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Waykeeper
import WaykeeperTesting

/// The museum of the specification, section "Destinations": tabs, shelves in one of them, and products.
enum Museum {
  struct Main: Screen {
    static let name: ScreenName = "main"
    typealias Holds = Container.Tabs
  }

  struct Shelves: Screen { static let name: ScreenName = "shelves" }
  struct Shop: Screen { static let name: ScreenName = "shop" }
  struct Login: Screen { static let name: ScreenName = "login" }

  struct Product: Screen {
    static let name: ScreenName = "product"
    var id: Int
  }

  struct Wings: Screen {
    static let name: ScreenName = "wings"
    typealias Holds = Container.Split
  }

  /// The tabs, wherever one is.
  static let main = StepAssembly(finder: .screen(Main.self), factory: .screen(Main.self))
    .using(.replaceRoot).from(.root).assemble()

  /// The shelves, in whichever tab they are.
  static let shelves: DestinationStep<Container.Stack, AnyContext> = StepAssembly(finder: .screen(Shelves.self))
    .using(.nothing).from(main).expectingContainer()

  /// A product on the shelves.
  static let product = StepAssembly(Product.self).using(.push).from(shelves).assemble()

  /// Shows everything, and does what `more` says.
  static func worker(
    _ name: WorkerName = "museum", at location: CoordinatorLocation,
    @WorkerBuilder more: () -> WorkerParts = { WorkerParts {} }
  ) -> ScreenWorker {
    let more = more()
    return ScreenWorker(name, location: location) {
      Hosts(Main.self) { _ in }.tabs(["floor": [Shelves()], "shop": [Shop()]])
      Hosts(Shelves.self) { _ in }
      Hosts(Shop.self) { _ in }
      Hosts(Login.self) { _ in }
      more
    }
  }
}

/// Tests of destinations with a coordinator of their own, which knows only hosted screens.
protocol DestinationSuite: WorkerSuite {}

extension DestinationSuite {
  func museum(@WorkerBuilder more: () -> WorkerParts = { WorkerParts {} }) -> ScreenWorker {
    Museum.worker(at: location, more: more)
  }

  /// How the way to a destination ended, and the route then.
  func path(_ navigation: Navigation) async throws -> String {
    try await navigator.attempt(navigation).get().description
  }
}
