// SPDX-License-Identifier: Apache-2.0

/// What became of a message that was sent.
public enum Delivery: Hashable, Sendable {
  /// Queued for its peer.
  case sent
  /// The peer's queue is full, or nobody is connected: nothing was sent. A ROUTER answers so also for a peer that died
  /// with a full queue, until it has received what that peer left behind: receive before judging.
  case full
  /// The ROUTER knows no such peer, or no longer: nothing was sent.
  case unreachable
}

/// A message as it came: all its frames, up to a limit that libzmq itself does not have.
public struct Received: Hashable, Sendable {
  /// The most frames that are kept of one message.
  public static let framesMax = 16

  /// The frames, the first ``framesMax`` at most.
  public var frames: [[UInt8]]
  /// How many frames came beyond these and were dropped.
  public var droppedFrames: Int
  /// The process at the other end; nil unless asked for, and where the transport does not tell.
  public var peer: PeerAddress?
  /// Our own descriptor of the connection, as ``MonitorEvent/value`` has it; nil unless asked for. A hint: the number is
  /// used again as soon as the connection is over.
  public var connection: Int32?

  /// Whether frames were dropped: whatever this is, it is no message of ours.
  public var hasTooManyFrames: Bool { droppedFrames > 0 }

  /// A message with these frames.
  public init(frames: [[UInt8]], droppedFrames: Int = 0, peer: PeerAddress? = nil) {
    self.frames = frames
    self.droppedFrames = droppedFrames
    self.peer = peer
  }
}

/// The process at the other end of an ipc connection, as the kernel saw it at the connect. Not to be confused with what
/// a message claims.
public struct PeerAddress: Hashable, Sendable {
  /// Its user.
  public var uid: UInt32
  /// Its primary group.
  public var gid: UInt32
  /// Its process; 0 where it lies in another pid namespace.
  public var pid: Int32

  /// A process.
  public init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }

  /// Reads libzmq's `Peer-Address` (`localhost:UID:GID:PID`), from the right; nil for the address of a tcp peer.
  public init?(metadata: some StringProtocol) {
    let fields = metadata.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count >= 4, let pid = Int32(fields[fields.count - 1]), let gid = UInt32(fields[fields.count - 2]),
      let uid = UInt32(fields[fields.count - 3]), pid >= 0
    else { return nil }
    self.init(uid: uid, gid: gid, pid: pid)
  }
}
