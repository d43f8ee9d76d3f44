// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import Coordination

@Suite("Hosts of a path")
struct PathHostsTests {
  private static let path = (1...4).map { Element(id: ElementID(UInt64($0)), screen: AnyScreen("page")) }

  private static func hosts(_ worker: WorkerName? = "pages", of path: some Collection<Element> = path) -> PathHosts {
    var hosts = PathHosts()
    for element in path { hosts.append(Host(.attended, worker: worker), of: element.id) }
    return hosts
  }

  @Test("the worker lies where the comparison of bits takes it from")
  func layout() {
    #expect(MemoryLayout<PathHosts.Entry>.offset(of: \.host.worker) == PathHosts.Entry.workerOffset)
  }

  @Test("hosts of two paths are the same up to the first difference, whichever it is")
  func difference() {
    #expect(Self.hosts().commonCount(with: Self.hosts(), along: Self.path, atMost: 4) == 4)
    #expect(Self.hosts().commonCount(with: Self.hosts(), along: Self.path, atMost: 3) == 3)
    let changes: [(inout PathHosts) -> Void] = [
      { $0[ElementID(3)] = Host(.unattended, worker: "pages") },
      { $0[ElementID(3)] = Host(.attended, worker: "others") },
      { $0[ElementID(3)] = Host(.attended, worker: nil) },
      { $0[ElementID(3)] = nil },
    ]
    for change in changes {
      var other = Self.hosts()
      change(&other)
      #expect(Self.hosts().commonCount(with: other, along: Self.path, atMost: 4) == 2)
      #expect(other.commonCount(with: Self.hosts(), along: Self.path, atMost: 4) == 2)
    }
    let fewer = Self.hosts(of: Self.path.prefix(2))
    #expect(Self.hosts().commonCount(with: fewer, along: Self.path, atMost: 4) == 2)
    #expect(PathHosts().commonCount(with: fewer, along: Self.path, atMost: 4) == 0)
  }

  @Test("equal texts in different places are the same worker")
  func longNames() {
    // Longer than what a text holds in itself.
    func name() -> WorkerName? { WorkerName(["a", "worker", "with", "a", "long", "name"].joined(separator: "-")) }
    #expect(Self.hosts(name()).commonCount(with: Self.hosts(name()), along: Self.path, atMost: 4) == 4)
  }

  @Test("neighbours get their host at once, as one by one")
  func neighbours() {
    var hosts = PathHosts()
    hosts.append(Host(.attended, worker: "pages"), of: Self.path[...])
    #expect(hosts == Self.hosts())
    hosts.append(Host(.unattended, worker: nil), of: Self.path[1...2])
    #expect(hosts.values.map(\.presence) == [.attended, .unattended, .unattended, .attended])
  }
}
