// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension Ask: ProtobufForm {
  init(proto: ProtoAsk) throws(FormError) {
    let question: Question =
      switch try Field.required(proto.question, "question") {
      case .handle(let request): .handle(try Request(proto: request))
      case .leave: .leave
      case .host: .host
      case .build(let key): .build(try Field.key(key, "build"))
      case .parse(let url): .parse(url)
      }
    self.init(
      token: try AskToken(proto: proto.token), command: try CommandID(proto: proto.command),
      scene: try Field.name(proto.scene, "scene"), revision: try Field.count(proto.revision, "revision"),
      question: question, screen: try AnyScreen(proto: proto.screen),
      element: proto.hasElement ? ElementID(try Field.count(proto.element, "element")) : nil, isDraft: proto.draft,
      route: try Path(protos: proto.route), context: try Field.json(proto.context, "context"),
      animated: proto.animated, deadlineMs: try Field.milliseconds(proto.deadlineMs, "deadline_ms"),
      depth: Int(proto.depth))
    if proto.hasStep { step = try DriveStep(proto: proto.step) }
  }

  var proto: ProtoAsk {
    var proto = ProtoAsk()
    proto.token = token.proto
    proto.command = command.proto
    proto.scene = scene.rawValue
    proto.revision = revision
    switch question {
    case .handle(let request): proto.handle = request.proto
    case .leave: proto.leave = ProtoNothing()
    case .host: proto.host = ProtoNothing()
    case .build(let key): proto.build = key.rawValue
    case .parse(let url): proto.parse = url
    }
    proto.screen = screen.proto
    if let element { proto.element = element.rawValue }
    proto.draft = isDraft
    proto.route = route.protos()
    proto.context = Field.data(context)
    proto.animated = animated
    proto.deadlineMs = deadlineMs
    proto.depth = UInt32(clamping: depth)
    if let step { proto.step = step.proto }
    return proto
  }
}

extension AnswerMessage: ProtobufForm {
  init(proto: ProtoAnswer) throws(FormError) {
    let answer: Answer =
      switch try Field.required(proto.answer, "answer") {
      case .instruction(let instruction):
        proto.merge ? .merging(try Instruction(proto: instruction)) : .instruction(try Instruction(proto: instruction))
      case .declined: .declined
      case .allow: .allow
      case .deny(let refusal): .deny(code: refusal.codeIfAny, message: refusal.messageIfAny)
      case .redirect(let redirect):
        .redirect(
          try Verb(proto: redirect.verb, inAnswer: true),
          withinMs: try Field.milliseconds(redirect.withinMs, "within_ms"))
      case .failed(let refusal): .failed(code: refusal.codeIfAny, message: refusal.messageIfAny)
      case .tree(let node): .tree(try TreeNode.whole(node, "tree"))
      case .path(let path): .path(try [PathItem](protos: path.elements))
      }
    self.init(token: try AskToken(proto: proto.token), answer: answer)
  }

  var proto: ProtoAnswer {
    func refusal(_ code: String?, _ message: String?) -> ProtoAnswer.Refusal {
      .with {
        if let code { $0.code = code }
        if let message { $0.message = message }
      }
    }
    var proto = ProtoAnswer()
    proto.token = token.proto
    switch answer {
    case .instruction(let instruction): proto.instruction = instruction.proto
    case .merging(let instruction):
      proto.instruction = instruction.proto
      proto.merge = true
    case .declined: proto.declined = ProtoNothing()
    case .allow: proto.allow = ProtoNothing()
    case .deny(let code, let message): proto.deny = refusal(code, message)
    case .redirect(let verb, let ms):
      proto.redirect.verb = verb.proto
      proto.redirect.withinMs = ms
    case .failed(let code, let message): proto.failed = refusal(code, message)
    case .tree(let node): proto.tree = node.proto
    case .path(let path): proto.path = .with { $0.elements = path.map(\.proto) }
    }
    return proto
  }
}

extension ProtoAnswer.Refusal {
  fileprivate var codeIfAny: String? { hasCode ? code.clipped : nil }
  fileprivate var messageIfAny: String? { hasMessage ? message.clipped : nil }
}

extension Working: ProtobufForm {
  init(proto: ProtoWorking) throws(FormError) {
    self.init(token: try AskToken(proto: proto.token), ms: try Field.milliseconds(proto.ms, "ms"))
  }

  var proto: ProtoWorking {
    .with {
      $0.token = token.proto
      $0.ms = ms
    }
  }
}

extension Settled: ProtobufForm {
  init(proto: ProtoSettled) throws(FormError) {
    self.init(token: try AskToken(proto: proto.token), used: proto.used)
  }

  var proto: ProtoSettled {
    .with {
      $0.token = token.proto
      $0.used = used
    }
  }
}

extension Abandoned: ProtobufForm {
  init(proto: ProtoAbandoned) throws(FormError) { self.init(token: try AskToken(proto: proto.token)) }

  var proto: ProtoAbandoned { .with { $0.token = token.proto } }
}

extension WorkerState: ProtobufForm {
  init(proto: ProtoWorkerState) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"), revision: try Field.count(proto.revision, "revision"),
      elements: try [Element](protos: proto.elements), path: proto.hasPath ? try Path(proto: proto.path) : nil,
      animated: proto.animated)
  }

  var proto: ProtoWorkerState {
    .with {
      $0.scene = scene.rawValue
      $0.revision = revision
      $0.elements = elements.protos
      if let path { $0.path = path.proto }
      $0.animated = animated
    }
  }
}

extension Appeared: ProtobufForm {
  init(proto: ProtoAppeared) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"),
      elements: try proto.elements.map { id throws(FormError) in ElementID(try Field.count(id, "elements")) })
  }

  var proto: ProtoAppeared {
    .with {
      $0.scene = scene.rawValue
      $0.elements = elements.map(\.rawValue)
    }
  }
}

extension CannotShow: ProtobufForm {
  init(proto: ProtoCannotShow) throws(FormError) {
    self.init(
      scene: try Field.name(proto.scene, "scene"), element: ElementID(try Field.count(proto.element, "element")),
      code: proto.hasCode ? proto.code.clipped : nil, message: proto.hasMessage ? proto.message.clipped : nil)
  }

  var proto: ProtoCannotShow {
    .with {
      $0.scene = scene.rawValue
      $0.element = element.rawValue
      if let code { $0.code = code }
      if let message { $0.message = message }
    }
  }
}
