// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension Outcome: ProtobufForm {
  init(proto: ProtoOutcome) throws(FormError) {
    self.init(
      id: try CommandID(proto: proto.id), kind: try Kind(proto: try Field.required(proto.kind, "outcome")),
      message: proto.hasMessage ? proto.message.clipped : nil, scene: try Field.name(proto.scene, "scene"),
      epoch: try Field.count(proto.epoch, "epoch"), revision: try Field.count(proto.revision, "revision"),
      path: try PlacedPath(protos: proto.path), asked: try [Asked](protos: proto.asked),
      ms: try Field.finite(proto.ms, "ms"), durable: !proto.notDurable, revisions: proto.revisions,
      appeared: proto.hasAppeared ? proto.appeared : nil,
      stop: proto.hasStop ? try TreeStop(proto: proto.stop) : nil,
      steps: try proto.steps.map { step throws(FormError) in try BuildStep(proto: step) },
      walk: try proto.walk.map { step throws(FormError) in try WalkStep(proto: step) })
  }

  var proto: ProtoOutcome {
    var proto = ProtoOutcome()
    proto.id = id.proto
    proto.kind = kind.proto
    if let message { proto.message = message }
    proto.scene = scene.rawValue
    proto.epoch = epoch
    proto.revision = revision
    proto.path = path.protos
    proto.asked = asked.protos
    proto.ms = ms
    proto.notDurable = !durable
    proto.revisions = revisions
    if let appeared { proto.appeared = appeared }
    if let stop { proto.stop = stop.proto }
    proto.steps = steps.map(\.proto)
    proto.walk = walk.map(\.proto)
    return proto
  }
}

extension Outcome.Kind {
  fileprivate init(proto: ProtoOutcome.OneOf_Kind) throws(FormError) {
    switch proto {
    case .committed: self = .committed
    case .unchanged(let end): self = .unchanged(try Field.word(end.reason, "unchanged.reason"))
    case .vetoed(let end):
      self = .vetoed(
        by: try Outcome.Party(proto: end.by), try Field.word(end.reason, "vetoed.reason"),
        code: end.hasCode ? end.code.clipped : nil)
    case .unhandled: self = .unhandled
    case .rejected(let end): self = .rejected(try Field.word(end.reason, "rejected.reason"))
    case .conflict: self = .conflict
    case .superseded(let id): self = .superseded(by: try CommandID(proto: id))
    case .busy: self = .busy
    case .timedOut(let end):
      self = .timedOut(
        phase: try Field.word(end.phase, "timed_out.phase"), who: end.hasWho ? try Outcome.Party(proto: end.who) : nil)
    case .cancelled: self = .cancelled
    case .failed(let end):
      self = .failed(
        who: try Outcome.Party(proto: end.who), try Field.word(end.reason, "failed.reason"),
        code: end.hasCode ? end.code.clipped : nil)
    }
  }

  fileprivate var proto: ProtoOutcome.OneOf_Kind {
    switch self {
    case .committed: .committed(ProtoNothing())
    case .unchanged(let reason): .unchanged(.with { $0.reason = Field.proto(reason) })
    case .vetoed(let by, let reason, let code):
      .vetoed(
        .with {
          $0.by = by.proto
          $0.reason = Field.proto(reason)
          if let code { $0.code = code }
        })
    case .unhandled: .unhandled(ProtoNothing())
    case .rejected(let reason): .rejected(.with { $0.reason = Field.proto(reason) })
    case .conflict: .conflict(ProtoNothing())
    case .superseded(let by): .superseded(by.proto)
    case .busy: .busy(ProtoNothing())
    case .timedOut(let phase, let who):
      .timedOut(
        .with {
          $0.phase = Field.proto(phase)
          if let who { $0.who = who.proto }
        })
    case .cancelled: .cancelled(ProtoNothing())
    case .failed(let who, let reason, let code):
      .failed(
        .with {
          $0.who = who.proto
          $0.reason = Field.proto(reason)
          if let code { $0.code = code }
        })
    }
  }
}

extension Outcome.Party: ProtobufForm {
  init(proto: ProtoParty) throws(FormError) {
    self.init(
      worker: try Field.nameIfAny(proto.worker, "worker"), screen: try Field.nameIfAny(proto.screen, "screen"),
      element: proto.hasElement ? ElementID(try Field.count(proto.element, "element")) : nil)
  }

  var proto: ProtoParty {
    .with {
      $0.worker = worker?.rawValue ?? ""
      $0.screen = screen?.rawValue ?? ""
      if let element { $0.element = element.rawValue }
    }
  }
}

extension Asked: ProtobufForm {
  init(proto: ProtoAsked) throws(FormError) {
    self.init(
      request: proto.request, screen: try Field.name(proto.screen, "asked.screen"),
      element: proto.hasElement ? ElementID(try Field.count(proto.element, "asked.element")) : nil,
      worker: try Field.nameIfAny(proto.worker, "asked.worker"), answer: try Field.word(proto.answer, "asked.answer"),
      ms: try Field.finite(proto.ms, "asked.ms"), standing: proto.standing,
      message: proto.hasMessage ? proto.message.clipped : nil)
  }

  var proto: ProtoAsked {
    .with {
      $0.request = request
      $0.screen = screen.rawValue
      if let element { $0.element = element.rawValue }
      $0.worker = worker?.rawValue ?? ""
      $0.answer = Field.proto(answer)
      $0.ms = ms
      $0.standing = standing
      if let message { $0.message = message }
    }
  }
}

extension Origin: ProtobufForm {
  init(proto: ProtoOrigin) throws(FormError) {
    self.init(name: proto.name, pid: proto.pid, uid: proto.hasUid ? proto.uid : nil, command: proto.command)
  }

  var proto: ProtoOrigin {
    .with {
      $0.name = name
      $0.pid = pid
      if let uid { $0.uid = uid }
      $0.command = command
    }
  }
}

extension Cause: ProtobufForm {
  init(proto: ProtoCause) throws(FormError) {
    self.init(
      kind: try Field.word(proto.kind, "cause.kind"),
      command: proto.hasCommand ? try CommandID(proto: proto.command) : nil, verb: proto.verb,
      origin: try Origin(proto: proto.origin), asked: try [Asked](protos: proto.asked),
      because: proto.hasBecause ? proto.because.clipped : nil, tokens: try [AskToken](protos: proto.tokens),
      skippedGuards: proto.skippedGuards)
  }

  var proto: ProtoCause {
    .with {
      $0.kind = Field.proto(kind)
      if let command { $0.command = command.proto }
      $0.verb = verb
      $0.origin = origin.proto
      $0.asked = asked.protos
      if let because { $0.because = because }
      $0.tokens = tokens.protos
      $0.skippedGuards = skippedGuards
    }
  }
}
