// SPDX-License-Identifier: Apache-2.0

extension Path {
  /// The layers, bottom first: runs of elements that start at the first element or at a sheet.
  public var layers: [Range<Int>] {
    var layers: [Range<Int>] = []
    var start = 0
    for index in elements.indices.dropFirst() where elements[index].screen.presentation.isSheet {
      layers.append(start..<index)
      start = index
    }
    if !elements.isEmpty { layers.append(start..<elements.count) }
    return layers
  }

  /// The layer of the element at `index`.
  public func layer(of index: Int) -> Range<Int> {
    let start = elements[...index].lastIndex { $0.screen.presentation.isSheet } ?? 0
    let end = elements[(index + 1)...].firstIndex { $0.screen.presentation.isSheet } ?? elements.count
    return start..<end
  }

  /// Whether pushes may go into `layer`: they may unless its first element is a sheet that allows none.
  public func takesPushes(_ layer: Range<Int>) -> Bool {
    elements[layer.lowerBound].screen.presentation != .sheet(allowsPush: false)
  }
}
