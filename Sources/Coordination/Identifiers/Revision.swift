// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Counts the commits of a scene; never reset.
public typealias Revision = UInt64

/// Numbers the coordinator's starts: it only grows, not by one (µs of the wall clock, or one more than the last).
public typealias Epoch = UInt64
