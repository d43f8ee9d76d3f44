// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Destinations with every shape that a part of one can have, for golden messages.
enum GoldenDestinations {
  /// An exhibit of any room, on a stack in the tabs of the museum, which are made if they are not there.
  static let exhibit = Destination(
    [
      .screen(
        Destination.ScreenStep(
          find: .screen("exhibit", .context), make: .screen("exhibit", .context), action: .push,
          context: Destination.ContextType(.object, requires: ["id"]), interceptors: ["login"],
          contextTasks: [.setContent, .asked("load")], postTasks: ["visited"])),
      .adapt(.members([.init("floor", from: "level"), .init("room", from: "room")])),
      .screen(
        Destination.ScreenStep(
          find: Destination.Finder(
            .asked("room", of: "room"), in: [.current, .visible, .parent],
            from: .finder(Destination.Finder(.container(.tabs)))),
          make: .stack(children: [.init(.screen("room", .context))]),
          action: .addTab(at: 1, replacing: true, named: "rooms"))),
      .screen(
        Destination.ScreenStep(
          make: .container(
            "museum", .tabs, .given(.object([("theme", .string("dark"))])),
            children: [
              .init(
                .screen("map", .given(.integer(2))), action: .addTab(named: "map"), contextTasks: [.asked("load")],
                context: .member("floor")),
              .init(.asked("guide"), action: .addTab()),
            ], selected: "map", adopts: false), action: .present(from: .screen("home", .given(.bool(true)))))),
      .choose(
        Destination.Switch(
          [
            .expecting(Destination.Finder(.screen("home", .given(.null)), isPresented: true)),
            .init(.asked("night"), from: [.from("night")]),
            .init(.context(Destination.ContextType(value: .string("map"))), from: [.none, .current]),
          ], otherwise: [.root], context: Destination.ContextType(.object))),
    ], context: Destination.ContextType(.object, requires: ["id", "room"]), whileMoving: .wait)

  /// The rarer shapes.
  static let rare = Destination([
    .screen(Destination.ScreenStep(find: Destination.Finder(.instance(ElementID(9))), action: .select("radio"))),
    .screen(Destination.ScreenStep(make: .screen("details"), action: .pushOnToDetails)),
    .screen(Destination.ScreenStep(make: .screen("list", .given(.null)), action: .setAsMaster)),
    .screen(Destination.ScreenStep(make: .container("shell", .split, .context), action: .custom("place"))),
    .screen(Destination.ScreenStep(make: .container("frame", .single), action: .present())),
    .screen(Destination.ScreenStep(make: .stack(adopts: false), action: .replaceRoot)),
    .screen(Destination.ScreenStep(find: Destination.Finder(.stackOf(ElementID(9)), in: []))),
    .screen(Destination.ScreenStep(find: Destination.Finder(.presenting, from: .root))),
    .screen(Destination.ScreenStep(find: Destination.Finder(.detailStack), context: Destination.ContextType())),
    .adapt(.value(.null)), .adapt(.value(.object([("id", .integer(7))]))), .adapt(.asked("widen")),
    .custom(Destination.Finder(.stack)),
  ])

  /// A dry run.
  static let search = Destination.Search(
    steps: [
      .init("step 3", .found, element: .root, screen: AnyScreen("home")),
      .init("step 2", .made, element: ElementID(10), screen: GoldenMessages.exhibit, isStack: true),
      .init("step 1.2 of 'museum'", .passed),
    ],
    questions: [
      .init("leave", screen: "map", element: ElementID(4), worker: "kiosk"), .init("intercept login"),
    ], leaving: [ElementID(4)], path: "home/exhibit?id=7")

  /// A registration of all that is about destinations.
  static let registration = Registration(
    worker: "exhibits", incarnation: "b5f1",
    routables: [
      "museum": Routable(
        branches: DeclaredBranches(
          .tabs, [.init("map", path: [AnyScreen("map"), GoldenMessages.exhibit]), .init("rooms")], selected: "rooms",
          alwaysShown: ["map"], keepsSelection: true))
    ],
    links: LinkReading(
      patterns: [try? LinkPattern(url: "exhibit/{id:int}", to: .destination("exhibit"))].compactMap(\.self)),
    destinations: ["exhibit": exhibit, "home": Destination([.custom(.screen("home"))])],
    tasks: [
      .finder: ["room"], .condition: ["night"], .conversion: ["widen"], .factory: ["guide"], .action: ["place"],
      .interceptor: ["login"], .contextTask: ["load"], .postTask: ["visited"],
    ])

  static let arrival = Arrival(
    scene: "main", revision: 8412, command: GoldenMessages.id, task: "visited", element: ElementID(9),
    screen: GoldenMessages.exhibit, context: .object([("id", .integer(7))]), arrived: [.root, ElementID(9)])
}
