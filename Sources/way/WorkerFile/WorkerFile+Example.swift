// SPDX-License-Identifier: Apache-2.0

extension WorkerFile {
  /// A file with everything that one can say, and what it means.
  static let example = """
    # Run it: way worker kiosk.worker.yaml     What it means: … --check
    worker: kiosk                     # one process has it at a time
    version: "1.4"                    # for people
    scenes: [main]                    # as if left out; "*" for all
    root: [home]                      # what it installs as the root of a scene

    screens:
      home:
        handles:                      # the most exact key wins
          show list: push             # or present: the one asked for
          show map: { present: "map?floor=1" }  # or another one
          show slow: { after: 2s, working: 3s, then: push }   # asks for time
          show admin: { redirect: show login, within: 30s, then: push }
          show *: declined            # also: done, fail, hang, crash
          change map: push            # in place of what it has shown
          to child list: complete     # a step of a drive; also to parent, to self
          to child map: { push: map, merge: true }    # with the input's share
      list:
        handles:
          hide list: pop              # what was pushed; also popToRoot, popTo
                                      #   home; a sheet: dismiss hard, … soft
        guard: { deny: not yet }      # may it leave? allow, hang, redirect…
        unanswered: allow             # what its silence means: allow, deny
        back: declined                # Back while it is on top: handled, declined
        on-death: { fallback: sorry } # when this process dies: keep, pop (not
                                      #   the first of a path or branch), or
                                      #   a screen that another worker hosts
        appears: { after: 50ms }      # when it says that it has appeared, or never
      map:
        prepares: allow               # is asked before it comes
        standing: { show help: push } # an answer known beforehand: nobody is asked
        presentation: sheet           # made from its name: push, sheetNoPush
        instance: single-top          # shown again: same element; single: once
        sensitive: true               # its content is told to nobody else
      login: { instance: single }     # what a redirect leads to may show already
      main:                           # a container: of tabs one branch shows
        tabs: { floor: home, shop: list, dock: help }
        selected: floor               # the first one, if left out
        always-shown: [dock]          # shows beside the selected one
        keeps-selection: true         # what comes in the dock selects nothing
      hall:                           # of a split all branches show
        split: { list: item, detail: }
      slow: {}
      admin: {}
      vault: {}
      help: {}
      item: {}

    tree:                             # which screens may follow which (way tree)
      screen: home                    # nodes: screen, anyOf (a list), if,
      route: home                     #   wildcard, dynamic, remote, onDismiss
      onAppear: ready                 # this word is printed when it appears
      nesting:                        # the first that builds a screen counts
        - { screen: list, route: { id: list, takes: [filter] } }
        - { screen: map, route: { id: map, requires: [floor] } }
        - { screen: gallery, virtual: true, nesting: item }   # needs no host
        - { if: admin, then: admin, else: { remote: shop } }  # another's part
        - { dynamic: allow, then: slow, else: login }         # declined: else
        - if: vault                   # a gate. A `dynamic` is asked about every
          then:                       #   screen that comes to it: without `if`
            dynamic: { redirect: show login, within: 30s }    # the login too
            then: vault
        - { onDismiss: over, of: item, tree: { anyOf: [item, login] } }
        - { wildcard: help, tree: help }      # any other one, as help
    parts:
      tools: [ admin, slow ]          # what others name by { remote: tools }
    links:                            # which URLs lead where (way open)
      schemes: [museum]
      patterns:
        - { url: "map/{floor:int}", path: "home/map?floor={floor}" }
        - { url: "item/{id:int}", destination: item }
      parses: { url: today, path: home/list }   # read when it is asked
    destinations:                     # where to arrive, from anywhere (way route)
      item:                           # each line is what the one above comes from
        - { find: item, same: content, make: item, action: push }
        - { find: list }              # found, or there once main is made
        - { find: main, make: main, action: replace-root }
      guided:                         # with what else a step can say
        whileMoving: abort            # while screens come into view: wait, abort
        context: object               # what it has to be given
        steps:
          - { find: item, in: [current, visible], start: root, presented: true,
              make: item, action: push, context: object,
              interceptors: [login], contextTasks: [fill], postTasks: [seen] }
          - adapt: { asked: other }   # another context from there on
          - switch:                   # the first case that holds
              - { asked: open, then: [{ from: item }] }
              - { found: { find: home }, then: [{ custom: { find: home } }] }
            default: [root]           # also: current, none
    tasks:                            # what destinations name
      finder: { mine: declined }      # is it this element? allow, declined
      condition: { open: allow }      # is it this case? allow, declined
      conversion: { other: { value: { zoom: 2 } } }   # the context from there on
      factory: { new: { make: "item?id=1" } }         # the screen that is made
      action: { put: { edit: [go item on home] } }    # how it comes to the route
      interceptor: { login: { redirect: show login, within: 30s } }
      contextTask: { fill: { value: { zoom: 1 } } }
      postTask: [seen]                # told, when it has arrived
    """
}
