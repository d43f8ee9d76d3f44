// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import TestTraits
import WireProtocol

@Suite("An encoder that remembers long paths", .offPool)
struct WireEncoderTests {
  @Test("writes what a forgetful one writes, however the path changes", arguments: UInt64(0)..<20)
  func sameBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var encoder = WireEncoder()
    var frames = OutgoingFrames()
    var path = Path([])
    var hosts: PathHosts = [:]
    for step in 0..<60 {
      let previous = path
      random.change(&path, &hosts)
      let placed = PlacedPath(path, hosts: hosts)
      guard case .update(var update) = random.message(.update), case .ask(var ask) = random.message(.ask) else {
        Issue.record("a random message of another kind")
        return
      }
      (update.previous, update.current, ask.route) = (previous, placed, path)
      let state = SceneState(
        scene: update.scene, epoch: 1, revision: UInt64(step), presenceNumber: 0, path: placed)
      for message in [Message.ask(ask), .update(update), .state(state), random.message(.outcome)] {
        for encoding in Encoding.allCases {
          encoder.encode(message, encoding: encoding, epoch: 3, into: &frames)
          let forgetful = WireCodec.encode(message, encoding: encoding, epoch: 3)
          try #require([frames.header, frames.body] == forgetful, "step \(step)")
        }
      }
    }
  }
}

extension SeededGenerator {
  /// Pushes, pops, replaces, marks as appeared and places elements of a path of 10 to 60 elements.
  fileprivate mutating func change(_ path: inout Path, _ hosts: inout PathHosts) {
    if path.isEmpty || below(20) == 0 {
      path = Path((0..<(10 + below(50))).map { Element(id: ElementID(UInt64($0)), screen: screen()) })
    }
    let place = below(path.count)
    switch below(5) {
    case 0: path.elements.append(Element(id: ElementID(next() >> 1), screen: screen()))
    case 1: path.elements.removeLast(min(below(4), path.count - 1))
    case 2: path.elements[place].screen = screen()
    case 3: path.elements[place].hasAppeared.toggle()
    default:
      let tab = Branches.Branch("one", path: Path([Element(id: ElementID(next() >> 1), screen: screen())]))
      path.elements[place].branches = bool() ? nil : Branches(kind: .tabs, branches: [tab], selected: "one")
    }
    let hosted = path[below(path.count)]
    hosts[(hosted.branches?.branches.first?.path.first ?? hosted).id] = Host(pick(Presence.allCases), worker: "w")
  }
}
