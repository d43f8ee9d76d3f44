// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The example app of RouteComposer as four processes: tabs, a shop, a split of cities, and an account to log in to.
enum CityApp {
  static let app = """
    worker: app
    screens:
      main: { tabs: { circle: circle, square: square } }
      circle: {}
      square: {}
      star: {}
      color: {}
      support: { presentation: sheet }
    destinations:
      circle: [ { find: circle }, { find: main, make: main, action: replace-root } ]
      square: [ { find: square }, { find: main, make: main, action: replace-root } ]
      star:
        - { find: star, make: star, action: add-tab }
        - { find: main, make: main, action: replace-root }
      color: [ { find: color, make: color, action: present, contextTasks: [{ set: content }] } ]
    """

  /// `GUARD`, `SHOWS`, `FILL` and `COMES` stand for reactions.
  static let shop = """
    worker: shop
    screens:
      product: { guard: GUARD, prepares: COMES }
      wishlist: {}
    destinations:
      product:
        - find: product
          same: content
          make: product
          action: push
          postTasks: [seen]
        - { find: circle, in: [current, contained, presented, presenting] }
        - { find: main, make: main, action: replace-root }
      shown:
        - { find: { asked: shows, of: product }, make: { screen: product }, action: push, contextTasks: [fill] }
        - { find: circle }
        - { find: main, make: main, action: replace-root }
      wishlist:
        - { find: wishlist, make: wishlist, action: present, interceptors: [login] }
    tasks:
      finder: { shows: SHOWS }
      contextTask: { fill: FILL }
      postTask: [seen]
    links:
      patterns: [ { url: "product/{id:int}", destination: product } ]
    """

  static let cities = """
    worker: cities
    screens:
      cities: { split: { master: list, detail: } }
      list: {}
      city: {}
    destinations:
      city:
        - { find: city, same: content, make: city, action: push-to-details }
        - { find: cities, make: cities, action: replace-root }
    """

  static let account = """
    worker: account
    screens:
      login: { presentation: sheet }
    tasks:
      interceptor: { login: LOGIN }
    """

  /// Starts all four, by name.
  static func start(
    on stage: Stage, guard leaves: String = "allow", comes: String = "allow", shows: String = "declined",
    fill: String = "{ value: { id: 1 } }", login: String = "allow"
  ) async throws -> [String: Program] {
    let shop = shop.replacing("GUARD", with: leaves).replacing("COMES", with: comes)
      .replacing("SHOWS", with: shows).replacing("FILL", with: fill)
    var programs: [String: Program] = [:]
    let files = [
      ("app", app), ("shop", shop), ("cities", cities), ("account", account.replacing("LOGIN", with: login)),
    ]
    for (name, yaml) in files { programs[name] = try await stage.startWorker(name, yaml) }
    return programs
  }
}
