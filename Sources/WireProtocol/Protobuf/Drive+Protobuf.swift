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
    let direction: Direction =
      switch proto.direction {
      case .up: .up
      case .down: .down
      case .stay: .stay
      case .unspecified, .UNRECOGNIZED:
        throw FormError("step.direction: \(proto.direction.rawValue) is no number of version 1")
      }
    self.init(
      direction, to: try Field.name(proto.route, "step.route"), screen: try Field.name(proto.screen, "step.screen"),
      beginsSubTree: proto.subTree, destination: try Field.name(proto.destination, "step.destination"),
      input: try Field.json(proto.input, "step.input"))
  }

  var proto: ProtoDriveStep {
    var proto = ProtoDriveStep()
    switch direction {
    case .up: proto.direction = .up
    case .down: proto.direction = .down
    case .stay: proto.direction = .stay
    }
    proto.route = route.rawValue
    proto.screen = screen.rawValue
    proto.subTree = beginsSubTree
    proto.destination = destination.rawValue
    proto.input = Field.data(input)
    return proto
  }
}

extension SubTree: ProtobufForm {
  init(proto: ProtoSubTree) throws(FormError) {
    self.init(try Field.name(proto.route, "sub_tree.route"), from: ScreenID(try Field.count(proto.origin, "origin")))
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
