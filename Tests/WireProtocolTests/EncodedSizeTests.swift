// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import WireProtocol

@Suite("The encoded size")
struct EncodedSizeTests {
  @Test("of content is that of its canonical text")
  func content() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let content = random.content()
      #expect(content.encodedByteCount == content.jsonBytes.count, "\(content)")
    }
  }

  @Test("of a route is never less than what either encoding takes for it", arguments: UInt64(0)..<100)
  func route(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var path = random.placedPath()
    for element in path.path.elements { path.hosts[element.id] = Host(.quarantined, worker: random.name()) }
    let bound = Route(root: path.path).encodedByteCount
    for encoding in Encoding.allCases {
      let taken = Self.byteCount(path, encoding) - Self.byteCount(PlacedPath(Path([])), encoding)
      #expect(taken <= bound, "\(encoding)")
    }
  }

  @Test("is not exceeded by the longest names and numbers")
  func longest() {
    let name = String(repeating: "n", count: ScreenName.lengthMax)
    let element = Element(
      id: ElementID(UInt64(Int64.max)),
      screen: AnyScreen(ScreenName(stringLiteral: name), presentation: .sheet(allowsPush: false)),
      hasAppeared: true, subTree: SubTree(RouteID(stringLiteral: name), from: ElementID(UInt64(Int64.max))))
    var path = PlacedPath(Path([element]))
    path.hosts[element.id] = Host(.quarantined, worker: WorkerName(stringLiteral: name))
    for encoding in Encoding.allCases {
      let taken = Self.byteCount(path, encoding) - Self.byteCount(PlacedPath(Path([])), encoding)
      #expect(taken <= Route(root: path.path).encodedByteCount, "\(encoding) takes \(taken)")
    }
  }

  private static func byteCount(_ path: PlacedPath, _ encoding: Encoding) -> Int {
    let state = SceneState(scene: "a", epoch: 0, revision: 0, presenceNumber: 0, path: path)
    return WireCodec.encode(.state(state), encoding: encoding, epoch: 0)[1].count
  }
}
