// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Random destinations, and what else travels with them. What has two spellings in memory has the one of JSON: the type of
/// the context null is its kind, and a stack is no container.
extension SeededGenerator {
  mutating func destination() -> Destination {
    Destination(
      destinationSteps(depth: 2), context: maybe { $0.contextType() },
      whileMoving: maybe { $0.pick(Destination.WhileMoving.allCases) })
  }

  private mutating func destinationSteps(depth: Int) -> [Destination.Step] {
    list(upTo: 3) { $0.destinationStep(depth: depth) }
  }

  private mutating func destinationStep(depth: Int) -> Destination.Step {
    switch below(depth > 0 ? 9 : 7) {
    case 0: return .root
    case 1: return .current
    case 2: return .none
    case 3: return .custom(finder())
    case 4: return .adapt(conversion())
    case 5: return .from(name())
    case 7:
      return .choose(
        Destination.Switch(
          list(upTo: 2) { Destination.Switch.Case($0.condition(), from: $0.destinationSteps(depth: depth - 1)) },
          otherwise: maybe { $0.destinationSteps(depth: depth - 1) }, context: maybe { $0.contextType() }))
    default: return .screen(screenStep())
    }
  }

  /// A step that says something.
  private mutating func screenStep() -> Destination.ScreenStep {
    let step = Destination.ScreenStep(
      find: maybe { $0.finder() }, make: maybe { $0.factory(depth: 2) },
      action: bool() ? .none : destinationAction(), context: maybe { $0.contextType() },
      interceptors: list(upTo: 2) { $0.name() }, contextTasks: list(upTo: 2) { $0.contextTask() },
      postTasks: list(upTo: 2) { $0.name() })
    return step == Destination.ScreenStep() ? Destination.ScreenStep(interceptors: [name()]) : step
  }

  private mutating func condition() -> Destination.Switch.Condition {
    switch below(3) {
    case 0: .found(finder())
    case 1: .asked(name())
    default: .context(contextType())
    }
  }

  mutating func finder(depth: Int = 2) -> Destination.Finder {
    var start = Destination.Finder.Start.topmost
    if bool() { start = depth > 0 && bool() ? .finder(finder(depth: depth - 1)) : .root }
    return Destination.Finder(
      finderTarget(), in: bool() ? .fullStack : Destination.SearchOptions(rawValue: UInt8(below(64))), from: start,
      isPresented: bool())
  }

  private mutating func finderTarget() -> Destination.Finder.Target {
    switch below(8) {
    case 0: .asked(name(), of: maybe { $0.name() })
    case 1: .container(pick([.tabs, .split, .single]))
    case 2: .stack
    case 3: .instance(ElementID(count()))
    case 4: .stackOf(ElementID(count()))
    case 5: .presenting
    case 6: .detailStack
    default: .screen(name(), pick([.any, .context, .given(content())]))
    }
  }

  private mutating func factory(depth: Int) -> Destination.Factory {
    switch below(depth > 0 ? 4 : 2) {
    case 0: .asked(name())
    case 1: .screen(name(), factoryContent())
    case 2: .stack(children: children(depth: depth), adopts: bool())
    default:
      .container(
        name(), pick(Destination.ContainerKind.allCases), factoryContent(), children: children(depth: depth),
        selected: maybe { $0.name() }, adopts: bool())
    }
  }

  private mutating func factoryContent() -> Destination.Factory.Content {
    pick([.none, .context, .asSought, .given(content())])
  }

  private mutating func children(depth: Int) -> [Destination.Factory.Child] {
    list(upTo: 2) {
      Destination.Factory.Child(
        $0.factory(depth: depth - 1), action: $0.maybe { $0.destinationAction() },
        contextTasks: $0.list(upTo: 2) { $0.contextTask() }, context: $0.maybe { $0.conversion() })
    }
  }

  private mutating func destinationAction() -> Destination.Action {
    switch below(6) {
    case 0: .addTab(at: maybe { $0.below(9) }, replacing: bool(), named: maybe { $0.name() })
    case 1: .present(from: maybe { $0.finder() })
    case 2: .select(name())
    case 3: .custom(name())
    default:
      pick([
        .none, .push, .pushAsRoot, .pushReplacingLast, .setAsMaster, .pushToDetails, .pushOnToDetails,
        .replaceContent, .replaceRoot,
      ])
    }
  }

  private mutating func contextType() -> Destination.ContextType {
    let value = maybe { $0.content() } ?? .null
    return Destination.ContextType(
      maybe { $0.pick(Destination.ContextType.Kind.allCases) }, requires: list(upTo: 2) { $0.text() },
      value: value == .null ? nil : value)
  }

  private mutating func conversion() -> Destination.ContextConversion {
    switch below(4) {
    case 0: .value(content())
    case 1: .member(text())
    case 2: .members(["", "a b", "id"].prefix(1 + below(3)).map { .init($0, from: text()) })
    default: .asked(name())
    }
  }

  private mutating func contextTask() -> Destination.ContextTask { bool() ? .setContent : .asked(name()) }

  mutating func taskQuestion() -> Destination.Ask.Question {
    switch below(7) {
    case 0: .finder(name())
    case 1: .condition(name())
    case 2: .conversion(name())
    case 3: .factory(name())
    case 4: .action(name(), literals())
    case 5: .interceptor(name())
    default: .contextTask(name())
    }
  }

  mutating func arrival() -> Arrival {
    Arrival(
      scene: name(), revision: count(), command: commandID(), task: name(), element: ElementID(count()),
      screen: screen(), context: content(), arrived: list(upTo: 3) { ElementID($0.count()) })
  }

  mutating func destinationSearch() -> Destination.Search {
    Destination.Search(
      steps: list(upTo: 3) {
        Destination.Search.Step(
          $0.text(), $0.pick([.found, .foundLate, .made, .passed]), element: $0.maybe { ElementID($0.count()) },
          screen: $0.maybe { $0.screen() }, isStack: $0.bool())
      },
      questions: list(upTo: 2) {
        Destination.Search.Question(
          $0.text(), screen: $0.maybe { $0.name() }, element: $0.maybe { ElementID($0.count()) },
          worker: $0.maybe { $0.name() })
      }, leaving: list(upTo: 3) { ElementID($0.count()) }, path: text())
  }
}
