// SPDX-License-Identifier: Apache-2.0

extension Sandbox {
  /// Lets the coordinator's time pass without waiting for it: its deadlines come as if so much time had gone by. Returns when
  /// all is done that was due in it.
  ///
  /// ```swift
  /// try await Sandbox.run(holdsTime: true) { sandbox in
  ///   let shop = ScriptedWorker("shop", showing: "product", at: sandbox.location) { ask in
  ///     ask.question == .leave ? try await .silence : nil
  ///   }
  ///   try await sandbox.run(shop.worker) {
  ///     try await sandbox.navigator.replace(path: Home(), AnyScreen("product"))
  ///     _ = try await sandbox.navigator.queue(.back)           // its guard is asked, and says nothing
  ///     await sandbox.advance(by: .seconds(1))                 // the deadline of guards
  ///     try await sandbox.expectPath("home")
  ///   }
  /// }
  /// ```
  ///
  /// The deadlines of asks, commands, parked commands, missing hosts and death policies pass so. The processes around have
  /// no time in it: nobody counts as silent, and whoever is asked on the way cannot answer before it is over. So let the time
  /// of one deadline pass, and expect what it leads to.
  public func advance(by time: Duration) async {
    let (seconds, attoseconds) = time.components
    let most: Int64 = 366 * 86_400
    let clamped = min(max(seconds, -most), most)
    await host.advance(microseconds: clamped * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
}
