// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf

extension TreeNode: ProtobufForm {
  /// A node, or more than fit in a tree.
  static func whole(_ proto: ProtoTreeNode, _ field: String) throws(FormError) -> TreeNode {
    let tree = try TreeNode(proto: proto)
    guard !tree.nests(deeperThan: depthMax), tree.nodeCount <= nodesMax else {
      throw FormError("\(field): a tree has at most \(nodesMax) nodes, \(depthMax) in each other")
    }
    return tree
  }

  init(proto: ProtoTreeNode) throws(FormError) {
    switch proto.node {
    case nil: self = .empty
    case .screen(let screen)?:
      self = .screen(
        TreeScreen(
          try Field.name(screen.name, "screen"), nesting: try TreeNode(proto: screen.nesting),
          onAppear: screen.onAppear.isEmpty ? nil : try Field.key(screen.onAppear, "on_appear"),
          isVirtual: screen.virtual, route: screen.hasRoute ? try RoutePoint(proto: screen.route) : nil))
    case .anyOf(let nodes)?:
      self = .anyOf(try nodes.nodes.map { node throws(FormError) in try TreeNode(proto: node) })
    case .conditional(let node)?:
      self = .conditional(
        on: try Field.name(node.screen, "conditional.screen"), then: try TreeNode(proto: node.then),
        otherwise: try TreeNode(proto: node.otherwise))
    case .wildcard(let node)?:
      self = .wildcard(try AnyScreen(proto: node.screen), try TreeNode(proto: node.tree))
    case .dynamic(let node)?:
      self = .dynamic(
        try Field.key(node.key, "dynamic.key"), then: try TreeNode(proto: node.then),
        otherwise: try TreeNode(proto: node.otherwise))
    case .remote(let name)?: self = .remote(try Field.name(name, "remote"))
    case .onDismiss(let node)?:
      self = .onDismiss(
        try Field.key(node.key, "on_dismiss.key"), of: try Field.nameIfAny(node.of, "on_dismiss.of"),
        try TreeNode(proto: node.tree))
    }
  }

  var proto: ProtoTreeNode {
    var proto = ProtoTreeNode()
    switch self {
    case .empty: break
    case .screen(let screen):
      proto.screen.name = screen.name.rawValue
      proto.screen.set(screen.nesting, to: \.nesting)
      proto.screen.onAppear = screen.onAppear?.rawValue ?? ""
      proto.screen.virtual = screen.isVirtual
      if let route = screen.route { proto.screen.route = route.proto }
    case .anyOf(let nodes): proto.anyOf = .with { $0.nodes = nodes.map(\.proto) }
    case .conditional(let name, let then, let otherwise):
      proto.conditional.screen = name.rawValue
      proto.conditional.set(then, to: \.then)
      proto.conditional.set(otherwise, to: \.otherwise)
    case .wildcard(let screen, let node):
      proto.wildcard.screen = screen.proto
      proto.wildcard.set(node, to: \.tree)
    case .dynamic(let key, let then, let otherwise):
      proto.dynamic.key = key.rawValue
      proto.dynamic.set(then, to: \.then)
      proto.dynamic.set(otherwise, to: \.otherwise)
    case .remote(let name): proto.remote = name.rawValue
    case .onDismiss(let key, let name, let node):
      proto.onDismiss.key = key.rawValue
      proto.onDismiss.of = name?.rawValue ?? ""
      proto.onDismiss.set(node, to: \.tree)
    }
    return proto
  }
}

extension SwiftProtobuf.Message {
  /// Sets a node that builds something; one that builds nothing is absent.
  fileprivate mutating func set(_ node: TreeNode, to field: WritableKeyPath<Self, ProtoTreeNode>) {
    if node != .empty { self[keyPath: field] = node.proto }
  }
}

extension Field {
  /// The key of a node.
  static func key(_ text: String, _ field: String) throws(FormError) -> TreeKey {
    guard let key = TreeKey(text) else { throw FormError("\(field): '\(text.clipped)' is not \(TreeKey.rule)") }
    return key
  }
}

extension LinkReading: ProtobufForm {
  init(proto: ProtoLinkReading) throws(FormError) {
    guard proto.schemes.count <= Self.schemesMax, proto.patterns.count <= Self.patternsMax else {
      throw FormError("links: at most \(Self.schemesMax) schemes and \(Self.patternsMax) patterns belong here")
    }
    self.init(
      schemes: try proto.schemes.map { text throws(FormError) in
        guard let scheme = LinkReading.scheme(text) else {
          throw FormError("links.schemes: '\(text.clipped)' is not \(LinkReading.schemeRule)")
        }
        return scheme
      },
      patterns: try proto.patterns.map { pattern throws(FormError) in
        do throws(LinkPatternError) {
          return try LinkPattern(url: pattern.url, path: pattern.path)
        } catch {
          throw FormError("links.patterns: \(error.description.clipped)")
        }
      }, parses: proto.parses)
  }

  var proto: ProtoLinkReading {
    .with {
      $0.schemes = schemes
      $0.patterns = patterns.map { pattern in
        .with {
          $0.url = pattern.url
          $0.path = pattern.path
        }
      }
      $0.parses = parses
    }
  }
}

extension TreeStop: ProtobufForm {
  init(proto: ProtoTreeStop) throws(FormError) {
    self.init(
      index: Int(proto.index), screen: try AnyScreen(proto: proto.screen),
      allowed: try Field.names(proto.allowed, "stop.allowed"), missing: try Field.names(proto.missing, "stop.missing"))
  }

  var proto: ProtoTreeStop {
    .with {
      $0.index = UInt32(clamping: index)
      $0.screen = screen.proto
      $0.allowed = allowed.map(\.rawValue)
      $0.missing = missing.map(\.rawValue)
    }
  }
}

extension BuildStep: ProtobufForm {
  init(proto: ProtoBuildStep) throws(FormError) {
    self.init(
      screen: try AnyScreen(proto: proto.screen), worker: try Field.nameIfAny(proto.worker, "steps.worker"),
      part: try Field.nameIfAny(proto.part, "steps.part"), wasAsked: proto.asked,
      host: try Field.nameIfAny(proto.host, "steps.host"))
  }

  var proto: ProtoBuildStep {
    .with {
      $0.screen = screen.proto
      $0.worker = worker?.rawValue ?? ""
      $0.part = part?.rawValue ?? ""
      $0.asked = wasAsked
      $0.host = host?.rawValue ?? ""
    }
  }
}

extension TreeEvent: ProtobufForm {
  init(proto: ProtoTreeEvent) throws(FormError) {
    let kind: Kind =
      switch try Field.required(proto.event, "event") {
      case .appeared(let appeared): .appeared(isInitial: appeared.initial)
      case .dismissed: .dismissed
      }
    self.init(
      scene: try Field.name(proto.scene, "scene"), revision: try Field.count(proto.revision, "revision"),
      key: try Field.key(proto.key, "key"), kind: kind, element: ElementID(try Field.count(proto.element, "element")),
      screen: try AnyScreen(proto: proto.screen), route: try Path(protos: proto.route))
  }

  var proto: ProtoTreeEvent {
    .with {
      $0.scene = scene.rawValue
      $0.revision = revision
      $0.key = key.rawValue
      switch kind {
      case .appeared(let isInitial): $0.appeared = .with { $0.initial = isInitial }
      case .dismissed: $0.dismissed = ProtoNothing()
      }
      $0.element = element.rawValue
      $0.screen = screen.proto
      $0.route = route.protos()
    }
  }
}
