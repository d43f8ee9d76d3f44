// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// Follows the elements of one scene that a worker shows: by state, not by event. Each state is whole and is compared
/// with what is shown, so a lost, repeated or late one needs no special case.
///
/// Identity is the pair of element id and screen name (specification, section "Following"): the same pair with other
/// content is a change; another name under the same id is one screen that leaves and one that appears.
package struct Follower: Hashable, Sendable {
  /// What following a state means for one element.
  package enum Change: Hashable, Sendable {
    /// It leaves: its screen ends.
    case leave(Element)
    /// Its content or presentation is another now.
    case change(Element)
    /// It is covered, uncovered, hidden or brought out, and nothing else has changed.
    case visibility(Element)
    /// It comes: its screen begins.
    case appear(Element)

    /// The element, as it is now; of one that leaves, as it was.
    package var element: Element {
      switch self {
      case .leave(let element), .change(let element), .visibility(let element), .appear(let element): element
      }
    }
  }

  /// How the worker itself says an element stands.
  package enum Standing: Hashable, Sendable {
    /// On its way: nothing reported yet.
    case coming
    /// Reported as appeared.
    case appeared
    /// Reported as impossible to show.
    case failed(CannotShow)
  }

  /// How far it is; nil before the first state.
  package private(set) var applied: Applied?
  /// What is shown, in the order of the route.
  package private(set) var shown: [Element] = []
  /// Where each of them lies there: a worker may show ``Route/elementsMax``.
  private var places: [ElementID: Int] = [:]
  private var standings: [ElementID: Standing] = [:]
  /// Since which revision each of them shows its screen here.
  private var screenSince: [ElementID: Revision] = [:]
  private var epoch: Epoch = 0

  /// A follower that shows nothing yet.
  package init() {}

  /// Adopts the epoch of a WELCOME that answers this side's own HELLO, also a lower one: a coordinator whose state was
  /// lost numbers its starts anew.
  package mutating func adopt(epoch: Epoch) { self.epoch = epoch }

  /// Follows `state`, told in `epoch`, and returns what changes: first what leaves, topmost first, then what is
  /// another, then what comes, root first. A state of a lower epoch, or below what is shown, changes nothing.
  package mutating func follow(_ state: WorkerState, epoch: Epoch) -> [Change] {
    guard isCurrent(state, epoch: epoch) else { return [] }
    self.epoch = epoch
    // The coordinator has lost its state, and numbers anew.
    if let applied, state.revision < applied.revision {
      screenSince = screenSince.mapValues { min($0, state.revision) }
    }
    applied = Applied(epoch: epoch, revision: state.revision)
    var changed: [Change] = []
    var appearing: [Element] = []
    for element in state.elements {
      if let before = known(element) {
        if before.screen != element.screen {
          screenSince[element.id] = state.revision
          // What could not be shown with other content, may be with this.
          if case .failed = standings[element.id] { standings[element.id] = .coming }
        }
        if !before.looks(like: element) {
          changed.append(.change(element))
        } else if before.visibility != element.visibility {
          changed.append(.visibility(element))
        }
      } else {
        appearing.append(element)
      }
    }
    let old = shown
    shown = state.elements
    places = Dictionary(zip(shown.lazy.map(\.id), shown.indices)) { first, _ in first }
    let leaving = old.filter { known($0) == nil }
    for element in leaving {
      standings[element.id] = nil
      screenSince[element.id] = nil
    }
    for element in appearing {
      standings[element.id] = .coming
      screenSince[element.id] = state.revision
    }
    return leaving.reversed().map(Change.leave) + changed + appearing.map(Change.appear)
  }

  /// The same screen, as it is shown here.
  private func known(_ element: Element) -> Element? {
    guard let place = places[element.id], shown[place].isSameScreen(as: element) else { return nil }
    return shown[place]
  }

  /// The element with the content that is shown here, where the coordinator does not know it any more: after its restart
  /// it has what the journal has, and sensitive content is not written there.
  package func completed(_ element: Element) -> Element {
    guard element.screen.isRedacted, let known = known(element) else {
      return element
    }
    var element = element
    element.screen.content = known.screen.content
    return element
  }

  /// Whether `state` may be followed: of this epoch or a higher one, and not below what is shown. An equal revision
  /// counts, for a changed registration may give the worker more elements at the same revision.
  package func isCurrent(_ state: WorkerState, epoch: Epoch) -> Bool {
    guard epoch >= self.epoch else { return false }
    guard let applied, applied.epoch == epoch else { return true }
    return state.revision >= applied.revision
  }

  /// Whether what was said of an element at this revision is about the screen that it showed here before; false where the revision
  /// is not told.
  package func isOutdated(_ id: ElementID, at revision: Revision?) -> Bool {
    guard let revision, let since = screenSince[id] else { return false }
    return revision < since
  }

  /// Notes what the worker itself reports of an element; false where it shows no such element, or another screen under its
  /// id: one that is on its way out may still report. So it is where it was said at a revision at which another screen was there.
  package mutating func note(
    _ standing: Standing, of id: ElementID, as screen: ScreenName? = nil, at revision: Revision? = nil
  ) -> Bool {
    guard standings[id] != nil, !isOutdated(id, at: revision) else { return false }
    if let screen, places[id].map({ shown[$0].screen.name }) != screen { return false }
    standings[id] = standing
    return true
  }

  /// The elements that have appeared here and of which the last state does not know it: to be reported (again).
  package var unreported: [ElementID] {
    shown.filter { !$0.hasAppeared && standings[$0.id] == .appeared }.map(\.id)
  }

  /// What could not be shown, in the order of the route: to be reported in every new session.
  package var failures: [CannotShow] {
    shown.compactMap {
      if case .failed(let failure) = standings[$0.id] { failure } else { nil }
    }
  }
}

extension Element {
  /// Whether both look the same: the content, and of a container its branches, their rules and which one is selected.
  fileprivate func looks(like other: Element) -> Bool { screen == other.screen && branches == other.branches }
}
