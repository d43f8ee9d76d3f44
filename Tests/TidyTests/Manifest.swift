// SPDX-License-Identifier: Apache-2.0

/// The targets of `Package.swift`, read as text: a test cannot ask the package manager that runs it.
struct Manifest {
  struct Target {
    let name: String
    let isProgram: Bool
    let isTest: Bool
    /// Its folder from the root of the repository.
    let folder: String
    /// The modules that it may import: targets and products of packages, under the names that it depends on them by.
    let dependencies: Set<String>
  }

  let targets: [Target]

  /// The modules of this package and of the packages that any target depends on. Those of the toolchain are not here.
  var modules: Set<String> { Set(targets.map(\.name)).union(targets.flatMap(\.dependencies)) }

  init(_ text: String) {
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let code = lines.joined(separator: "\n")
    let start = /\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "(\w+)"/
    targets = code.matches(of: start).map { match in
      let arguments = Self.untilClosed(code[match.output.0.endIndex...])
      let name = String(match.output.2)
      let base = match.output.1 == "testTarget" ? "Tests" : "Sources"
      let path = arguments.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) }
      var dependencies = ""[...]
      if let list = arguments.firstRange(of: "dependencies: [") {
        dependencies = Self.untilClosed(arguments[list.upperBound...])
      }
      // The name of the package that a product comes from is no module.
      let names = dependencies.replacing(/package: "[^"]+"/, with: "").matches(of: /"(\w+)"/)
      return Target(
        name: name, isProgram: match.output.1 == "executableTarget", isTest: match.output.1 == "testTarget",
        folder: path ?? "\(base)/\(name)", dependencies: Set(names.map { String($0.output.1) }))
    }
  }

  /// The text up to the bracket that closes one opened before it.
  private static func untilClosed(_ text: Substring) -> Substring {
    var depth = 1
    for index in text.indices {
      switch text[index] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      if depth == 0 { return text[..<index] }
    }
    return text
  }

  /// What is wrong with these folders of tests: what belongs to no target of tests is not run, and nothing else says so.
  func untested(among folders: [String]) -> [String] {
    let tested = targets.filter(\.isTest).map(\.folder)
    return folders.filter { !tested.contains($0) }.map { "\($0) is no test target, so its tests do not run" }
      + tested.filter { !folders.contains($0) }.map { "\($0) is a test target, and no folder" }
  }

  /// The target that a file belongs to.
  func target(of file: Repository.File) -> Target? {
    targets.first { file.path.hasPrefix($0.folder + "/") }
  }

  /// The modules that a file imports, with the numbers of the lines.
  static func imports(of file: Repository.File) -> [(line: Int, module: String)] {
    let form =
      /(?:@\w+(?:\(\w+\))? )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|actor|func|var|let|typealias) )?(\w+).*/
    var isText = false
    return file.code.compactMap { number, line in
      // Programs in other languages stand in strings of several lines.
      if line.contains("\"\"\"") { isText.toggle() }
      guard !isText, line.contains("import "), let match = line.wholeMatch(of: form) else { return nil }
      return (number, String(match.output.1))
    }
  }

  /// Imports that the target does not depend on: they build only while another target happens to be built before it.
  func undeclaredImports(of file: Repository.File) -> [String] {
    guard let target = target(of: file) else { return ["\(file) belongs to no target"] }
    return Self.imports(of: file).filter { modules.contains($0.module) && !target.dependencies.contains($0.module) }
      .map { "\(file):\($0.line) imports \($0.module), and \(target.name) does not depend on it" }
  }

  /// Dependencies that no file of the target imports. Tests may depend on programs to have them built.
  func unusedDependencies(among files: [Repository.File]) -> [String] {
    targets.flatMap { target in
      let own = files.filter { self.target(of: $0)?.name == target.name }
      let imported = Set(own.flatMap(Self.imports).map(\.module))
      let programs = targets.filter(\.isProgram).map(\.name)
      return target.dependencies.subtracting(imported).subtracting(programs).sorted().map {
        "\(target.name) depends on \($0), and no file of it imports it"
      }
    }
  }
}
