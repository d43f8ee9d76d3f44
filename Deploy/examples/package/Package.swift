// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "museum",
  dependencies: [
    // Outside of Waykeeper's repository this line becomes: .package(url: "…/waykeeper.git", branch: "main")
    .package(name: "waykeeper", path: "../../..")
  ],
  targets: [
    .executableTarget(name: "museum", dependencies: [.product(name: "Waykeeper", package: "waykeeper")]),
    .testTarget(
      name: "MuseumTests",
      dependencies: [
        "museum", .product(name: "Waykeeper", package: "waykeeper"),
        .product(name: "WaykeeperTesting", package: "waykeeper"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
