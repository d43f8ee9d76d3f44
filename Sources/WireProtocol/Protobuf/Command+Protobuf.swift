// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension AskToken: ProtobufForm {
  init(proto: ProtoAskToken) throws(FormError) {
    self.init(epoch: proto.epoch, number: proto.number)
  }

  var proto: ProtoAskToken {
    .with {
      $0.epoch = epoch
      $0.number = number
    }
  }
}

extension CommandID: ProtobufForm {
  init(proto: ProtoCommandID) throws(FormError) {
    guard let id = CommandID(client: proto.client, sequence: proto.sequence) else {
      throw FormError("id: '\(proto.client.clipped)', \(proto.sequence) is no command id")
    }
    self = id
  }

  var proto: ProtoCommandID {
    .with {
      $0.client = client
      $0.sequence = sequence
    }
  }
}

extension Command: ProtobufForm {
  init(proto: ProtoCommand) throws(FormError) {
    self.init(
      id: try CommandID(proto: proto.id), scene: try Field.nameIfAny(proto.scene, "scene") ?? "main",
      verb: try Verb(proto: proto.verb))
    ackedBelow = try Field.count(proto.ackedBelow, "acked_below")
    context = try Field.json(proto.context, "context")
    animated = proto.animated
    switch proto.expecting {
    case .expectingRevision(let revision)?: expecting = .revision(try Field.count(revision, "expecting_revision"))
    case .expectingTop(let id)?: expecting = .top(ElementID(try Field.count(id, "expecting_top")))
    case nil: expecting = nil
    }
    ifBusy = try Field.word(proto.ifBusy, "if_busy", from: 0)
    until = try Field.word(proto.until, "until", from: 0)
    if proto.hasDeadlineMs { deadlineMs = try Field.milliseconds(proto.deadlineMs, "deadline_ms") }
    skipsGuards = proto.skipGuards
    stepwise = proto.stepwise
    if proto.hasBecause { because = proto.because.clipped }
    if proto.hasWithin { within = try AskToken(proto: proto.within) }
    depth = Int(proto.depth)
    wantsAccepted = proto.wantsAccepted
    isDryRun = proto.dryRun
  }

  var proto: ProtoCommand {
    var proto = ProtoCommand()
    proto.id = id.proto
    proto.ackedBelow = ackedBelow
    proto.scene = scene.rawValue
    proto.verb = verb.proto
    proto.context = Field.data(context)
    proto.animated = animated
    switch expecting {
    case .revision(let revision): proto.expectingRevision = revision
    case .top(let id): proto.expectingTop = id.rawValue
    case nil: break
    }
    proto.ifBusy = Field.proto(ifBusy, from: 0)
    proto.until = Field.proto(until, from: 0)
    if let deadlineMs { proto.deadlineMs = deadlineMs }
    proto.skipGuards = skipsGuards
    proto.stepwise = stepwise
    if let because { proto.because = because }
    if let within { proto.within = within.proto }
    proto.depth = UInt32(clamping: depth)
    proto.wantsAccepted = wantsAccepted
    proto.dryRun = isDryRun
    return proto
  }
}

extension Accepted: ProtobufForm {
  init(proto: ProtoAccepted) throws(FormError) {
    self.init(id: try CommandID(proto: proto.id), place: Int(proto.place))
  }

  var proto: ProtoAccepted {
    .with {
      $0.id = id.proto
      $0.place = UInt32(clamping: place)
    }
  }
}

extension Query: ProtobufForm {
  init(proto: ProtoQuery) throws(FormError) {
    guard !proto.id.isEmpty else { throw FormError("id is missing: a command id, or any ending of one") }
    self.init(id: proto.id, seal: proto.seal)
  }

  var proto: ProtoQuery {
    .with {
      $0.id = id
      $0.seal = seal
    }
  }
}

extension Status: ProtobufForm {
  init(proto: ProtoStatus) throws(FormError) {
    self.init(id: proto.id, state: try Field.word(proto.state, "state"), revisions: proto.revisions)
  }

  var proto: ProtoStatus {
    .with {
      $0.id = id
      $0.state = Field.proto(state)
      $0.revisions = revisions
    }
  }
}

extension Cancel: ProtobufForm {
  init(proto: ProtoCancel) throws(FormError) { self.init(id: try CommandID(proto: proto.id)) }

  var proto: ProtoCancel { .with { $0.id = id.proto } }
}

extension Resume: ProtobufForm {
  init(proto: ProtoResume) throws(FormError) {
    self.init(id: try CommandID(proto: proto.id), target: try CommandID(proto: proto.target))
  }

  var proto: ProtoResume {
    .with {
      $0.id = id.proto
      $0.target = target.proto
    }
  }
}
