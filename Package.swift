// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "waykeeper",
  products: [
    .library(name: "Waykeeper", targets: ["Waykeeper"]),
    .library(name: "WaykeeperTesting", targets: ["WaykeeperTesting"]),
    .executable(name: "waykeeperd", targets: ["waykeeperd"]),
    .executable(name: "way", targets: ["way"]),
  ],
  dependencies: [
    // Flags, help texts and completion scripts of both programs.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // What the daemon measures, for whoever reads metrics.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    // The daemon's log.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Tests only: what protoc makes of the .proto files has to read what the package writes, and write the same.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    // A worker is a service among others in its process: graceful shutdown by signal.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Queues, first in, first out, without moving the rest: the ledger's, the inboxes', a reader's events, a reactor's
    // timers. And a heap, for what a client has to do first.
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Latencies of `way bench`: percentiles of any number of them in a fixed room.
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    // The journal's SQLite.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Configuration and worker files, with the line and column of each node.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // ── the core: pure ──────────────────────────────────────────────────────────────────────────
    .target(name: "CanonicalJSON"),
    .target(name: "RouteModel", dependencies: ["CanonicalJSON"]),
    .target(
      name: "Coordination",
      dependencies: [
        "RouteModel", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(name: "WireProtocol", dependencies: ["Coordination", "RouteModel"]),
    // The one reader of YAML files, for the daemon's configuration and for worker files.
    .target(
      name: "CheckedYAML",
      dependencies: ["Coordination", "RouteModel", "WireProtocol", .product(name: "Yams", package: "Yams")]),
    // ── the world ───────────────────────────────────────────────────────────────────────────────
    .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"]), .brew(["zeromq"])]),
    .target(
      name: "ZeroMQ", dependencies: ["CZeroMQ", .product(name: "DequeModule", package: "swift-collections")]),
    // Calls of the system about processes and threads that Swift cannot make.
    .target(name: "CProcessCalls"),
    // How SQLite writes the log of the journal: a transaction by one call.
    .target(name: "CJournalFile", linkerSettings: [.linkedLibrary("sqlite3")]),
    // The calls by which libzmq accepts, reads, sends and closes: it has no limits of its own. For programs alone, and for tests
    // with a coordinator, not for what users ship: who links it has another `read`, `write` and `close` in the whole process.
    .target(name: "CSocketCalls", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "SocketGate", dependencies: ["CSocketCalls"]),
    // Metrics as Prometheus reads them, at a socket of their own.
    .target(name: "PrometheusMetrics", dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")]),
    .target(
      name: "RouteJournal",
      dependencies: [
        "CJournalFile", "CProcessCalls", "Coordination", "RouteModel", "WireProtocol",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .target(
      name: "CoordinatorService",
      dependencies: [
        "CheckedYAML", "Coordination", "PrometheusMetrics", "RouteJournal", "RouteModel", "SocketGate", "WireProtocol",
        "ZeroMQ", .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "DequeModule", package: "swift-collections"), .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ]),
    // ── what users import ───────────────────────────────────────────────────────────────────────
    .target(
      name: "Waykeeper",
      dependencies: [
        "CanonicalJSON", "Coordination", "RouteModel", "ServiceManager", "StandardStreams", "WireProtocol", "ZeroMQ",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "WaykeeperTesting",
      dependencies: [
        "Coordination", "CoordinatorService", "RouteModel", "Waykeeper", "WireProtocol",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // ── what users run ──────────────────────────────────────────────────────────────────────────
    // Lines to the standard output and error, for both programs.
    .target(name: "StandardStreams"),
    // What both programs do about command lines that the parser does not.
    .target(
      name: "CommandLines",
      dependencies: ["CanonicalJSON", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    // What a process says to systemd, or to another that speaks as it does: for the daemon and for workers.
    .target(name: "ServiceManager"),
    .executableTarget(
      name: "waykeeperd",
      dependencies: [
        "CommandLines", "CoordinatorService", "RouteModel", "ServiceManager", "StandardStreams",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Processes that are started, told and waited for: by `way`, and by the tests.
    .target(name: "ChildProcesses", dependencies: ["CProcessCalls"]),
    // Workers, clients and observers that cost little and measure, for `way bench`.
    .target(
      name: "LoadGenerator",
      dependencies: [
        "Coordination", "RouteModel", "WireProtocol", "ZeroMQ",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .executableTarget(
      name: "way",
      dependencies: [
        "CProcessCalls", "CSocketCalls", "CheckedYAML", "ChildProcesses", "CommandLines", "Coordination",
        "LoadGenerator", "RouteJournal", "RouteModel", "ServiceManager", "StandardStreams", "Waykeeper",
        "WireProtocol", "ZeroMQ",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ]),
    // ── what users copy ─────────────────────────────────────────────────────────────────────────
    // The screen in Swift of the kiosk. A target of this package, so that the tests run it as it is built here.
    .executableTarget(
      name: "tickets", dependencies: ["Waykeeper"], path: "Deploy/examples/kiosk/tickets", exclude: ["window.tcl"]),
    // ── tests ───────────────────────────────────────────────────────────────────────────────────
    // Folders, waits, recorders and random values for every test target.
    .target(name: "TestSupport", dependencies: ["ChildProcesses", "RouteModel"], path: "Tests/TestSupport"),
    // How suites run. Apart from the support, which the benchmarks use: what they link knows nothing of Swift Testing.
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    .testTarget(name: "TestSupportTests", dependencies: ["ChildProcesses", "TestSupport"]),
    .testTarget(name: "RouteModelTests", dependencies: ["RouteModel", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["RouteModel", "TestTraits"], resources: [.copy("Vectors")]),
    .testTarget(
      name: "PrometheusMetricsTests",
      dependencies: ["PrometheusMetrics", .product(name: "CoreMetrics", package: "swift-metrics")]),
    .testTarget(name: "CoordinationTests", dependencies: ["Coordination", "RouteModel", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Coordination", "RouteJournal", "RouteModel", "SimulatedDay", "TestSupport", "TestTraits", "WireProtocol",
      ]),
    .testTarget(
      name: "WireProtocolTests",
      dependencies: [
        "Coordination", "RouteModel", "TestSupport", "TestTraits", "WireProtocol",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ]),
    .testTarget(name: "ZeroMQTests", dependencies: ["ChildProcesses", "TestSupport", "ZeroMQ"]),
    .testTarget(name: "SocketGateTests", dependencies: ["SocketGate", "TestSupport", "ZeroMQ"]),
    .testTarget(
      name: "RouteJournalTests",
      dependencies: [
        "CJournalFile", "Coordination", "RouteJournal", "RouteModel", "TestSupport", "TestTraits",
        .product(name: "GRDB", package: "GRDB.swift"),
      ], resources: [.copy("Files")]),
    .testTarget(
      name: "CoordinatorServiceTests",
      dependencies: [
        "CanonicalJSON", "CheckedYAML", "ChildProcesses", "Coordination", "CoordinatorService", "PrometheusMetrics",
        "RouteJournal", "RouteModel", "SocketGate", "TestSupport", "way", "WireProtocol", "ZeroMQ",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "WaykeeperTests",
      dependencies: [
        "Coordination", "RouteModel", "TestSupport", "Waykeeper", "WaykeeperTesting", "WireProtocol", "ZeroMQ",
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "WayTests",
      dependencies: [
        "ChildProcesses", "CommandLines", "Coordination", "LoadGenerator", "RouteModel", "TestSupport", "way",
        "Waykeeper",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "baseline", "ChildProcesses", "museum", "RouteModel", "ServiceManager", "TestSupport", "tickets", "way",
        "waykeeperd",
        "Waykeeper",
      ],
      exclude: ["Attacks", "Handed", "Stranger"]),
    .testTarget(name: "TidyTests", dependencies: ["TestSupport", "TestTraits"]),
    // The package to begin with, built from what is here. By itself it builds all of this as its dependency.
    .executableTarget(name: "museum", dependencies: ["Waykeeper"], path: "Deploy/examples/package/Sources/museum"),
    .testTarget(
      name: "MuseumTests", dependencies: ["museum", "Waykeeper", "WaykeeperTesting"],
      path: "Deploy/examples/package/Tests/MuseumTests"),
    // Without Foundation, nothing else links the functions that round doubles.
    .executableTarget(
      name: "schema", dependencies: ["CanonicalJSON", "WireProtocol"], path: "Tests/Schema",
      linkerSettings: [.linkedLibrary("m")]),
    // The largest messages of each kind, for the benchmark of what one message costs.
    .target(
      name: "LargestMessages", dependencies: ["Coordination", "RouteModel", "WireProtocol"],
      path: "Tests/LargestMessages"),
    // What a navigation costs the core, for `.ci/counts`.
    .executableTarget(
      name: "corecounts", dependencies: ["Coordination", "RouteModel", "WireProtocol"], path: "Tests/CoreCounts",
      exclude: ["counts.txt", "kinds.py"], linkerSettings: [.linkedLibrary("m")]),
    // Hours of navigations in which no time passes, for what must not grow.
    .target(
      name: "SimulatedDay", dependencies: ["Coordination", "RouteModel", "WireProtocol"], path: "Tests/SimulatedDay"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CProcessCalls", "ChildProcesses", "Coordination", "LargestMessages", "LoadGenerator", "RouteJournal",
        "RouteModel", "SimulatedDay", "TestSupport", "Waykeeper",
      ],
      path: "Tests/Benchmarks", exclude: ["Baseline"]),
    // What `way bench --baseline` compares with. In C, over libzmq alone.
    .executableTarget(
      name: "baseline", path: "Tests/Benchmarks/Baseline", publicHeadersPath: ".",
      linkerSettings: [.linkedLibrary("zmq")]),
  ],
  swiftLanguageModes: [.v6]
)

// One set of rules for every target that holds Swift.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}

// A release is laid out for a coordinator under load: what runs often lies together, the rest apart. Deploy/profile makes the profile
// anew. SwiftPM takes such flags from no package of a certain version that others depend on: those build without the profile.
// So does an older compiler, which may not be able to read what this one wrote.
#if compiler(>=6.3)
  let profile = Context.environment["WAYKEEPER_PROFILE"] ?? "use"
  if profile != "none", !Context.packageDirectory.contains("/checkouts/") {
    let flag =
      profile == "make"
      ? "-ir-profile-generate=waykeeper.profraw" : "-ir-profile-use=\(Context.packageDirectory)/Deploy/release.profdata"
    for target in package.targets where [.regular, .executable].contains(target.type) {
      target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", flag], .when(configuration: .release)))
    }
  }
#endif
