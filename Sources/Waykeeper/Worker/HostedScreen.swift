// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

/// An element that this worker shows, for the task of its life, and for whoever that task hands it to: it is kept up to date until
/// the element leaves, or the worker ends. Of an element that could not be shown, and begins anew, the task gets another one.
public struct HostedScreen<Content: Sendable>: Identifiable, Sendable {
  private let life: ElementLife
  private let current: ElementContent<Content>

  /// - Throws: ``ContentError`` where the element's content cannot be read.
  init(
    _ life: ElementLife, decode: @escaping @Sendable (AnyScreen) throws(ContentError) -> Content
  ) throws(ContentError) {
    self.life = life
    current = try ElementContent.following(life, decode: decode)
  }

  /// Its element.
  public var id: ElementID { life.id }

  /// The scene it is in.
  public var scene: SceneName { life.scene }

  /// Name, content and presentation, as they are now; also where the content cannot be read.
  public var screen: AnyScreen { life.element.screen }

  /// Of a container, as it is now: what its branches are called, and the one that shows (tabs) or has the focus (split);
  /// their paths are empty, for what they hold has hosts of its own. Nil for all others.
  public var branches: Branches? { life.element.branches }

  /// Its content: the last that could be read. Content that cannot be read is reported as by
  /// ``cannotShow(_:code:)`` as soon as it comes, with all that follows from that; this stays the content before it. Whoever reads
  /// it has taken it: an error that the body throws then is about this one.
  public var content: Content {
    let item = current.value
    life.hand(item.number)
    return item.content
  }

  /// The newest change of the content that nobody has read, and each that comes; of a container also each change of
  /// ``branches``, with the content as it is. Ends with the element, and with the worker.
  ///
  /// For one reader: two loops would share the changes between them. Where the reader's task is cancelled, what comes next is the
  /// next reader's. Content that cannot be read is left out.
  public var contents: AsyncStream<Content> {
    life.read()
    return current.changes { [weak life = life] in life?.hand($0) }
  }

  /// How it shows now: on top, beneath others, or in a branch that does not show. Where an older
  /// coordinator does not tell it, `top`.
  public var visibility: Element.Visibility { life.visibility }

  /// How it shows: the newest change that nobody has read, and each that comes. Ends with the element, and with the worker.
  ///
  /// For one reader, as ``contents``. A window raises itself where it comes to the top, and may close or pause what it
  /// draws while it is hidden:
  ///
  /// ```swift
  /// Hosts(Exhibit.self) { @MainActor screen in
  ///   let window = ExhibitWindow(screen.content)
  ///   window.isShown = screen.visibility == .top
  ///   for await visibility in screen.visibilities { window.isShown = visibility == .top }
  /// }
  /// ```
  public var visibilities: AsyncStream<Element.Visibility> { life.visibilities }

  /// Reports that the element is on the screen, also after ``cannotShow(_:code:)``. Once is enough: content that comes later counts as
  /// on the screen when the worker has it. Where the present content cannot be read, it is reported with the next that can.
  public func didAppear() { life.appear() }

  /// Tells that a person uses the screen, though no command says so: touches, scrolls, types. The scene's rule for when
  /// nobody does anything begins its wait anew. May be called as often as one likes: it is told at most once a second.
  public func active() { life.report(.active(life.scene)) }

  /// Reports that the element cannot be shown: its presence becomes `failed`, and ``Hosts/onDeath(_:)`` of its screen acts on it
  /// at once, as if the worker had died: it stays unless that says otherwise.
  ///
  /// Said of the content that the element has now; by a screen that follows ``contents``, of the one that it took there last. Where
  /// another has come by then, nobody is told, for that one may well be shown.
  public func cannotShow(_ message: String, code: String? = nil) { life.fail(message, code: code) }

  /// As ``cannotShow(_:code:)``, said by a program that sees the element itself, as it was at a revision; nil: as it is now.
  package func cannotShow(_ message: String, code: String?, at revision: Revision?) {
    life.failPresent(message, code: code, at: revision)
  }

  /// As ``didAppear()``, said by a program that sees the element itself, as it was at a revision; nil: as it is now.
  package func didAppear(at revision: Revision?) { life.appear(at: revision) }
}
