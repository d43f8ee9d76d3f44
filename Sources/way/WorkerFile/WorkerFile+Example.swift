// SPDX-License-Identifier: Apache-2.0

extension WorkerFile {
  /// A file with everything that one can say, and what it means.
  static let example = """
    # A worker: run it with `way worker kiosk.worker.yaml`, ask what it means with `--check`.
    worker: kiosk                     # its name; an older process of this name is replaced
    version: "1.4"                    # for people
    scenes: [main]                    # as if left out; "*" for all
    root: [home]                      # what it installs as the root of a scene

    screens:
      home:
        handles:                      # the most exact key wins
          show list: push             # push, present: the screen that was asked for
          show map: { push: "map?floor=1" }     # or another one
          show slow: { after: 200ms, then: push }
          show admin: { redirect: show login, within: 30s, then: push }
          show *: declined            # also: done, fail, hang, crash
      list:
        handles:
          hide list: pop              # also: popToRoot, popTo home, dismiss hard, dismiss soft
        guard: { deny: not yet }      # may it leave? also: allow, hang, crash, redirect
        unanswered: allow             # what its silence means: allow, deny
        back: declined                # Back while it is on top: handled, declined
        on-death: { fallback: home }  # when this process dies: keep, pop, or another screen
        appears: { after: 50ms }      # when it says that it has appeared, or never
      map:
        prepares: allow               # is asked before it comes
        standing: { show help: push } # an answer known beforehand: nobody is asked
        presentation: sheet           # of screens made from their name: push, sheet, sheetNoPush
        sensitive: true               # its content is recorded nowhere
      login: {}
      slow: {}
      admin: {}
      help: {}
    """
}
