// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension Drive {
  init(proto: ProtoDrive, inAnswer: Bool) throws(FormError) {
    let destination: Destination =
      switch try Field.required(proto.destination, "destination") {
      case .route(let id): .route(try Field.name(id, "route"))
      case .subTree(let id): .subTree(try Field.name(id, "sub_tree"))
      case .parent: .parent
      }
    self.init(
      destination, from: proto.hasFrom ? try Target(proto: proto.from, inAnswer: inAnswer) : nil,
      input: try Field.json(proto.input, "input"), transactional: proto.transactional)
  }

  var proto: ProtoDrive {
    var proto = ProtoDrive()
    switch destination {
    case .route(let id): proto.route = id.rawValue
    case .subTree(let id): proto.subTree = id.rawValue
    case .parent: proto.parent = ProtoNothing()
    }
    if let start { proto.from = start.proto }
    proto.input = Field.data(input)
    proto.transactional = isTransactional
    return proto
  }
}

extension DriveStep: ProtobufForm {
  init(proto: ProtoDriveStep) throws(FormError) {
    self.init(
      try Direction(proto: proto.direction), to: try Field.name(proto.route, "step.route"),
      screen: try Field.name(proto.screen, "step.screen"),
      beginsSubTree: proto.subTree, destination: try Field.name(proto.destination, "step.destination"),
      input: try Field.json(proto.input, "step.input"))
  }

  var proto: ProtoDriveStep {
    var proto = ProtoDriveStep()
    proto.direction = direction.proto
    proto.route = route.rawValue
    proto.screen = screen.rawValue
    proto.subTree = beginsSubTree
    proto.destination = destination.rawValue
    proto.input = Field.data(input)
    return proto
  }
}

extension DriveStep.Direction {
  fileprivate init(proto: ProtoDriveStep.Direction) throws(FormError) {
    switch proto {
    case .up: self = .up
    case .down: self = .down
    case .stay: self = .stay
    case .unspecified, .UNRECOGNIZED:
      throw FormError("step.direction: \(proto.rawValue) is no number of version 1")
    }
  }

  fileprivate var proto: ProtoDriveStep.Direction {
    switch self {
    case .up: .up
    case .down: .down
    case .stay: .stay
    }
  }
}

extension WalkStep: ProtobufForm {
  init(proto: ProtoWalkStep) throws(FormError) {
    let from = try Outcome.Party(proto: proto.from)
    self.init(
      try DriveStep.Direction(proto: proto.direction), to: try Field.name(proto.route, "walk.route"),
      screen: try Field.name(proto.screen, "walk.screen"), beginsSubTree: proto.subTree,
      element: proto.hasElement ? ElementID(try Field.count(proto.element, "walk.element")) : nil,
      from: try Field.name(proto.from.screen, "walk.from.screen"), at: from.element, worker: from.worker,
      isAsked: proto.asked, missing: proto.missing)
  }

  var proto: ProtoWalkStep {
    .with {
      $0.direction = direction.proto
      $0.route = route.rawValue
      $0.screen = screen.rawValue
      $0.subTree = beginsSubTree
      if let element { $0.element = element.rawValue }
      $0.from = Outcome.Party(worker: worker, screen: origin, element: originElement).proto
      $0.asked = isAsked
      $0.missing = missing
    }
  }
}

extension SubTree: ProtobufForm {
  init(proto: ProtoSubTree) throws(FormError) {
    self.init(try Field.name(proto.route, "sub_tree.route"), from: ElementID(try Field.count(proto.origin, "origin")))
  }

  var proto: ProtoSubTree {
    .with {
      $0.route = route.rawValue
      $0.origin = origin.rawValue
    }
  }
}

extension RoutePoint: ProtobufForm {
  init(proto: ProtoRoutePoint) throws(FormError) {
    self.init(try Field.name(proto.id, "route.id"), requires: proto.requires, takes: proto.takes)
  }

  var proto: ProtoRoutePoint {
    .with {
      $0.id = id.rawValue
      $0.requires = requires
      $0.takes = takes
    }
  }
}
