// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// Shows both screens. `draw` is told what a window would show.
func museum(
  at location: CoordinatorLocation = .automatic, draw: @escaping @Sendable (String) -> Void
) -> ScreenWorker {
  ScreenWorker("museum", version: "1.0", location: location) {
    Hosts(Home.self) { screen in
      draw("Welcome to the museum")
      screen.didAppear()
    }
    .onShow("exhibit") { ask, _ in .push(Exhibit(id: try ask.context(as: Exhibit.self).id)) }

    Hosts(Exhibit.self) { screen in
      draw(screen.content.caption)
      screen.didAppear()
      for await exhibit in screen.contents { draw(exhibit.caption) }
    }
    .onShow("help") { _, _ in .present(AnyScreen("help")) }
    .guarding { _, screen in screen.content.note == nil ? .allow : .deny("the note is not sent") }

    InstallsRoot("home")
    Declares(MuseumTree())
    Matches(schemes: ["museum"], ["exhibit/{id:int}": "home/exhibit?id={id}"])
  }
}
