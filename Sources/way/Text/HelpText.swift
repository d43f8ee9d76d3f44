// SPDX-License-Identifier: Apache-2.0

/// The help that the parser cannot lay out.
enum HelpText {
  /// `way --help`
  static let top = """
    Waykeeper keeps one route for many processes. `way` looks at it and drives it.

    USAGE  way [--scene NAME] [--format text|json] [--timeout 5s] [--runtime-dir DIR] [COMMAND]
           way                         same as `way status`

    LOOK
      status                           the coordinator, and the path with its hosts [--watch]
      path                             the route, root first
      watch                            every change, until interrupted        [--since REV|WHEN] [--no-follow]
      history                          past commands and how they ended       [-n 20] [--since REV|WHEN] [--failed]
      why [@ID|COMMAND|REVISION]       why this screen is here, or is not     [--at WHEN] [--journal FILE]
      journal verify|export|replay …   is the past sound; as lines; any of it again   [FILE] [--at REV]
      workers, scenes                  the registered workers; the scenes with routes
      tree                             which screens may follow which, by which worker
      plan                             the routes that drives walk on, and the position
      destinations                     what `way route` leads to, and what is missing
      resolve URL | SCREEN…            where it would lead; nothing changes   [--drive ROUTE]
      outcome COMMAND                  how a command ended, also after a crash
      wait SCREEN | PATH               until it shows                         [--appeared]
      wait --workers A,B               until they are registered; --coordinator: until one answers

    GO
      back                             ask the top screen, else pop or dismiss
      show NAME…, hide NAME            ask the screens, topmost first         (Tempura)
      start NAME                       install a root screen                  (Tempura)
      go SCREEN… --on TARGET           put screens on top of TARGET           (Composable Navigator)
      replace PATH                     the whole path at once
      open URL                         follow a deep link
      drive-to ROUTE, drive-sub ROUTE  walk the plan, step by step            (QRoute)
      drive-parent                     one step up in it                      (QRoute)
      route DESTINATION                to it from anywhere, find or make      (RouteComposer)
      select BRANCH --in TARGET        show a tab, or give focus in a split

    MORE VERBS                         `way help verbs` says which one you want
      navigate  go-back  dismiss  dismiss-successor  replace-content  replace-screen  appeared
      insert-branch  remove-branch  replace-branches

    COMMANDS UNDER WAY
      cancel COMMAND                   withdraw one that has not ended
      resume COMMAND                   let a parked one go on
      active                           a person is there: no idle path for now

    TRY AND BUILD
      demo                             a tour, ends by itself                 [--keep]
      sandbox -- COMMAND…              COMMAND with a coordinator of its own  [--config FILE] [--keep]
      worker FILE.yaml | -- PROGRAM    a screen from a file, or any program as one
      run FILE|-                       JSON lines in, one outcome a line out
      bench                            load on a coordinator, and its figures [--live] [--journal full]

    SCREEN  home   exhibit?id=7   sheet:help   exhibit:{"id":7}       PATH  home/list/exhibit?id=7
            sheet!:help: a sheet on which no screen is pushed
    TARGET  @3  or a SCREEN                                           TIME  500ms  3s  10m  12h  90d
    WHEN    5m (ago)   10:31   2026-11-22T10:31   2026-11-22T10:31:05+01:00
    EXIT    0 the route is as asked   2 usage   3 not as asked   4 no coordinator   5 unknown, see `way outcome`   6 full
    FOUND   in --runtime-dir, else $WAYKEEPER_RUNTIME_DIR, else $XDG_RUNTIME_DIR/waykeeper, /run/waykeeper,
            $TMPDIR/waykeeper-UID

    `way COMMAND --help` tells the rest; `way --generate-completion-script bash|zsh|fish` prints what your shell wants.
    """

  /// `way help verbs`
  static let verbs = """
    WHICH VERB?

    You know the names, the screens know how            they are asked, and the first that handles decides
      show list                        bring list
      hide list                        take list away, and what is above it   [--atomic: list alone]
      navigate home list exhibit       hide and show whatever leads there
      start home                       begin with this root screen
      back                             what a Back key does

    You know the path                                   no handler is asked; dynamic nodes, guards and hosts are
      go exhibit?id=7 --on home        on top of home; what was above it goes
      go list exhibit?id=7 --on home   the same with several; those that are there stay as they are
      go-back home                     drop all above home
      dismiss @3                       drop element 3 and all above it
      dismiss-successor @3             drop all above element 3, without bringing it into view
      replace home/list                the whole path; what is the same from the root on stays as it is

    You know a URL                                      whoever reads it first says the path
      open museum://exhibit/7          as replace; soon after a start it waits for workers

    You know the route of the plan                      the screen that each step starts from takes it, or ends the walk
      drive-to exhibit --input '{"id":7}'   the nearest way: up, down, or up and down again
      drive-sub help                   the part of the plan from there, on top of where one is
      drive-parent                     one step up; out of a sub-tree where it began
                                       [--from @3|SCREEN] [--input JSON] [--transactional]

    You know where to arrive                            what is there is found, what is missing is made, in one commit
      route product --context '{"id":7}'    [--dry-run]
      back --to-presenter              to what the top sheet covers

    A container shows another branch                    the other branches keep what they hold
      select shop --in main
      insert-branch map --in @0 --at 1      remove-branch shop --in @0
      replace-branches 'floor=home,*shop=shelves' --in @0

    A screen shows something else                       its element stays, and so does what is above it
      replace-content @3 exhibit?id=8
      replace-screen exhibit?id=7 exhibit?id=8

    Nobody hosts a screen, but you know that it shows
      appeared @3

    EVERY VERB TAKES
      --expecting 8412 | @3            only if nothing happened since: two fast taps navigate once
      --if-busy queue|supersede|reject
      --until committed|appeared       when to tell
      --deadline 3s  --because TEXT  --skip-guards  --stepwise  --animated  --context JSON
    """
}
