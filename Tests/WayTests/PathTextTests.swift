// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@testable import way

@Suite("Paths as people read them") struct PathTextTests {
  @Test(
    "Spaces stand between the elements of the root path only",
    arguments: [
      ("", ""), ("home", "home"), ("home/list/exhibit?id=7", "home / list / exhibit?id=7"),
      (
        "main{floor=hall/photo,*shop=shelves/product?id=7}/sheet:help",
        "main{floor=hall/photo,*shop=shelves/product?id=7} / sheet:help"
      ),
      (#"page:{"urls":["a/b"]}/x"#, #"page:{"urls":["a/b"]} / x"#), ("home/list/…", "home / list / …"),
      // What is no path stays as it was told.
      ("home/li…", "home/li…"),
    ])
  func separators(path: String, text: String) throws {
    #expect(PathText(path).text == text)
    #expect(PathText(path).text(in: .max) == text)
  }

  private static let tabs = "main{floor=hall/photo,*shop=shelves/product?id=7}"

  @Test(
    "A longer path keeps its ends and loses its middle; braces stay balanced",
    arguments: [
      ("home/list/exhibit?id=7", 26, "home / list / exhibit?id=7"),
      ("home/list/exhibit?id=7", 25, "home / … / exhibit?id=7"),
      ("a/b/c/d/e/f/g", 20, "a / … / e / f / g"), ("home/list/map/…", 18, "home / … / map / …"),
      ("home/list/map/…", 14, "… / map / …"),
      ("home/exhibit?id=123456789", 24, "home / exhibit?id=12345…"),
      (#"home/exhibit:{"id":[1,2,3],"name":"x"}"#, 24, "home / exhibit:…"),
      (tabs, 49, tabs), (tabs, 48, "main{floor=…/photo,*shop=shelves/product?id=7}"),
      (tabs, 36, "main{floor=…,*shop=shelves/product…}"), (tabs, 31, "main{floor=…,*shop=…/product?…}"),
      (tabs, 20, "main{…,*shop=…}"), (tabs, 10, "main{…}"),
      (tabs + "/sheet:help", 40, "main{…,*shop=…/product?id…} / sheet:help"),
      ("home/li…st/exhibition", 12, "home/l…ition"),
    ])
  func shortening(path: String, room: Int, text: String) {
    #expect(PathText(path).text(in: room) == text)
  }

  @Test("However long a path is and however narrow its room, it fits, and what is opened is closed")
  func everyRoom() throws {
    let deep = "a/cockpit{dock=media/radio?station=4,*app=map/call{left=x/y,*right=keys/history?day=friday/entry}}"
    let wide =
      "main{" + (0..<20).map { ($0 == 7 ? "*" : "") + "branch\($0)=hall/photo?id=\($0)" }.joined(separator: ",") + "}"
    let long = (0..<60).map { "screen-\($0)?id=\($0)" }.joined(separator: "/")
    for path in [
      Self.tabs, deep, wide, long, #"page:{"a":{"b":"}{"}}/main{*x=,y=z/sheet:help}"#, "\(wide)/\(deep)/\(long)",
      "home/exhibit?name=漢字漢字漢字漢字&x=🙂/list", "main{floor=hall?t=漢字漢字,*shop=shelves?t=한국어🙂🙂}",
    ] {
      let text = PathText(path)
      for room in 1...150 {
        let short = text.text(in: room)
        #expect(short.width <= room, "\(short)")
        #expect(short.count { $0 == "{" } == short.count { $0 == "}" } || text.text == short, "\(short)")
        if room >= 60, path == long {
          #expect(short.hasPrefix("screen-0?id=0 / ") && short.hasSuffix(" / screen-59?id=59"))
        }
      }
    }
  }

  @Test("Characters that a terminal would obey are written out, and counted so")
  func harmless() {
    let text = PathText([
      PathItem(AnyScreen("home", content: ["t": "\u{202E}\u{202E}\u{202E}"])), PathItem(AnyScreen("x")),
    ])
    #expect(text.text == "home?t=%E2%80%AE%E2%80%AE%E2%80%AE / x")
    for room in 8...40 { #expect(text.text(in: room).count <= room) }
  }
}
