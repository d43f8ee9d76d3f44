// SPDX-License-Identifier: Apache-2.0

extension Verb {
  /// As people write it, in journal, watch and status: `show list`, `go exhibit?id=7 on home`. Its words are those of the commands
  /// of `way`.
  public var verbText: String {
    switch self {
    case .navigator(let verb): verb.verbText
    case .batch(let verbs): verbs.isEmpty ? "batch" : verbs.map(\.verbText).joined(separator: "; ")
    case .back: "back"
    case .start(let name): "start \(name)"
    case .show(let names): Self.text("show", names)
    case .hide(let name, atomic: let atomic): "hide " + name.rawValue + (atomic ? " --atomic" : "")
    case .navigate(let names): Self.text("navigate", names)
    case .open(let url): "open \(url)"
    case .drive(let drive): drive.text
    case .route(.inline(.presenter)): "back --to-presenter"
    case .route(let destination): "route \(destination)"
    }
  }

  private static func text(_ word: String, _ names: [ScreenName]) -> String {
    var text = word
    for name in names {
      text += " "
      text += name.rawValue
    }
    return text
  }
}

extension NavigatorVerb {
  /// As people write it.
  public var verbText: String {
    switch self {
    case .go(to: let screen, on: let target): "go " + screen.text + " on " + target.text
    case .goPath(to: let path, on: let target): "go \(Self.text(path)) on \(target.text)"
    case .goBack(to: let target): "go-back " + target.text
    case .replace(path: let path, in: nil): "replace \(Self.text(path))"
    case .replace(path: let path, in: let target?): "replace \(Self.text(path)) in \(target.text)"
    case .dismiss(let target): "dismiss \(target.text)"
    case .dismissSuccessor(of: let target): "dismiss-successor \(target.text)"
    case .replaceContent(of: let target, with: let screen): "replace-content \(target.text) \(screen.text)"
    case .replaceScreen(let old, with: let new): "replace-screen \(old.text) \(new.text)"
    case .didAppear(let target): "appeared \(target.text)"
    case .select(let branch, of: let target): "select \(branch) of \(target.text)"
    case .insertBranch(let name, let path, at: let index, of: let target):
      "insert-branch \(name.map { "\($0)=" } ?? "")\(Self.text(path))\(index.map { " at \($0)" } ?? "") of \(target.text)"
    case .removeBranch(let branch, of: let target): "remove-branch \(branch) of \(target.text)"
    case .replaceBranches(of: let target, with: let branches, let selected):
      "replace-branches \(target.text) "
        + branches.map { "\($0.name == selected ? "*" : "")\($0.name)=\(PathItem.text(of: $0.path))" }
        .joined(separator: ",")
    }
  }

  private static func text(_ path: [PathItem]) -> String { path.isEmpty ? "nothing" : PathItem.text(of: path) }
}

extension Drive {
  /// As people write it.
  var text: String {
    let from = start.map { " from \($0.text)" } ?? ""
    return switch destination {
    case .route(let id): "drive-to \(id)\(from)"
    case .subTree(let id): "drive-sub \(id)\(from)"
    case .parent: "drive-parent\(from)"
    }
  }
}
