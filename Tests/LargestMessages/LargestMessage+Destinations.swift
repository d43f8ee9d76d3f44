// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

extension LargestMessage {
  static let destinations: [LargestMessage] = Encoding.allCases.flatMap { encoding in
    [
      LargestMessage("HELLO, 256 destinations and 256 tasks", .hello(leading), encoding, isOfWorker: true),
      LargestMessage(
        "CMD route, as many parts as a message has",
        .command(Command(id: Names.command("route-wide-\(encoding)"), verb: .route(.inline(wide)))), encoding),
      LargestMessage(
        "CMD route, choices in choices",
        .command(Command(id: Names.command("route-deep-\(encoding)"), verb: .route(.inline(deep)))), encoding),
      LargestMessage("INSPECT destinations", .inspect(Inspect(.destinations)), encoding),
    ]
  }

  /// Destinations that each come from the next, and tasks that they name.
  private static let leading: Registration = {
    var registration = Registration(worker: Names.worker(1), incarnation: Names.incarnation(1))
    for number in 0..<Limits.destinationsMax {
      let step = Destination.ScreenStep(
        find: .screen(Names.screen(number), .context), make: .screen(Names.screen(number), .context), action: .push,
        interceptors: [Names.task(number)])
      let origin = number + 1 < Limits.destinationsMax ? Destination.Step.from(Names.destination(number + 1)) : .root
      registration.destinations[Names.destination(number)] = Destination(
        Array(repeating: .screen(step), count: 8) + [origin])
    }
    registration.tasks[.interceptor] = (0..<Limits.tasksMax).map(Names.task)
    return registration
  }()

  private static let wide = Destination(
    (0..<50).map { number in
      .screen(
        Destination.ScreenStep(
          find: .screen(Names.screen(number)),
          make: .stack(children: Array(repeating: .init(.screen(Names.screen(number))), count: 90)), action: .present())
      )
    } + [.root])

  private static let deep = Destination(
    (1..<Destination.Factory.depthMax).reduce([Destination.Step.root]) { inner, _ in
      [
        .choose(
          Destination.Switch((0..<30).map { .init(.found(.screen(Names.screen($0))), from: [.root]) }, otherwise: inner)
        )
      ]
    })
}
