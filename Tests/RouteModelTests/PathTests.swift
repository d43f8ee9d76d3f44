// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Path")
struct PathTests {
  @Test("A path is a collection of its own elements, and finds those of its branches by id")
  func collection() throws {
    let path = try Route.made("home/tabs{*a=x/m,b=y}", in: containers).route.root
    #expect(path.count == 2 && !path.isEmpty && path.elementCount == 5)
    #expect(path.map(\.screen.name) == ["home", "tabs"])
    #expect(path[0].screen.name == "home" && path.last?.screen.name == "tabs")
    #expect(path.reversed().first?.id == path[1].id)
    let y = try #require(path[1].branches?["b"]?.path.first)
    #expect(path[y.id] == y)
    #expect(path[ElementID(99)] == nil)
    #expect(path[.root]?.screen.name == "home")
    var ids: [UInt64] = []
    path.forEachElement { ids.append($0.id.rawValue) }
    #expect(path.greatestID == ids.max() && path.greatestID > path[1].id.rawValue && Path([]).greatestID == 0)
  }

  @Test(
    "The tip is the last element of the branch that shows",
    arguments: [
      ("home/tabs{*a=x/m,b=y}", "m"), ("home/tabs{a=x/m,*b=y}", "y"), ("home/tabs{*c=}", "tabs"),
      ("home/tabs{*a=x}/list", "list"), ("split{left=l,*right=}", "l"), ("home", "home"),
      ("tabs{*a=split{left=l,*right=m/tabs{*b=y}}}", "y"),
    ])
  func tip(text: String, name: ScreenName) throws {
    let path = try Route.made(text, in: containers).route.root
    #expect(path.tip?.screen.name == name)
    #expect(Path([]).tip == nil && Path([]).isEmpty)
  }

  @Test("Walks pass on what their body throws, and end there")
  func errors() throws {
    struct Stop: Error {}
    let path = try Route.made("home/tabs{*a=x/m,b=y}", in: containers).route.root
    var names: [String] = []
    #expect(throws: Stop.self) {
      try path.forEachElement { (element: Element) throws(Stop) in
        if element.screen.name == "m" { throw Stop() }
        names.append(element.screen.name.rawValue)
      }
    }
    #expect(names == ["home", "tabs", "x"])
    names = []
    path.forEachActiveElement { names.append($0.screen.name.rawValue) }
    #expect(names == ["home", "tabs", "x", "m"])
    #expect(path.firstElement { $0.screen.name == "y" }?.screen.name == "y")
  }
}
