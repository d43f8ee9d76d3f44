// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// Builds each commit of a scene from the one before it, as far as that and its cause decide what it can be, and says where
/// the two do not fit together.
///
/// What a handler's answer brought is not in the journal but as its result. So what is rebuilt of a commit is all that no answer
/// can decide: its numbers, the whole route of a commit that only says that screens appeared, the elements that stay,
/// and the ids of those that come.
package struct CommitSuccession {
  /// The commit that the next one follows.
  package private(set) var last: CommitRecord?
  /// The highest id that an element had so far.
  private var highestID: UInt64 = 0

  /// Begins with the first commit that is kept.
  package init() {}

  /// Goes on to the next commit; returns what does not fit, nil where all does. Numbers that are missing between the two are
  /// no fault of either.
  package mutating func advance(to commit: CommitRecord) -> String? {
    let fault = fault(of: commit)
    highestID = max(highestID, commit.route.root.greatestID)
    last = commit
    return fault
  }

  /// What does not fit in a commit that would come next; nil where all does.
  package func fault(of commit: CommitRecord) -> String? {
    if let fault = Self.fault(within: commit) { return fault }
    guard let last else { return nil }
    if commit.revision <= last.revision { return "revision \(commit.revision) follows \(last.revision)" }
    if commit.epoch < last.epoch { return "epoch \(commit.epoch) follows \(last.epoch), and epochs only grow" }
    if commit.nextID < last.nextID {
      return "the next id is \(commit.nextID), and was \(last.nextID) before: ids would be given again"
    }
    if let fault = faultOfIDs(commit) { return fault }
    return commit.revision == last.revision + 1 ? Self.fault(of: commit, rightBehind: last) : nil
  }

  private static func fault(within commit: CommitRecord) -> String? {
    if commit.majorRevision > commit.revision {
      return "its newest major revision is \(commit.majorRevision), later than itself"
    }
    if commit.cause.kind == .appeared, !commit.isMinor { return "screens appeared, and it is not minor" }
    return nil
  }

  /// An element that comes has an id above all that there were: an id means one element for ever. The root alone may come
  /// again, under 0.
  private func faultOfIDs(_ commit: CommitRecord) -> String? {
    guard let last else { return nil }
    var search = ElementSearch(in: last.route.root)
    var fault: String?
    commit.route.root.forEachElement { element in
      guard fault == nil, element.id != .root, element.id.rawValue <= highestID,
        !search.contains(element.id, element.screen.name), last.route.root[element.id] == nil
      else { return }
      fault = "\(element.id) \(element.screen.name) comes with an id that an earlier element had"
    }
    return fault
  }

  private static func fault(of commit: CommitRecord, rightBehind last: CommitRecord) -> String? {
    if commit.isMinor {
      guard commit.majorRevision == last.majorRevision else {
        return "it is minor, and its newest major revision is \(commit.majorRevision) instead of \(last.majorRevision)"
      }
      return faultOfMinor(commit, behind: last)
    }
    guard commit.majorRevision == commit.revision else {
      return "it is not minor, and its newest major revision is \(commit.majorRevision)"
    }
    return commit.cause.leavesScreensAsTheyAre ? faultOfStaying(commit, behind: last) : nil
  }

  /// A minor commit changes nothing but which elements have appeared, and which begin a sub-tree; the cause `appeared` only adds
  /// to those that have appeared.
  private static func faultOfMinor(_ commit: CommitRecord, behind last: CommitRecord) -> String? {
    var rebuilt = last.route
    commit.route.root.forEachElement { element in
      guard commit.cause.kind != .appeared || element.hasAppeared, let place = rebuilt.place(of: element.id) else {
        return
      }
      rebuilt.edit(place) { ($0.hasAppeared, $0.subTree) = (element.hasAppeared, element.subTree) }
    }
    guard rebuilt != commit.route else { return nil }
    return "it only says what has appeared, and its path is not that of revision \(last.revision): "
      + (difference(of: commit.route, from: last.route) ?? "branches or marks differ")
  }

  /// An element that stays shows what it showed, unless the cause can have changed that.
  private static func faultOfStaying(_ commit: CommitRecord, behind last: CommitRecord) -> String? {
    var fault: String?
    commit.route.root.forEachElement { element in
      guard fault == nil, element.id != .root, let before = last.route.root[element.id] else { return }
      guard before.screen != element.screen,
        !(commit.cause.mayDeliver && before.screen.name == element.screen.name)
      else { return }
      fault =
        "\(element.id) is \(element.screen.text), and was \(before.screen.text) in revision \(last.revision), "
        + "which '\(commit.cause.verb)' does not change"
    }
    return fault
  }

  /// The first element in which two routes differ, in words; nil where none does.
  package static func difference(of route: Route, from other: Route) -> String? {
    var (elements, others): ([Element], [Element]) = ([], [])
    route.root.forEachElement { elements.append($0) }
    other.root.forEachElement { others.append($0) }
    for (element, other) in zip(elements, others) where element.id != other.id || element.screen != other.screen {
      return "\(element.id) \(element.screen.text) instead of \(other.id) \(other.screen.text)"
    }
    return elements.count == others.count ? nil : "\(elements.count) elements instead of \(others.count)"
  }
}

extension Cause {
  /// Whether no element that stays shows another screen, or another content, because of it.
  fileprivate var leavesScreensAsTheyAre: Bool {
    // A batch has other verbs behind the first; of a text that was cut nobody knows whether it is one.
    guard kind == .command, !verb.contains(";"), !mayBeCut, let word = verb.split(separator: " ").first else {
      return false
    }
    return !asked.contains(where: \.answer.mayChangeWhatStays) && Self.movingWords.contains(String(word))
  }

  /// Whether the verb ends as one that was too long does.
  private var mayBeCut: Bool {
    verb.utf8.suffix(String.ellipsis.utf8.count).elementsEqual(String.ellipsis.utf8)
  }

  /// Whether an answer may have given an element that was there other content, in place of a fresh element (specification,
  /// section "Instances").
  fileprivate var mayDeliver: Bool { asked.contains { $0.answer == .push || $0.answer == .present } }

  /// The first words of verbs that only bring elements, take them away, or choose which of them show, as `verbText` writes them. Of a
  /// verb that is not here nothing is claimed. Older coordinators wrote the last two.
  private static let movingWords: Set = [
    "show", "hide", "navigate", "back", "dismiss", "dismiss-successor", "go-back", "select",
    "dismissSuccessor", "goBack",
  ]
}

extension Asked.Answer {
  /// Whether an element that stays may show another screen, or another content, because of it.
  fileprivate var mayChangeWhatStays: Bool {
    switch self {
    case .edit, .value, .redirect: true
    case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .done, .declined, .allow, .deny, .noAnswer, .died,
      .skipped, .unregistered, .failed:
      false
    }
  }
}
