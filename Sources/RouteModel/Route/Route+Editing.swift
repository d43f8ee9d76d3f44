// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// Changes the path at `address`, which exists.
  mutating func edit(_ address: Address, _ change: (inout Path) -> Void) {
    root.edit(address.entries[...], change)
  }

  /// Changes the element at `place`, which exists.
  package mutating func edit(_ place: Place, _ change: (inout Element) -> Void) {
    edit(place.address) { change(&$0.elements[place.index]) }
  }

  /// Brings the path at `address` into view: selects its branch in every container round it (unless that keeps
  /// its selection, see ``Branches/keepsSelection``) and drops the elements that
  /// cover those containers, so that the end of the path becomes the tip. Sibling branches stay as they are.
  mutating func reveal(_ address: Address) {
    root.reveal(address.entries[...])
  }
}

extension Path {
  mutating func edit(_ entries: ArraySlice<Address.Entry>, _ change: (inout Path) -> Void) {
    guard let entry = entries.first else { return change(&self) }
    guard let container = elements.firstIndex(where: { $0.id == entry.container }),
      let branch = elements[container].branches?.index(of: entry.branch)
    else { return }
    elements[container].branches?.edit(branch) { $0.edit(entries.dropFirst(), change) }
  }

  mutating func reveal(_ entries: ArraySlice<Address.Entry>) {
    guard let entry = entries.first, let container = elements.firstIndex(where: { $0.id == entry.container }),
      let branch = elements[container].branches?.index(of: entry.branch)
    else { return }
    elements.removeSubrange((container + 1)...)
    elements[container].branches?.reveal(entry.branch)
    elements[container].branches?.edit(branch) { $0.reveal(entries.dropFirst()) }
  }
}
