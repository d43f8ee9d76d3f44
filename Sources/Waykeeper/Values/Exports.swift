// SPDX-License-Identifier: Apache-2.0

// Users import one module: the values of routes and of the protocol come with it.
@_exported public import Coordination
@_exported public import RouteModel
