// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// What happens in a worker, for those who want to show or log it.
public enum WorkerReport: Sendable {
  /// No coordinator is there; looked for again until one is.
  case waiting(NavigatorError)
  /// The coordinator has welcomed the worker.
  case connected(session: UInt64, version: String, epoch: Epoch)
  /// Nothing was heard for 3 s: a new connection is made.
  case disconnected
  /// The coordinator refuses the worker, for now: tried again later.
  case refused(ProtocolError)
  /// A newer process has taken over: the worker ends.
  case replaced(ProtocolError)
  /// What the worker does now counts; each change has the next generation.
  case registered(generation: UInt64)
  /// The coordinator asks.
  case asked(Ask)
  /// The handler of an ask has answered, after this time.
  case answered(Ask, Answer, after: Duration)
  /// The handler of an ask has ended because it was cancelled.
  case abandoned(Ask)
  /// What became of an ask: its answer is part of a commit, or has to be undone.
  case settled(AskToken, used: Bool)
  /// A state was followed: these elements came, changed or left.
  case followed(WorkerState, [Change])
  /// What became of an element that a node of the worker's tree built.
  case treeEvent(TreeEvent)
  /// What a node of the tree did when it was told has failed; for people.
  case treeEventFailed(TreeEvent, String)

  /// What following a state means for one element.
  public enum Change: Hashable, Sendable {
    /// The element comes: its screen begins.
    case appear(Element)
    /// The content or presentation of the element is another now.
    case change(Element)
    /// The element leaves: its screen ends.
    case leave(Element)

    init(_ change: Follower.Change) {
      self =
        switch change {
        case .appear(let element): .appear(element)
        case .change(let element): .change(element)
        case .leave(let element): .leave(element)
        }
    }
  }
}
