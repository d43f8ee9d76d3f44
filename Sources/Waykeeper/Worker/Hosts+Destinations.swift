// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What destinations want to know of screens.
extension Hosts {
  /// Says whether one of these screens is the one that is looked for, by the name of ``StepFinder/asked(_:of:)-(_,S.Type)``.
  ///
  /// ```swift
  /// Hosts(Exhibit.self) { … }
  ///   .finding("shows") { ask, exhibit in try exhibit.content.id == ask.context(as: Int.self) }
  /// ```
  public func finding(
    _ name: TaskName, handler: @escaping @Sendable (OpenAsk, AskedScreen<Content>) async throws -> Bool
  ) -> Self {
    with { part in
      part.finders[name] = erased({ try await handler($0, $1) ? .allow : .declined }, otherwise: .declined)
    }
  }

  /// Takes the context of a destination for one of these screens, found or made: `ask.screen` as it is, and `ask.context`. A
  /// screen that is returned is its new content; nil leaves it.
  ///
  /// ```swift
  /// Hosts(Exhibit.self) { … }
  ///   .onContext("open") { ask in Exhibit(id: try ask.context(as: Int.self)) }
  /// ```
  public func onContext(
    _ name: TaskName, handler: @escaping @Sendable (OpenAsk) async throws -> Content?
  ) -> Self where Content: ScreenConvertible {
    with { part in
      part.contextTasks[name] = { ask in
        guard let screen = try await handler(ask) else { return .allow }
        return .value(try screen.anyScreen.content)
      }
    }
  }
}

/// Containers.
extension Hosts {
  /// The screens are tabs: branches of which one shows. A fresh one begins with these.
  ///
  /// ```swift
  /// Hosts(Kiosk.self) { … }
  ///   .tabs(["floor": [Floor()], "shop": [Shop()]], selected: "shop")
  /// Hosts(Kiosk.self) { … }                       // the shop is a dock: it shows beside the floor
  ///   .tabs(["dock": [Shop()], "app": [Floor()]], selected: "app", alwaysShown: ["dock"], keepsSelection: true)
  /// ```
  ///
  /// - Parameters:
  ///   - branches: Their names in order, and the screens that each begins with; may be none.
  ///   - selected: The one that shows first; left out, the first.
  ///   - alwaysShown: Those that show beside the selected one.
  ///   - keepsSelection: Whether the selection stays where a screen is brought into view in a branch that shows already.
  public func tabs(
    _ branches: KeyValuePairs<BranchName, [any ScreenConvertible]>, selected: BranchName? = nil,
    alwaysShown: [BranchName] = [], keepsSelection: Bool = false
  ) -> Self {
    holding(.tabs, branches, selected, alwaysShown, keepsSelection)
  }

  /// The screens are splits: all branches show, the first is the master, the second its detail. A fresh one begins with these.
  ///
  /// - Parameters:
  ///   - branches: Their names in order, and the screens that each begins with; may be none.
  ///   - selected: The one that has the focus first; left out, the first.
  ///   - keepsSelection: Whether the focus stays where a screen is brought into view in another branch.
  public func split(
    _ branches: KeyValuePairs<BranchName, [any ScreenConvertible]>, selected: BranchName? = nil,
    keepsSelection: Bool = false
  ) -> Self {
    holding(.split, branches, selected, [], keepsSelection)
  }

  /// The screens hold one branch. A fresh one begins with these screens in it.
  public func single(_ path: [any ScreenConvertible] = [], named name: BranchName = "content") -> Self {
    holding(.split, [name: path], nil)
  }

  /// The screens are containers. A fresh one begins with these branches.
  public func branches(_ branches: DeclaredBranches) -> Self {
    with { part in
      part.routable.branches = branches
      if let complaint = branches.complaint {
        part.faults.append(complaint)
      } else if let held = part.held, !held.matches(branches.pattern) {
        part.faults.append("its type holds \(held.rawValue), and these branches are something else")
      }
    }
  }

  private func holding(
    _ kind: Branches.Kind, _ branches: KeyValuePairs<BranchName, [any ScreenConvertible]>, _ selected: BranchName?,
    _ alwaysShown: [BranchName] = [], _ keepsSelection: Bool = false
  ) -> Self {
    var declared = DeclaredBranches(
      kind, [], selected: selected, alwaysShown: alwaysShown, keepsSelection: keepsSelection)
    do throws(ContentError) {
      for (name, path) in branches {
        declared.branches.append(DeclaredBranches.Branch(name, path: try path.items.map(\.screen)))
      }
    } catch {
      return with { $0.faults.append(error.description) }
    }
    return self.branches(declared)
  }
}
