// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Presentation {
  init(proto: ProtoPresentation) throws(FormError) {
    switch proto {
    case .push: self = .push
    case .sheet: self = .sheet(allowsPush: true)
    case .sheetNoPush: self = .sheet(allowsPush: false)
    case .UNRECOGNIZED(let number): throw FormError("presentation: \(number) is no number of version 1")
    }
  }

  var proto: ProtoPresentation {
    switch self {
    case .push: .push
    case .sheet(let allowsPush): allowsPush ? .sheet : .sheetNoPush
    }
  }
}

extension AnyScreen: ProtobufForm {
  init(proto: ProtoScreen) throws(FormError) {
    self.init(
      try Field.name(proto.name, "screen"), content: try Field.json(proto.content, "screen.content"),
      presentation: try Presentation(proto: proto.presentation))
  }

  var proto: ProtoScreen {
    var proto = ProtoScreen()
    proto.name = name.rawValue
    proto.content = Field.data(content)
    proto.presentation = presentation.proto
    return proto
  }
}

extension PathItem: ProtobufForm {
  init(proto: ProtoLiteral) throws(FormError) {
    self.init(
      try AnyScreen(proto: proto.screen),
      branches: try proto.branches.map { branch throws(FormError) in
        Branch(try Field.name(branch.name, "branch"), path: try [PathItem](protos: branch.path))
      },
      selected: try Field.nameIfAny(proto.selected, "selected"))
  }

  var proto: ProtoLiteral {
    var proto = ProtoLiteral()
    proto.screen = screen.proto
    proto.branches = branches.map { branch in
      var proto = ProtoLiteral.Branch()
      proto.name = branch.name.rawValue
      proto.path = branch.path.protos
      return proto
    }
    proto.selected = selected?.rawValue ?? ""
    return proto
  }
}

extension Path: ProtobufForm {
  init(proto: ProtoPath) throws(FormError) { try self.init(protos: proto.elements) }

  var proto: ProtoPath {
    var proto = ProtoPath()
    proto.elements = protos(hosts: [:])
    return proto
  }

  /// The path whose elements are a repeated field.
  init(protos: [ProtoElement]) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    try self.init(protos: protos, hosts: &hosts)
  }

  fileprivate init(protos: [ProtoElement], hosts: inout [ElementID: Host]) throws(FormError) {
    self.init([])
    for proto in protos { elements.append(try Element(proto: proto, hosts: &hosts)) }
  }

  /// The repeated field of its elements.
  func protos(hosts: [ElementID: Host] = [:]) -> [ProtoElement] { elements.map { $0.proto(hosts: hosts) } }
}

extension PlacedPath {
  init(protos: [ProtoElement]) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    let path = try Path(protos: protos, hosts: &hosts)
    self.init(path, hosts: hosts)
  }

  var protos: [ProtoElement] { path.protos(hosts: hosts) }
}

extension Element: ProtobufForm {
  init(proto: ProtoElement) throws(FormError) {
    var hosts: [ElementID: Host] = [:]
    try self.init(proto: proto, hosts: &hosts)
  }

  var proto: ProtoElement { proto(hosts: [:]) }

  fileprivate init(proto: ProtoElement, hosts: inout [ElementID: Host]) throws(FormError) {
    self.init(
      id: ElementID(try Field.count(proto.id, "element.id")), screen: try AnyScreen(proto: proto.screen),
      hasAppeared: proto.hasAppeared_p, subTree: proto.hasSubTree ? try SubTree(proto: proto.subTree) : nil)
    if proto.hasHost {
      let host = try Host(proto: proto.host)
      if host != .none { hosts[id] = host }
    }
    guard proto.hasBranches else { return }
    var branches: [Branches.Branch] = []
    for branch in proto.branches.branches {
      branches.append(
        Branches.Branch(
          try Field.name(branch.name, "branch"), path: try Path(protos: branch.path, hosts: &hosts)))
    }
    self.branches = Branches(
      kind: try Branches.Kind(proto: proto.branches.kind), branches: branches,
      selected: try Field.name(proto.branches.selected, "selected"))
  }

  fileprivate func proto(hosts: [ElementID: Host]) -> ProtoElement {
    var proto = ProtoElement()
    proto.id = id.rawValue
    proto.screen = screen.proto
    proto.hasAppeared_p = hasAppeared
    if let host = hosts[id], host != .none { proto.host = host.proto }
    if let subTree { proto.subTree = subTree.proto }
    if let branches {
      proto.branches.kind = branches.kind.proto
      proto.branches.selected = branches.selected.rawValue
      proto.branches.branches = branches.branches.map { branch in
        var proto = ProtoBranches.Branch()
        proto.name = branch.name.rawValue
        proto.path = branch.path.protos(hosts: hosts)
        return proto
      }
    }
    return proto
  }
}

extension Branches.Kind {
  fileprivate init(proto: ProtoBranches.Kind) throws(FormError) {
    switch proto {
    case .tabs: self = .tabs
    case .split: self = .split
    case .unspecified, .UNRECOGNIZED: throw FormError("branches.kind: \(proto.rawValue) is no number of version 1")
    }
  }

  fileprivate var proto: ProtoBranches.Kind {
    switch self {
    case .tabs: .tabs
    case .split: .split
    }
  }
}

extension Host: ProtobufForm {
  init(proto: ProtoHost) throws(FormError) {
    self.init(try Field.word(proto.presence, "presence"), worker: try Field.nameIfAny(proto.worker, "worker"))
  }

  var proto: ProtoHost {
    var proto = ProtoHost()
    proto.presence = Field.proto(presence)
    proto.worker = worker?.rawValue ?? ""
    return proto
  }
}
