// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Withheld content")
struct RedactedTests {
  @Test(
    "Of a URL that nobody has followed, user information, query and fragment are left out",
    arguments: [
      ("app://host/path", "app://host/path"), ("app://host/path?pin=1", "app://host/path?redacted=true"),
      ("app://host#pin", "app://host?redacted=true"), ("app://a:b@host/x", "app://host/x?redacted=true"),
      ("app://a@b@host", "app://host?redacted=true"), ("app:x/y@z", "app:x/y@z"),
      ("no url?pin", "no url?redacted=true"),
      ("//a@b", "//a@b"), ("", ""), ("?", "?redacted=true"), ("app://h/x@y", "app://h/x@y"),
    ])
  func place(_ url: String, told: String) {
    #expect(DeepLink.redacted(url, telling: .place) == told)
  }

  @Test(
    "Of a URL that leads to a sensitive screen the scheme stays",
    arguments: [
      ("APP://4711/x?y", "app:?redacted=true"), ("app:", "app:"), ("4711", "?redacted=true"),
      ("app://%zz", "?redacted=true"),
    ])
  func scheme(_ url: String, told: String) {
    #expect(DeepLink.redacted(url, telling: .scheme) == told)
  }

  @Test("A screen without content has nothing to withhold, another one keeps name and presentation")
  func screen() {
    let help = AnyScreen("help", presentation: .sheet(allowsPush: true))
    #expect(help.redacted == help && !help.isRedacted)
    let pin = AnyScreen("pin", content: .integer(7), presentation: .sheet(allowsPush: false)).redacted
    #expect(pin.text == "sheet!:pin?redacted=true" && pin.isRedacted)
  }

  @Test("Branches, targets and nodes are reached")
  func everywhere() throws {
    let path = try PathItem.path(parsing: "home{*a=x?c=1/y?c=2,b=}/z?c=3")
    #expect(
      PathItem.text(of: path.mappingScreens(\.redacted))
        == "home{*a=x?redacted=true/y?redacted=true,b=}/z?redacted=true")
    #expect(path.containsScreen { $0 == "y" } && !path.containsScreen { $0 == "w" })
    let target = try Target(parsing: "x?c=1")
    #expect(target.mappingScreens(\.redacted).text == "x?redacted=true")
    let x = try AnyScreen(parsing: "x?c=1")
    let tree = TreeNode.onDismiss(
      "k", of: nil,
      .dynamic(
        "d", then: .conditional(on: "a", then: .wildcard(x, .empty), otherwise: .anyOf([.wildcard(x, .empty)])),
        otherwise: .screen("s", nesting: .wildcard(x, .empty))))
    let told = tree.mappingScreens(\.redacted).document.json
    #expect(!told.contains("c=1") && told.split(separator: "x?redacted=true").count == 4)
  }
}
