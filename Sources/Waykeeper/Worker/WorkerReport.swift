// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// An event in a worker, for programs that show or log it.
public enum WorkerReport: Sendable {
  /// No coordinator is there, or this process lacks what a connection takes; tried again until there is one. Told again where the
  /// reason becomes another.
  case waiting(NavigatorError)
  /// The coordinator has welcomed the worker.
  case connected(session: UInt64, version: String, epoch: Epoch)
  /// Nothing was heard for 3 s: a new connection is made.
  case disconnected
  /// The coordinator refuses the worker, for now, such as while another process holds its name: tried again later.
  case refused(ProtocolError)
  /// The coordinator cannot take what a handler answered, such as a path that is too long: the handler counts as failed.
  case answerRefused(ProtocolError)
  /// A newer process has taken over: the worker ends.
  case replaced(ProtocolError)
  /// The coordinator has taken the worker's registration; each change has the next generation.
  case registered(generation: UInt64)
  /// The coordinator asks.
  case asked(Ask)
  /// The handler of an ask has answered, after this time.
  case answered(Ask, Answer, after: Duration)
  /// The handler of an ask has ended because it was cancelled.
  case abandoned(Ask)
  /// An ask is settled: its answer is part of a commit, or has to be undone.
  case settled(Ask.Token, used: Bool)
  /// A state was followed: these elements came, changed or left.
  case followed(WorkerState, [Change])
  /// An element that a node of the worker's tree built has appeared or was dismissed.
  case treeEvent(TreeNode.Event)
  /// The closure of a node that was told of an event has failed; the text is for people.
  case treeEventFailed(TreeNode.Event, String)
  /// A screen of a destination is there, which a post task of the worker wants to hear.
  case arrival(Arrival)
  /// The handler of a post task has failed; the text is for people.
  case arrivalFailed(Arrival, String)

  /// The meaning of a followed state for one element.
  public enum Change: Hashable, Sendable {
    /// The element comes: its screen begins.
    case appear(Element)
    /// The content or presentation of the element is another now.
    case change(Element)
    /// The element is covered, uncovered, hidden or brought out, and nothing else has changed.
    case visibility(Element)
    /// The element leaves: its screen ends.
    case leave(Element)

    init(_ change: Follower.Change) {
      self =
        switch change {
        case .appear(let element): .appear(element)
        case .change(let element): .change(element)
        case .visibility(let element): .visibility(element)
        case .leave(let element): .leave(element)
        }
    }
  }
}
