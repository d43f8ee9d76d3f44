// SPDX-License-Identifier: Apache-2.0

import RouteModel
import SwiftProtobuf

extension Target {
  /// A target; only inside the answer to an ask may it be the element that is asked.
  init(proto: ProtoTarget, inAnswer: Bool) throws(FormError) {
    switch try Field.required(proto.target, "target") {
    case .id(let id): self = .id(ElementID(try Field.count(id, "target.id")))
    case .screen(let screen): self = .screen(try AnyScreen(proto: screen))
    case .branch(let branch):
      self = .branch(ElementID(try Field.count(branch.id, "target.id")), try Field.name(branch.name, "branch"))
    case .asked:
      guard inAnswer else { throw FormError("target: the element that is asked stands only inside an answer") }
      self = .asked
    }
  }

  var proto: ProtoTarget {
    var proto = ProtoTarget()
    switch self {
    case .id(let id): proto.id = id.rawValue
    case .screen(let screen): proto.screen = screen.proto
    case .branch(let id, let name):
      proto.branch.id = id.rawValue
      proto.branch.name = name.rawValue
    case .asked: proto.asked = ProtoNothing()
    }
    return proto
  }
}

extension NavigatorVerb {
  init(proto: ProtoNavigatorVerb, inAnswer: Bool) throws(FormError) {
    func target(_ proto: ProtoTarget) throws(FormError) -> Target { try Target(proto: proto, inAnswer: inAnswer) }
    switch try Field.required(proto.verb, "verb") {
    case .go(let go): self = .go(to: try PathItem(proto: go.screen), on: try target(go.on))
    case .goPath(let go): self = .goPath(to: try [PathItem](protos: go.path), on: try target(go.on))
    case .goBack(let to): self = .goBack(to: try target(to))
    case .replace(let replace):
      self = .replace(path: try [PathItem](protos: replace.path), in: replace.hasIn ? try target(replace.in) : nil)
    case .dismiss(let of): self = .dismiss(try target(of))
    case .dismissSuccessor(let of): self = .dismissSuccessor(of: try target(of))
    case .replaceContent(let replace):
      self = .replaceContent(of: try target(replace.of), with: try AnyScreen(proto: replace.screen))
    case .replaceScreen(let replace):
      self = .replaceScreen(try AnyScreen(proto: replace.old), with: try AnyScreen(proto: replace.new))
    case .didAppear(let of): self = .didAppear(try target(of))
    case .select(let select): self = .select(try Field.name(select.branch, "branch"), of: try target(select.of))
    }
  }

  var proto: ProtoNavigatorVerb {
    var proto = ProtoNavigatorVerb()
    switch self {
    case .go(let screen, let target):
      proto.go.screen = screen.proto
      proto.go.on = target.proto
    case .goPath(let path, let target):
      proto.goPath.path = path.protos
      proto.goPath.on = target.proto
    case .goBack(let target): proto.goBack = target.proto
    case .replace(let path, let target):
      proto.replace.path = path.protos
      if let target { proto.replace.in = target.proto }
    case .dismiss(let target): proto.dismiss = target.proto
    case .dismissSuccessor(let target): proto.dismissSuccessor = target.proto
    case .replaceContent(let target, let screen):
      proto.replaceContent.of = target.proto
      proto.replaceContent.screen = screen.proto
    case .replaceScreen(let old, let new):
      proto.replaceScreen.old = old.proto
      proto.replaceScreen.new = new.proto
    case .didAppear(let target): proto.didAppear = target.proto
    case .select(let branch, let target):
      proto.select.branch = branch.rawValue
      proto.select.of = target.proto
    }
    return proto
  }
}

extension Verb {
  init(proto: ProtoVerb, inAnswer: Bool = false) throws(FormError) {
    switch try Field.required(proto.verb, "verb") {
    case .navigator(let verb): self = .navigator(try NavigatorVerb(proto: verb, inAnswer: inAnswer))
    case .batch(let batch):
      self = .batch(
        try batch.verbs.map { verb throws(FormError) in try NavigatorVerb(proto: verb, inAnswer: inAnswer) })
    case .back: self = .back
    case .start(let name): self = .start(try Field.name(name, "start"))
    case .show(let show): self = .show(try Field.names(show.names, "show"))
    case .hide(let hide): self = .hide(try Field.name(hide.name, "hide"), atomic: hide.atomic)
    case .navigate(let navigate): self = .navigate(try Field.names(navigate.names, "navigate"))
    case .open(let url): self = .open(url)
    case .drive(let drive): self = .drive(try Drive(proto: drive, inAnswer: inAnswer))
    }
  }

