// SPDX-License-Identifier: Apache-2.0
//
// What the examples of the engine's modules take for granted; see .ci/examples.

import CoordinatorService
import Logging

let configuration = Configuration()
let logger = Logger(label: "examples")
let header: [UInt8] = []
let body: [UInt8] = []
let (listener, descriptor): (Int32, Int32) = (-1, -1)
