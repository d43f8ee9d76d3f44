// SPDX-License-Identifier: Apache-2.0

import Glibc
import RouteModel

/// Content that nobody may read but the workers that are asked and the one that shows the screen.
enum Secret {
  /// The screen that every fleet of chance registers as sensitive.
  static let screen: ScreenName = "form"
  /// What stands in each content of it.
  static let mark = "hush-4711"
  static let content: JSONValue = .object([("pin", .string(mark))])

  /// The screen as others may know it.
  static func veiled(_ screen: AnyScreen) -> AnyScreen {
    guard screen.name == Self.screen, !screen.content.isNull else { return screen }
    return AnyScreen(screen.name, content: .object([("redacted", .bool(true))]), presentation: screen.presentation)
  }

  /// The path as others may know it.
  static func veiled(_ path: Path) -> Path { path.mappingScreens(veiled) }

  /// Whether the mark stands in some frame.
  static func stands(in frames: [[UInt8]]) -> Bool {
    let mark = Array(mark.utf8)
    return frames.contains { frame in
      frame.withUnsafeBytes { bytes in
        var place = 0
        while place + mark.count <= bytes.count, let start = bytes.baseAddress,
          let found = memchr(start + place, Int32(mark[0]), bytes.count - mark.count + 1 - place)
        {
          if memcmp(found, mark, mark.count) == 0 { return true }
          place = start.distance(to: UnsafeRawPointer(found)) + 1
        }
        return false
      }
    }
  }
}
