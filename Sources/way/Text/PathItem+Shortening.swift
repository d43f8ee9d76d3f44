// SPDX-License-Identifier: Apache-2.0

import RouteModel

// Paths that are longer than their line. What is left out is an element, a branch's path or a content as a whole, so that
// braces stay balanced; `…` stands in its place.

private let ellipsis = String.ellipsis

extension [PathItem] {
  /// The items in so many columns: the first and the last one stay, and of those between them as many as there is room for,
  /// the later ones first.
  func shortened(to room: Int, separator: String) -> String {
    let texts = map(\.text)
    let whole = texts.joined(separator: separator)
    guard whole.width > room, let first, let last else { return whole }
    guard count > 1 else { return first.shortened(to: room) }
    let gap = count > 2 ? separator + ellipsis + separator : separator
    var left = room - gap.width - texts[0].width - texts[count - 1].width
    guard left >= 0, count > 2 else { return ends(first, last, gap, separator, room) }
    var (head, tail) = (1, 1)
    while head + tail < count - 1, case let cost = texts[count - 1 - tail].width + separator.width, cost <= left {
      (left, tail) = (left - cost, tail + 1)
    }
    while head + tail < count - 1, case let cost = texts[head].width + separator.width, cost <= left {
      (left, head) = (left - cost, head + 1)
    }
    return (texts[..<head] + [ellipsis] + texts[(count - tail)...]).joined(separator: separator)
  }

  /// Both ends, shortened: their names before their contents, and the last one before the first, for it shows.
  private func ends(_ first: PathItem, _ last: PathItem, _ gap: String, _ separator: String, _ room: Int) -> String {
    let both = room - gap.width
    if first.named.width + last.named.width <= both {
      let end = last.shortened(to: both - first.named.width)
      return first.shortened(to: both - end.width) + gap + end
    }
    let left = room - separator.width
    guard left >= 2 else { return ellipsis }
    let end = last.shortened(to: last.nameWidth < left ? left - 1 : left * 2 / 3)
    // One `…` stands for the first one and for those behind it.
    let begin = gap == separator ? first.shortened(to: left - end.width) : ellipsis
    return begin == ellipsis && end == ellipsis ? ellipsis : begin + separator + end
  }
}

extension PathItem {
  /// Its name, and that it holds something.
  fileprivate var named: String { branches.isEmpty ? screen.named : "\(screen.named){\(ellipsis)}" }

  /// The least columns that tell its name.
  fileprivate var nameWidth: Int { branches.isEmpty ? screen.bare.width : named.width }

  /// The item in so many columns: the selected branch stays longest, for it shows.
  fileprivate func shortened(to room: Int) -> String {
    guard text.width > room else { return text }
    guard !branches.isEmpty else { return screen.shortened(to: room) }
    let name = screen.shortened(to: Swift.max(1, room / 2))
    var paths = branches.map { $0.path.isEmpty ? "" : ellipsis }
    var left = room - braced(name, paths).width
    guard left >= 0 else { return selectedAlone(name, room) }
    let order = branches.indices.filter { branches[$0].name == selected } + branches.indices
    for index in order where paths[index] == ellipsis {
      let path = branches[index].path.shortened(to: left + 1, separator: "/")
      guard path.width <= left + 1 else { continue }
      paths[index] = path
      left -= path.width - 1
    }
    // Where the selected branch has no room beside the others, they have none either.
    if let index = branches.firstIndex(where: { $0.name == selected }), paths[index] == ellipsis {
      return selectedAlone(name, room)
    }
    return braced(name, paths)
  }

  /// `main{floor=hall,*shop=…}`
  private func braced(_ name: String, _ paths: [String]) -> String {
    var pieces = zip(branches, paths).map { ($0.name == selected ? "*" : "") + "\($0.name)=\($1)" }
    if let selected, !branches.contains(where: { $0.name == selected }) { pieces.append("*\(selected)") }
    return "\(name){\(pieces.joined(separator: ","))}"
  }

  /// `main{…,*shop=shelves,…}`, where not even the names of all branches fit.
  private func selectedAlone(_ name: String, _ room: Int) -> String {
    if let index = branches.firstIndex(where: { $0.name == selected }), !branches[index].path.isEmpty {
      let before = "\(name){" + (index == 0 ? "" : "\(ellipsis),") + "*\(branches[index].name)="
      let behind = (index == branches.count - 1 ? "" : ",\(ellipsis)") + "}"
      let path = branches[index].path.shortened(to: room - before.width - behind.width, separator: "/")
      if (before + path + behind).width <= room { return before + path + behind }
    }
    let closed = "{\(ellipsis)}"
    let name = screen.shortened(to: Swift.max(1, room - closed.width))
    return name.width + closed.width <= room ? name + closed : ellipsis
  }
}

extension AnyScreen {
  /// Its name, and that there is a content.
  fileprivate var named: String { bare + (content.isNull ? "" : ellipsis) }

  /// Its name alone.
  fileprivate var bare: String { AnyScreen(name, presentation: presentation).text }

  /// The screen in so many columns; its name stays longer than its content.
  fileprivate func shortened(to room: Int) -> String {
    guard text.width > room else { return text }
    guard !content.isNull, bare.width < room else { return bare.leavingOutMiddle(in: room) }
    // Half of a JSON value would leave a brace open.
    let isJSON = text.dropFirst(bare.count).hasPrefix(":")
    return isJSON ? bare + (bare.width + 2 <= room ? ":" : "") + ellipsis : text.prefix(widthMax: room - 1) + ellipsis
  }
}
