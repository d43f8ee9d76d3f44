// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A question that a transition puts to a worker.
struct Inquiry {
  let question: Ask.Question
  let screen: AnyScreen
  /// The element that it is about, if there is one.
  let element: Element?
  /// The worker that is asked; nil where none registered for it.
  let owner: Owner?
  /// The registration that the question goes to, where it goes to a screen's own.
  let registered: RegisteredScreen?
  /// The path that the ask shows.
  let path: Path
  /// Of a walk, the step that it is about.
  let step: Drive.Step?
  /// Of a way to a destination, the task.
  let task: Task?

  /// A task on the way to a destination. Shared, for most asks are none, and all would be as large.
  final class Task: Sendable {
    let ask: Destination.Ask

    init(_ ask: Destination.Ask) { self.ask = ask }
  }

  /// A question to the routable of an element.
  init(
    _ question: Ask.Question, about element: Element, of registered: RegisteredScreen?, showing path: Path,
    step: Drive.Step? = nil
  ) {
    self.question = question
    screen = element.screen
    self.element = element
    owner = registered?.owner
    self.registered = registered
    self.path = path
    self.step = step
    task = nil
  }

  /// A question on the way to a destination.
  init(_ task: Destination.Ask, to owner: Owner?, showing path: Path) {
    question = .task(task.question)
    screen = task.screen ?? AnyScreen("destination")
    element = task.element.flatMap { id in task.screen.map { Element(id: id, screen: $0) } }
    self.owner = owner
    registered = nil
    self.path = path
    step = nil
    self.task = Task(task)
  }

  /// A question to a worker that need not host the screen.
  init(
    _ question: Ask.Question, about screen: AnyScreen, _ element: Element? = nil, to owner: Owner?, showing path: Path
  ) {
    self.question = question
    self.screen = screen
    self.element = element
    self.owner = owner
    registered = nil
    self.path = path
    step = nil
    task = nil
  }

  var party: Outcome.Party { Outcome.Party(worker: owner?.name, screen: screen.name, element: element?.id) }

  /// Whether the same question is not put again in this transition once it was not answered in time. Back and a URL are the
  /// same question to each screen or reader, and another one may answer it.
  var isPutOnce: Bool {
    switch question {
    case .handle(.back), .parse: false
    case .handle, .leave, .host, .build, .task: true
    }
  }
}
