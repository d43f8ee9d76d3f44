// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// The verbs, one case each: a new verb does not compile before it has a case here, and a case not before it has a sample. Tests
/// that have to try every verb take all cases.
package enum VerbKind: Hashable, Sendable, CaseIterable {
  case go, goPath, goBack, replace, dismiss, dismissSuccessor, replaceContent, replaceScreen, didAppear, select
  case insertBranch, removeBranch, replaceBranches
  case batch, back, start, show, hide, navigate, open, driveTo, driveSub, driveParent, routeToNamed, routeToInline

  /// The kind of a verb that the coordinator decides alone.
  package init(_ verb: NavigatorVerb) {
    self =
      switch verb {
      case .go: .go
      case .goPath: .goPath
      case .goBack: .goBack
      case .replace: .replace
      case .dismiss: .dismiss
      case .dismissSuccessor: .dismissSuccessor
      case .replaceContent: .replaceContent
      case .replaceScreen: .replaceScreen
      case .didAppear: .didAppear
      case .select: .select
      case .insertBranch: .insertBranch
      case .removeBranch: .removeBranch
      case .replaceBranches: .replaceBranches
      }
  }

  /// The kind of a verb.
  package init(_ verb: Verb) {
    self =
      switch verb {
      case .navigator(let verb): Self(verb)
      case .batch: .batch
      case .back: .back
      case .start: .start
      case .show: .show
      case .hide: .hide
      case .navigate: .navigate
      case .open: .open
      case .drive(let drive): Self(drive.destination)
      case .route(.named): .routeToNamed
      case .route(.inline): .routeToInline
      }
  }

  private init(_ destination: Drive.Destination) {
    self =
      switch destination {
      case .route: .driveTo
      case .subTree: .driveSub
      case .parent: .driveParent
      }
  }

  /// A verb of this kind.
  package var sample: Verb {
    let (list, items) = (AnyScreen("list"), [PathItem(AnyScreen("home")), PathItem(AnyScreen("list"))])
    return switch self {
    case .go: .navigator(.go(to: PathItem(list), on: .id(.root)))
    case .goPath: .navigator(.goPath(to: items, on: .id(.root)))
    case .goBack: .navigator(.goBack(to: .id(.root)))
    case .replace: .navigator(.replace(path: items, in: nil))
    case .dismiss: .navigator(.dismiss(.screen(list)))
    case .dismissSuccessor: .navigator(.dismissSuccessor(of: .screen(list)))
    case .replaceContent: .navigator(.replaceContent(of: .id(.root), with: list))
    case .replaceScreen: .navigator(.replaceScreen(AnyScreen("home"), with: list))
    case .didAppear: .navigator(.didAppear(.id(.root)))
    case .select: .navigator(.select("left", of: .id(.root)))
    case .insertBranch: .navigator(.insertBranch("left", items, at: 0, of: .id(.root)))
    case .removeBranch: .navigator(.removeBranch("left", of: .id(.root)))
    case .replaceBranches:
      .navigator(.replaceBranches(of: .id(.root), with: [.init("left", path: items)], selected: "left"))
    case .batch: .batch([.dismiss(.screen(list)), .go(to: PathItem(list), on: .id(.root))])
    case .back: .back
    case .start: .start("home")
    case .show: .show(["list"])
    case .hide: .hide("list", atomic: true)
    case .navigate: .navigate(["home", "list"])
    case .open: .open("app://list")
    case .driveTo: .drive(Drive(.route("list"), from: .id(.root), input: .object([("id", .integer(7))])))
    case .driveSub: .drive(Drive(.subTree("list"), transactional: true))
    case .driveParent: .drive(Drive(.parent))
    case .routeToNamed: .route("list")
    case .routeToInline: .route(.inline(Destination([.root])))
    }
  }
}
