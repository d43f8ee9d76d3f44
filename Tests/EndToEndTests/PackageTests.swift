// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import way

extension EndToEnd {
  /// The package that Deploy/debian/build makes of the programs beside the tests; Deploy/debian/try tries it whole.
  @Suite("The Debian package", .timeLimit(.minutes(20)))
  struct PackageTests {
    /// Made once, for all tests.
    private struct Built {
      let folder: TemporaryFolder
      let package: String
    }

    private static let deploy = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Deploy")
      .standardizedFileURL
    private static let build = deploy.appending(path: "debian/build").path

    private static let built = Task {
      let folder = try TemporaryFolder()
      // A static value has no end.
      TemporaryFolder.removeAtExit(folder.path)
      let ended = try await run(
        build, "--programs", Program.folder.path, "--output", folder.file("out"), "--version", "7.8.9", "--revision",
        "2",
        "--compression", "none", within: buildPatience)
      try #require(ended.code == 0, "\(ended.all)")
      let package = try #require(ended.output.last)
      let extracted = try await run(
        "/usr/bin/dpkg-deb", "--raw-extract", package, folder.file("tree"), within: buildPatience)
      try #require(extracted.code == 0, "\(extracted.all)")
      return Built(folder: folder, package: package)
    }

    /// To build a package takes ten seconds of processor time, of which other tests may leave little.
    private static let buildPatience = Duration.seconds(240)

    private static func run(
      _ program: String, _ arguments: String..., within time: Duration = .seconds(60)
    ) async throws -> Program.End {
      let environment = Program.environment.merging(["MANWIDTH": "80"]) { $1 }
      return try await Program(program, arguments, environment: environment).end(within: time)
    }

    private func files(below folder: String) async throws -> [String] {
      let tree = try await Self.built.value.folder.file("tree/\(folder)")
      return try await Self.run("/usr/bin/find", tree, "-type", "f", "-printf", "%P\\n").output.sorted()
    }

    @Test("it holds the programs, the units, a page for each command, and completions, and nothing else")
    func contents() async throws {
      let pages = Way.names.map { "share/man/man1/way-\($0).1.gz" }
      let wanted =
        pages + [
          "bin/way", "bin/waykeeperd", "lib/systemd/system/waykeeper-screen@.service",
          "lib/systemd/system/waykeeperd.service", "lib/systemd/system/waykeeperd.socket",
          "lib/sysusers.d/waykeeper.conf", "lib/tmpfiles.d/waykeeper.conf", "share/man/man1/way.1.gz",
          "share/man/man5/waykeeperd.yaml.5.gz", "share/man/man8/waykeeperd.8.gz",
          "share/bash-completion/completions/way", "share/bash-completion/completions/waykeeperd",
          "share/fish/vendor_completions.d/way.fish", "share/fish/vendor_completions.d/waykeeperd.fish",
          "share/zsh/vendor-completions/_way", "share/zsh/vendor-completions/_waykeeperd",
          "share/doc/waykeeper/README.md", "share/doc/waykeeper/changelog.Debian.gz", "share/doc/waykeeper/copyright",
          "share/lintian/overrides/waykeeper",
        ]
      #expect(try await files(below: "usr") == wanted.sorted())
      #expect(try await files(below: "etc") == ["waykeeper/waykeeperd.yaml"])
      #expect(
        try await files(below: "DEBIAN") == [
          "conffiles", "control", "md5sums", "postinst", "postrm", "prerm", "triggers",
        ])
    }

    @Test("it says its version, what it is linked to, and which file is a person's to change")
    func control() async throws {
      let built = try await Self.built.value
      let fields = try await Self.run("/usr/bin/dpkg-deb", "--field", built.package, "Package", "Version", "Depends")
        .output
      #expect(fields.starts(with: ["Package: waykeeper", "Version: 7.8.9-2"]), "\(fields)")
      for library in ["libc6", "libsqlite3-0", "libzmq5"] {
        #expect(fields.last?.contains(" \(library) (") == true, "\(fields)")
      }
      let conffiles = try String(contentsOfFile: built.folder.file("tree/DEBIAN/conffiles"), encoding: .utf8)
      #expect(conffiles == "/etc/waykeeper/waykeeperd.yaml\n")
      let sums = try await Self.run(
        "/bin/sh", "-c", "cd \(built.folder.file("tree")) && md5sum --quiet --check DEBIAN/md5sums")
      #expect(sums.code == 0, "\(sums.all)")
    }

    @Test("its pages are laid out without a warning, and tell what the programs tell")
    func pages() async throws {
      let folder = try await Self.built.value.folder.file("tree/usr/share/man")
      // All pages in one go.
      let shown = try await Self.run(
        "/bin/sh", "-c", "man --warnings=w --pager=cat --encoding=UTF-8 --local-file \(folder)/man?/*",
        within: Self.buildPatience)
      #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown.errors)")
      for text in ["way-show - asks the screens", "--expecting rev|@id", "waykeeperd.yaml - the configuration"] {
        #expect(shown.output.contains { $0.contains(text) }, "\(text)")
      }
    }

    @Test("its scripts and completions are right in form")
    func scripts() async throws {
      let folder = try await Self.built.value.folder
      for script in ["postinst", "prerm", "postrm"] {
        #expect(try await Self.run("/bin/sh", "-n", folder.file("tree/DEBIAN/\(script)")).errors == [], "\(script)")
      }
      let completions = ["way", "waykeeperd"].map { folder.file("tree/usr/share/bash-completion/completions/\($0)") }
      for script in completions { #expect(try await Self.run("/bin/bash", "-n", script).errors == [], "\(script)") }
    }

    @Test("every script of the repository is right in form", arguments: ["bash", "sh"])
    func ownScripts(shell: String) async throws {
      let root = Self.deploy.deletingLastPathComponent()
      // A repository that is named may be another user's.
      let listed = try await Self.run("/usr/bin/env", "git", "-C", root.path, "--git-dir=.git", "ls-files")
      #expect(listed.code == 0, "\(listed.all)")
      let scripts = listed.output.map { root.appending(path: $0).path }.filter { path in
        // Of a file that is not there any more there is no beginning.
        let beginning = FileHandle(forReadingAtPath: path)?.readData(ofLength: 64) ?? Data()
        let line = String(decoding: beginning, as: UTF8.self).prefix { $0 != "\n" }
        return line.hasPrefix("#!") && line.dropFirst(2).split { $0 == "/" || $0 == " " }.contains { $0 == shell }
      }
      #expect(scripts.count >= 3, "\(scripts)")
      for script in scripts { #expect(try await Self.run("/bin/\(shell)", "-n", script).errors == [], "\(script)") }
    }

    @Test("what is wrong with its own command line, or with the programs, it says")
    func wrong() async throws {
      let unknown = try await Self.run(Self.build, "--nonsense")
      #expect(unknown.code == 2 && unknown.errors.contains { $0.contains("--programs DIR") }, "\(unknown.all)")
      let empty = try await Self.run(Self.build, "--programs", Self.deploy.path)
      #expect(empty.code == 1 && empty.all.contains("has no program 'waykeeperd'"), "\(empty.all)")
    }
  }
}
