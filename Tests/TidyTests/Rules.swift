// SPDX-License-Identifier: Apache-2.0

/// The rules of CONTRIBUTING that hold for each file by itself. A rule returns its complaints; none: the file is tidy.
enum Rules {
  /// Every file says its licence first.
  static func licence(_ file: Repository.File) -> [String] {
    file.text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n") ? [] : ["\(file) does not begin with its licence"]
  }

  /// The most lines of a file.
  static let linesMax = 400

  /// No file is longer than ``linesMax``.
  static func length(_ file: Repository.File) -> [String] {
    file.length <= linesMax ? [] : ["\(file) has \(file.length) lines; split it by purpose"]
  }

  /// Words that the core must not say: clocks, chance and everything outside the process.
  static func purity(_ file: Repository.File) -> [String] {
    let banned = [
      "import Foundation", "import Glibc", "import Dispatch", "import Synchronization", ".now", ".random", "Date(",
      "ContinuousClock", "SystemRandomNumberGenerator",
    ]
    return find(banned, in: file) { word, line in word == ".now" && line.contains("self.now") }
      .map { "\($0) has '\($1)': make it an argument" }
  }

  /// No test waits for a fixed time.
  static func noSleep(_ file: Repository.File) -> [String] {
    find(["Task.sleep", "usleep(", "Thread.sleep", " sleep("], in: file).map { "\($0): wait for the event instead" }
  }

  /// A test's title is a quoted sentence, and its function has a plain name.
  static func titles(_ file: Repository.File) -> [String] {
    let code = Array(file.code)
    return code.indices.flatMap { index -> [String] in
      let (number, line) = code[index]
      var complaints: [String] = []
      if line.contains("func `") { complaints.append("\(file):\(number): quote the title, `@Test(\"…\")`") }
      guard let test = line.firstRange(of: "@Test") else { return complaints }
      var rest = line[test.upperBound...]
      if rest == "(", index + 1 < code.count { rest = "(" + code[index + 1].text.drop { $0 == " " } }
      if !rest.hasPrefix("(\"") { complaints.append("\(file):\(number): a test needs a title, `@Test(\"…\")`") }
      return complaints
    }
  }

  /// Nothing is left to be done later. Comments are looked at too, for that is where such words stand.
  static func noLeftovers(_ file: Repository.File) -> [String] {
    file.lines.enumerated().flatMap { number, line in
      ["TODO", "FIXME"].filter(line.contains).map { "\(file):\(number + 1) has '\($0)'" }
    }
  }

  /// A library prints nothing.
  static func noPrinting(_ file: Repository.File) -> [String] {
    file.code.filter { $0.text.drop { $0 == " " }.hasPrefix("print(") }.map { "\(file):\($0.number) prints" }
  }

  /// Nothing ends the process, and nothing opts out of the compiler's checks of data races.
  static func noEscape(_ file: Repository.File) -> [String] {
    find(["fatalError(", "try!", "@unchecked Sendable"], in: file)
      .map { "\($0) has '\($1)'" }
  }

  /// Processes are started by the module `ChildProcesses`, which says what Foundation's `Process` does wrong.
  static func noFoundationProcess(_ file: Repository.File) -> [String] {
    find([" Process()", " Process.run("], in: file).map { "\($0) has '\($1)'" }
  }

  /// Every public and package declaration says what it is. The formatter's own rule sees the public ones alone. A table
  /// of constants, one a line, needs only what stands above it.
  static func documented(_ file: Repository.File) -> [String] {
    let declaration =
      /^ *(?:public |package )(?:\w+(?:\(\w+\))? )*(?:struct|class|enum|actor|protocol|func|init|var|let|subscript|typealias|macro)\b.*/
    return file.lines.enumerated().compactMap { number, line in
      guard line.contains("public ") || line.contains("package "), line.wholeMatch(of: declaration) != nil,
        !line.contains("override ")
      else { return nil }
      let isConstant = line.contains("package static let ")
      let above =
        file.lines[..<number].last {
          let text = $0.drop { $0 == " " }
          let isTable = isConstant && (text.isEmpty || text.hasPrefix("// ") || text.hasPrefix("package static let "))
          return !text.hasPrefix("@") && !isTable
        } ?? ""
      if isConstant, above.hasPrefix("package enum ") { return nil }
      let isDocumented = above.drop { $0 == " " }.hasPrefix("///") || above.hasSuffix("*/")
      return isDocumented ? nil : "\(file):\(number + 1) has no docstring"
    }
  }

  private static func find(
    _ words: [String], in file: Repository.File, except isAllowed: (String, Substring) -> Bool = { _, _ in false }
  ) -> [(place: String, word: String)] {
    file.code.flatMap { number, line in
      words.filter { line.contains($0) && !isAllowed($0, line) }.map { ("\(file):\(number)", $0) }
    }
  }
}
