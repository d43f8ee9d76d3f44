// SPDX-License-Identifier: Apache-2.0

/// The workers of most tests.
enum Museum {
  static let kiosk = """
    worker: kiosk
    version: "1.4"
    root: [home]
    screens:
      home:
        handles: { show list: push, show map: push, show slow: push }
      list:
        handles: { show exhibit: push, show map: declined, hide list: pop }
      map: {}
      slow: {}
    """

  static let exhibits = """
    worker: exhibits
    version: "2.1"
    screens:
      exhibit:
        handles: { hide exhibit: pop, show map: declined, show slow: hang }
        guard: { deny: unsaved notes }
    """

  /// A worker that has an administrator log in first.
  static let gated = """
    worker: kiosk
    screens:
      home: { handles: { show admin: { redirect: go login on home, within: 30s, then: push } } }
      login: {}
      admin: {}
    """
}
