// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("The rules of a scene as people see them") struct RuleTextTests {
  @Test("What becomes of a scene when nobody does anything is told as it stands")
  func idle() {
    var idle = SceneStatus.Idle(after: .seconds(20), path: "home", unless: ["video"])
    let rule = "home after 20 s, unless video is on top: "
    #expect(RuleText.text(idle, path: "home") == rule + "it is there already")
    #expect(RuleText.text(idle, path: "") == rule + "nothing shows yet")
    idle.remaining = .seconds(8)
    #expect(RuleText.text(idle, path: "home/list") == rule + "in 8 s")
    (idle.remaining, idle.heldBy) = (nil, "video")
    #expect(RuleText.text(idle, path: "home/video") == rule + "not now, video is on top")
  }
}
