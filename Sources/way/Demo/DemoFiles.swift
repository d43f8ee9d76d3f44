// SPDX-License-Identifier: Apache-2.0

/// The workers of the tour, as `way worker` reads them.
enum DemoFiles {
  static let kiosk = """
    worker: kiosk
    version: "1.4"
    root: [home]
    screens:
      home:
        handles: { show list: push, show map: push, show hall: push }
      list:
        handles: { show exhibit: push, show map: declined }
      map: {}
      hall: {}
    """

  static let exhibits = """
    worker: exhibits
    version: "2.1"
    screens:
      exhibit:
        handles:
          show map: declined
          show help: { present: "sheet:help" }
          show hall: hang
        guard: { deny: "unsaved notes" }
    destinations:
      exhibit:
        - { find: exhibit, same: content, make: exhibit, action: push }
        - { find: list, make: list, action: push }
        - { find: home, make: home, action: replace-root }
    """

  static let help = """
    worker: help
    version: "1.0"
    screens:
      help:
        handles: { hide help: dismiss soft }
        presentation: sheet
    """
}