  var proto: ProtoVerb {
    var proto = ProtoVerb()
    switch self {
    case .navigator(let verb): proto.navigator = verb.proto
    case .batch(let verbs): proto.batch = .with { $0.verbs = verbs.map(\.proto) }
    case .back: proto.back = ProtoNothing()
    case .start(let name): proto.start = name.rawValue
    case .show(let names): proto.show = .with { $0.names = names.map(\.rawValue) }
    case .hide(let name, let atomic):
      proto.hide.name = name.rawValue
      proto.hide.atomic = atomic
    case .navigate(let names): proto.navigate = .with { $0.names = names.map(\.rawValue) }
    case .open(let url): proto.open = url
    case .drive(let drive): proto.drive = drive.proto
    }
    return proto
  }
}

extension Request {
  init(proto: ProtoRequest) throws(FormError) {
    switch try Field.required(proto.request, "request") {
    case .show(let name): self = .show(try Field.name(name, "show"))
    case .hide(let name): self = .hide(try Field.name(name, "hide"))
    case .change(let change):
      self = .change(from: try Field.name(change.from, "change.from"), to: try Field.name(change.to, "change.to"))
    case .install(let name): self = .install(try Field.name(name, "install"))
    case .back: self = .back
    case .toChild(let id): self = .toChild(try Field.name(id, "to_child"))
    case .toParent: self = .toParent
    case .toSelf: self = .toSelf
    }
  }

  var proto: ProtoRequest {
    var proto = ProtoRequest()
    switch self {
    case .show(let name): proto.show = name.rawValue
    case .hide(let name): proto.hide = name.rawValue
    case .change(let from, let to):
      proto.change.from = from.rawValue
      proto.change.to = to.rawValue
    case .install(let name): proto.install = name.rawValue
    case .back: proto.back = ProtoNothing()
    case .toChild(let id): proto.toChild = id.rawValue
    case .toParent: proto.toParent = ProtoNothing()
    case .toSelf: proto.toSelf = ProtoNothing()
    }
    return proto
  }
}

extension Instruction: ProtobufForm {
  init(proto: ProtoInstruction) throws(FormError) {
    switch try Field.required(proto.instruction, "instruction") {
    case .push(let place): self = .push(place.hasScreen ? try AnyScreen(proto: place.screen) : nil)
    case .present(let place): self = .present(place.hasScreen ? try AnyScreen(proto: place.screen) : nil)
    case .pop: self = .pop
    case .popToRoot: self = .popToRoot
    case .popTo(let pop): self = .popTo(try Field.nameIfAny(pop.name, "pop_to"))
    case .dismiss(let dismiss): self = .dismiss(hard: dismiss.hard)
    case .edit(let edit):
      self = .edit(try edit.verbs.map { verb throws(FormError) in try NavigatorVerb(proto: verb, inAnswer: true) })
    case .done: self = .done
    }
  }

  var proto: ProtoInstruction {
    func place(_ screen: AnyScreen?) -> ProtoInstruction.Place {
      .with { if let screen { $0.screen = screen.proto } }
    }
    var proto = ProtoInstruction()
    switch self {
    case .push(let screen): proto.push = place(screen)
    case .present(let screen): proto.present = place(screen)
    case .pop: proto.pop = ProtoNothing()
    case .popToRoot: proto.popToRoot = ProtoNothing()
    case .popTo(let name): proto.popTo = .with { $0.name = name?.rawValue ?? "" }
    case .dismiss(let hard): proto.dismiss = .with { $0.hard = hard }
    case .edit(let verbs): proto.edit = .with { $0.verbs = verbs.map(\.proto) }
    case .done: proto.done = ProtoNothing()
    }
    return proto
  }
}
