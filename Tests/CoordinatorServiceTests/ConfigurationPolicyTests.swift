// SPDX-License-Identifier: Apache-2.0

import Coordination
import CoordinatorService
import RouteModel
import Testing

@Suite("The rules of a scene in a configuration")
struct ConfigurationPolicyTests {
  private func read(_ texts: String...) throws(ConfigurationError) -> Configuration {
    try Configuration(
      sources: texts.enumerated().map { .init(file: "\($0).yaml", text: $1) },
      environment: .init(variables: ["HOME": "/h"], uid: 1000, currentFolder: "/"))
  }

  private func problems(_ texts: String...) -> [String] {
    do throws(ConfigurationError) {
      _ = try Configuration(
        sources: texts.enumerated().map { .init(file: "\($0).yaml", text: $1) },
        environment: .init(variables: ["HOME": "/h"], uid: 1000, currentFolder: "/"))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("are read, and the summary tells them")
  func whole() throws {
    let read = try read(
      """
      scenes:
        main:
          start: home
          idle: { after: 2m, replace: home/attract, unless: [video, call] }
          lock: { allow: [home, attract, list], out: staff }
      """)
    let scene = try #require(read.settings.scenes["main"])
    let path = try PathItem.path(parsing: "home/attract")
    #expect(scene.idle == Settings.Idle(afterMs: 120_000, replace: path, unless: ["video", "call"]))
    #expect(scene.lock == Settings.Lock(allow: ["home", "attract", "list"], out: "staff"))
    let lines = read.summary.split(separator: "\n").map(String.init)
    #expect(lines.contains("                    idle after 2m home/attract   unless call video"), "\(lines)")
    #expect(lines.contains("                    lock allow attract home list   out staff"), "\(lines)")
  }

  @Test("One file completes what another begins, in either order")
  func merged() throws {
    let kiosk = "scenes: { main: { start: home/video, lock: { allow: home, out: staff } } }"
    let package = "scenes: { main: { idle: { after: 1s, replace: video, unless: video }, lock: { allow: video } } }"
    for texts in [(kiosk, package), (package, kiosk)] {
      let scene = try #require(try read(texts.0, texts.1).settings.scenes["main"])
      #expect(scene.lock == Settings.Lock(allow: ["home", "video"], out: "staff"))
      #expect(scene.idle?.afterMs == 1000)
    }
  }

  @Test(
    "What is wrong with them is told with its place",
    arguments: [
      ("idle: { afer: 2m, replace: home }", "0.yaml:4:13: unknown idle key 'afer' (did you mean 'after'?)"),
      ("idle: { after: 999ms, replace: home }", "0.yaml:4:20: 999ms is out of range: 1s to 36500d"),
      ("idle: { after: 2, replace: home }", "0.yaml:4:20: '2' is not a time such as 500ms, 3s, 10m, 12h or 90d"),
      ("idle: { after: 2m, replace: home//list }", "0.yaml:4:38: no path: "),
      ("idle: { replace: home }", "0.yaml:4:11: 'idle' needs 'after', the time in which nobody does anything"),
      ("idle: { after: 2m }", "0.yaml:4:11: 'idle' needs 'replace', the path that comes then"),
      ("idle: 2m", "0.yaml:4:11: a mapping is expected here, 'idle key: value' on lines of their own"),
      (
        "idle: { after: 2m, replace: home, unless: [7] }",
        "0.yaml:4:48: '7' is no name of a screen: a letter, then up to 63 of letters, digits, - _ ."
      ),
      ("lock: { allow: home, uot: staff }", "0.yaml:4:26: unknown lock key 'uot' (did you mean 'out'?)"),
      (
        "lock: { allow: [home] }",
        "0.yaml:4:11: 'lock' needs 'out', the screen above which every other one may stand"
      ),
      (
        "lock: { allow: [list], out: staff }",
        "0.yaml:3:12: the scene's lock keeps 'home' out; add it to its 'allow', or name another path"
      ),
      (
        "lock: { allow: [home], out: staff }\n    idle: { after: 2m, replace: home/video }",
        "0.yaml:5:33: the scene's lock keeps 'video' out; add it to its 'allow', or name another path"
      ),
      (
        "lock: { allow: [home], out: staff }\n    back-at-root: attract",
        "0.yaml:5:19: the scene's lock keeps 'attract' out; add it to its 'allow', or name another path"
      ),
    ])
  func mistakes(_ yaml: String, problem: String) {
    let all = problems("scenes:\n  main:\n    start: home\n    \(yaml)")
    #expect(all.count == 1 && all.first?.hasPrefix(problem) == true, "\(all)")
  }

  @Test("A lock needs a path to begin with")
  func start() {
    #expect(
      problems("scenes: { main: { lock: { allow: [home], out: staff } } }")
        == ["0.yaml:1:25: a scene with a 'lock' needs 'start', a path that the lock allows"])
  }

  @Test("A file beside the one with the fault is not blamed")
  func blame() {
    #expect(
      problems("scenes: { main: { start: home } }", "scenes: { main: { idle: { after: 2m } } }")
        == ["1.yaml:1:25: 'idle' needs 'replace', the path that comes then"])
  }
}
