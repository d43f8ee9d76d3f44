// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension Registration: ProtobufForm {
  init(proto: ProtoRegistration) throws(FormError) {
    guard let incarnation = Incarnation(proto.incarnation) else {
      throw FormError("incarnation: 1 to 64 printable characters that no other process of this worker has")
    }
    self.init(
      worker: try Field.name(proto.worker, "worker"), version: proto.version.clipped, incarnation: incarnation,
      scenes: proto.hasScenes ? try Field.names(proto.scenes.names, "scenes") : nil,
      root: try Field.names(proto.root, "root"), generation: try Field.count(proto.generation, "generation"),
      wantsRoutes: proto.wantsRoutes, applied: try [SceneName: Applied](protos: proto.applied),
      unsettled: try [AskToken](protos: proto.unsettled))
    if proto.hasTree { tree = try TreeNode.whole(proto.tree, "tree") }
    if proto.hasLinks { links = try LinkReading(proto: proto.links) }
    for part in proto.parts {
      let name: PartName = try Field.name(part.name, "parts")
      guard parts.updateValue(try TreeNode.whole(part.tree, "parts"), forKey: name) == nil else {
        throw FormError("parts: '\(name)' stands twice")
      }
    }
    for screen in proto.screens {
      let name: ScreenName = try Field.name(screen.name, "screens")
      guard routables.updateValue(try Routable(proto: screen.routable), forKey: name) == nil else {
        throw FormError("screens: '\(name)' stands twice")
      }
    }
  }

  var proto: ProtoRegistration {
    var proto = ProtoRegistration()
    proto.worker = worker.rawValue
    proto.version = version
    proto.incarnation = incarnation.rawValue
    if let scenes { proto.scenes = .with { $0.names = scenes.map(\.rawValue) } }
    proto.root = root.map(\.rawValue)
    proto.screens = routables.keys.sorted().map { name in
      .with {
        $0.name = name.rawValue
        if let routable = routables[name] { $0.routable = routable.proto }
      }
    }
    proto.generation = generation
    proto.wantsRoutes = wantsRoutes
    proto.applied = applied.protos
    proto.unsettled = unsettled.protos
    if let tree { proto.tree = tree.proto }
    proto.parts = parts.keys.sorted().map { name in
      .with {
        $0.name = name.rawValue
        if let node = parts[name], node != .empty { $0.tree = node.proto }
      }
    }
    if let links { proto.links = links.proto }
    return proto
  }
}

extension [SceneName: Applied] {
  init(protos: [ProtoApplied]) throws(FormError) {
    self.init()
    for proto in protos {
      self[try Field.name(proto.scene, "applied.scene")] = Applied(
        epoch: try Field.count(proto.epoch, "applied.epoch"),
        revision: try Field.count(proto.revision, "applied.revision"))
    }
  }

  var protos: [ProtoApplied] {
    sorted { $0.key < $1.key }.map { scene, applied in
      .with {
        $0.scene = scene.rawValue
        $0.epoch = applied.epoch
        $0.revision = applied.revision
      }
    }
  }
}

extension Routable: ProtobufForm {
  init(proto: ProtoRoutable) throws(FormError) {
    func pattern(_ text: String) throws(FormError) -> RequestPattern {
      guard let pattern = RequestPattern(text) else { throw FormError("handles: '\(text.clipped)' is no request") }
      return pattern
    }
    self.init(
      handles: try proto.handles.map(pattern), guards: proto.guards,
      unanswered: try Field.word(proto.unanswered, "unanswered", from: 0), hosts: !proto.hostsNot, back: proto.back,
      prepares: proto.prepares, sensitive: proto.sensitive, isVirtual: proto.virtual,
      presentation: proto.hasPresentation ? try Presentation(proto: proto.presentation) : nil,
      onDeath: try DeathPolicy(proto: proto.onDeath),
      askMs: proto.hasAskMs ? try Field.milliseconds(proto.askMs, "ask_ms") : nil,
      workingMaxMs: proto.hasWorkingMaxMs ? try Field.milliseconds(proto.workingMaxMs, "working_max_ms") : nil)
    for entry in proto.standing { standing[try pattern(entry.request)] = try Instruction(proto: entry.instruction) }
  }

  var proto: ProtoRoutable {
    var proto = ProtoRoutable()
    proto.handles = handles.map(\.description)
    proto.standing = standing.keys.sorted().map { pattern in
      .with {
        $0.request = pattern.description
        if let instruction = standing[pattern] { $0.instruction = instruction.proto }
      }
    }
    proto.guards = guards
    proto.unanswered = Field.proto(unanswered, from: 0)
    proto.hostsNot = !hosts
    proto.back = back
    proto.prepares = prepares
    proto.sensitive = sensitive
    proto.virtual = isVirtual
    if let presentation { proto.presentation = presentation.proto }
    if onDeath != .keep { proto.onDeath = onDeath.proto }
    if let askMs { proto.askMs = askMs }
    if let workingMaxMs { proto.workingMaxMs = workingMaxMs }
    return proto
  }
}

extension Routable.DeathPolicy: ProtobufForm {
  init(proto: ProtoRoutable.OnDeath) throws(FormError) {
    switch proto.policy {
    case .keep?, nil: self = .keep
    case .pop?: self = .pop
    case .fallback(let screen)?: self = .fallback(try AnyScreen(proto: screen))
    }
  }

  var proto: ProtoRoutable.OnDeath {
    var proto = ProtoRoutable.OnDeath()
    switch self {
    case .keep: proto.keep = ProtoNothing()
    case .pop: proto.pop = ProtoNothing()
    case .fallback(let screen): proto.fallback = screen.proto
    }
    return proto
  }
}

extension Welcome: ProtobufForm {
  init(proto: ProtoWelcome) throws(FormError) {
    self.init(
      session: try Field.count(proto.session, "session"), version: proto.version.clipped,
      verdicts: try [Settled](protos: proto.verdicts))
  }

  var proto: ProtoWelcome {
    .with {
      $0.session = session
      $0.version = version
      $0.verdicts = verdicts.protos
    }
  }
}

extension Registered: ProtobufForm {
  init(proto: ProtoRegistered) throws(FormError) {
    self.init(generation: try Field.count(proto.generation, "generation"))
  }

  var proto: ProtoRegistered { .with { $0.generation = generation } }
}

extension Pong: ProtobufForm {
  init(proto: ProtoPong) throws(FormError) {
    self.init(
      applied: try [SceneName: Applied](protos: proto.applied), unsettled: try [AskToken](protos: proto.unsettled))
  }

  var proto: ProtoPong {
    .with {
      $0.applied = applied.protos
      $0.unsettled = unsettled.protos
    }
  }
}

extension Bye: ProtobufForm {
  init(proto: ProtoBye) throws(FormError) {
    self.init(restartingMs: proto.hasRestartingMs ? try Field.milliseconds(proto.restartingMs, "restarting_ms") : nil)
  }

  var proto: ProtoBye { .with { if let restartingMs { $0.restartingMs = restartingMs } } }
}
