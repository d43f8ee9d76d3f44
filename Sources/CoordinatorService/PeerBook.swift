// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import ZeroMQ

/// What the sockets tell of who speaks: program names, observers, processes to watch.
final class PeerBook {
  /// A worker's process.
  final class Watched {
    let descriptor: ProcessDescriptor
    let token: Poller.Token

    init(_ descriptor: consuming ProcessDescriptor, token: Poller.Token) {
      self.descriptor = descriptor
      self.token = token
    }
  }

  private static let namesMax = 4096
  private var names: [[UInt8]: String] = [:]
  /// By process; whoever subscribed. Its end is seen when somebody asks.
  private var observers: [Int32: String] = [:]
  private(set) var watched: [Link: Watched] = [:]

  /// The program's name of the process behind a routing id; read once for each connection.
  func command(of address: PeerAddress?, on routingID: [UInt8]) -> String {
    guard let pid = address?.pid, pid > 0 else { return "" }
    if let known = names[routingID] { return known }
    if names.count >= Self.namesMax { names.removeAll() }
    let name = Self.command(of: pid) ?? ""
    names[routingID] = name
    return name
  }

  private static func command(of pid: Int32) -> String? {
    guard let file = fopen("/proc/\(pid)/comm", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func noteObserver(_ address: PeerAddress?) {
    guard let pid = address?.pid, pid > 0 else { return }
    if observers.count >= Self.namesMax { observers = observers.filter { Self.command(of: $0.key) == $0.value } }
    observers[pid] = Self.command(of: pid) ?? ""
  }

  /// The processes that subscribed and still live, by pid.
  var livingObservers: [(pid: Int32, command: String)] {
    observers = observers.filter { Self.command(of: $0.key) == $0.value }
    return observers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Watches the process behind a link. Returns false where it is over already.
  func watch(_ link: Link, pid: Int32, in poller: inout Poller) -> Bool {
    unwatch(link, in: &poller)
    do {
      let descriptor = try ProcessDescriptor(pid: pid)
      let token = poller.watch(descriptor: descriptor.descriptor)
      watched[link] = Watched(descriptor, token: token)
      return true
    } catch {
      // Another pid namespace, or too many descriptors: the other detectors remain.
      return error.code != ESRCH
    }
  }

  func unwatch(_ link: Link, in poller: inout Poller) {
    guard let known = watched.removeValue(forKey: link) else { return }
    poller.ignore(known.token)
  }
}
