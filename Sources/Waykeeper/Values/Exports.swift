// SPDX-License-Identifier: Apache-2.0

// `import Waykeeper` is enough: the values of its API come with it, symbol by symbol, so that the engine behind them stays
// out of sight. A type stands here when a signature or a property of the API needs it. `Protocols/symbols` shows what
// users see; `Tests/WaykeeperTests/PublicSymbolsTests.swift` compares it and says how to rewrite it.

// The one JSON.
@_exported public import enum CanonicalJSON.JSONValue

// Coordination: commands.
@_exported public import struct Coordination.Asked
@_exported public import struct Coordination.BuildStep
@_exported public import struct Coordination.Command
@_exported public import struct Coordination.CommandID
@_exported public import enum Coordination.Completion
@_exported public import enum Coordination.Contention
@_exported public import typealias Coordination.Epoch
@_exported public import enum Coordination.Expectation
@_exported public import struct Coordination.Origin
@_exported public import struct Coordination.Outcome
@_exported public import struct Coordination.ProtocolError
@_exported public import typealias Coordination.Revision
@_exported public import struct Coordination.Status

// Coordination: what observers see.
@_exported public import struct Coordination.Cause
@_exported public import struct Coordination.Host
@_exported public import struct Coordination.PlacedPath
@_exported public import enum Coordination.Presence
@_exported public import struct Coordination.SceneState
@_exported public import struct Coordination.Update

// Coordination: workers.
@_exported public import enum Coordination.Answer
@_exported public import struct Coordination.Arrival
@_exported public import struct Coordination.Ask
@_exported public import struct Coordination.Routable
@_exported public import struct Coordination.WorkerState

// Coordination: reports.
@_exported public import struct Coordination.CoordinatorStatus
@_exported public import struct Coordination.PastCommand
@_exported public import struct Coordination.RouteReport
@_exported public import struct Coordination.SceneStatus
@_exported public import struct Coordination.WorkerStatus

// RouteModel: names.
@_exported public import struct RouteModel.Name
@_exported public import typealias RouteModel.BranchName
@_exported public import typealias RouteModel.DestinationName
@_exported public import typealias RouteModel.PartName
@_exported public import typealias RouteModel.RouteID
@_exported public import typealias RouteModel.SceneName
@_exported public import typealias RouteModel.ScreenName
@_exported public import typealias RouteModel.TaskName
@_exported public import typealias RouteModel.WorkerName

// RouteModel: routes.
@_exported public import struct RouteModel.AnyScreen
@_exported public import struct RouteModel.Branches
@_exported public import struct RouteModel.DeclaredBranches
@_exported public import struct RouteModel.Element
@_exported public import struct RouteModel.ElementID
@_exported public import struct RouteModel.Path
@_exported public import enum RouteModel.Presentation
@_exported public import struct RouteModel.SubTree

// RouteModel: verbs.
@_exported public import struct RouteModel.Drive
@_exported public import enum RouteModel.NavigatorVerb
@_exported public import struct RouteModel.PathItem
@_exported public import enum RouteModel.Target
@_exported public import enum RouteModel.Verb

// RouteModel: reasons.
@_exported public import enum RouteModel.RejectedReason
@_exported public import enum RouteModel.UnchangedReason

// RouteModel: asks.
@_exported public import struct RouteModel.RequestPattern

// RouteModel: trees and links.
@_exported public import struct RouteModel.DeepLink
@_exported public import enum RouteModel.TreeNode

// RouteModel: destinations.
@_exported public import struct RouteModel.Destination
