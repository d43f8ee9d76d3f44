// SPDX-License-Identifier: Apache-2.0

import CanonicalJSON
import WireProtocol

@testable import Coordination
@testable import RouteModel

/// What the core waits for, and how much it keeps.
extension Constants {
  static let times: [Row] = [
    ("ask", time(Settings().askMs)),
    ("guard", time(Settings().guardMs)),
    (
      "command, admission to outcome", "\(time(Settings().transitionMs)), at most \(Limits.deadlineMsMax / 3_600_000) h"
    ),
    ("wait for a missing host", "\(Settings().hostWaitMs)"),
    ("the same for start paths and links, their deadline too", time(Settings().startHostWaitMs)),
    ("the longest that an ask takes, WORKING included", time(Settings().workingMaxMs)),
    ("parked", time(Settings().parkedMs)),
    ("after a death, until its policies", time(Settings().afterDeathMs)),
    ("grace after a start: how long commands wait for workers that were there", time(Settings().restartGraceMs)),
    ("after a start, how long the death policies of workers that stay away wait", time(Settings().hostReturnMs)),
    ("a stall that moves deadlines", time(Limits.stallMs)),
    (
      "the shortest time after which an idle rule counts; between two ACTIVEs of a worker for a scene",
      "\(time(Limits.idleMsMin)), \(time(Limits.activityMs))"
    ),
    ("retry of a client", "\(time(ClientSession.retryMs)), doubling"),
  ]

  static let sessions: [Row] = [
    (
      "deaths of a worker until it is quarantined",
      Settings().crashLoop.map { "\($0.deaths) within \(time($0.withinMs))" } ?? "off"
    ),
    ("silence after which a worker is forgotten", "\(Limits.silentWorkerMs / 60_000) min"),
    ("retired incarnations of a name", "\(Limits.retiredMax)"),
    (
      "losses of a name by live processes, until nobody may take it over",
      "\(Limits.lossesMax) within \(time(Int(Limits.contestMs)))"
    ),
    ("holder of a worker name, to answer when another process wants it", time(Limits.challengeMs)),
    (
      "ping",
      "each \(time(Limits.keepaliveMs)); missed after a silence of \(time(Limits.pingSilenceMs)); "
        + "suspect after \(Limits.missesSuspect), over after \(Limits.missesOver)"
    ),
    ("a state that is told again because a PONG is behind", "at most each \(time(Limits.repairMs))"),
    (
      "worker's question after silence",
      "\(Double(Limits.workerQuestionMs) / 1000) s, again each \(time(Limits.workerQuestionAgainMs))"
    ),
    ("worker's silence timer", time(Limits.workerSilenceMs)),
    ("keepalive", time(Limits.keepaliveMs)),
    ("between two keepalives that only tell of workers", time(Limits.workerNewsMs)),
    (
      "observer's silence timer, resubscription",
      "\(time(ObserverView.silenceMs)), after \(ObserverView.resubscribeMs.lowerBound) to "
        + time(ObserverView.resubscribeMs.upperBound)
    ),
  ]

  static let scenes: [Row] = [
    ("one user's share of what the others leave", "\(Limits.shareParts)/\(Limits.shareParts + 1)"),
    (
      "commands that wait in a scene",
      "\(Limits.queueMax), of these \(Limits.queueReserved) for commands from inside asks"
    ),
    ("of one client in a scene", "\(Limits.queuePerClientMax)"),
    ("parked in a scene", "\(Limits.parkedMax)"),
    (
      "death policies, and links read again, without a look at other messages; of paths built anew each counts as",
      "\(Limits.ownWorkPerTurn); \(Limits.rebuildWork)"
    ),
    ("links that wait in a scene", "\(Limits.linksMax)"),
    (
      "different screens that could not be shown in an element, one after another, until it is dismissed",
      "\(Limits.fallenMax)"
    ),
    ("commits of a scene whose telling waits", "\(Limits.appearancesMax)"),
    ("causes before a command", "\(Limits.depthMax)"),
    ("asks of one command", grouped(Limits.asksMax)),
    ("elements of a route", "\(Route.elementsMax)"),
    ("ids of elements that the journal reserves at a time", "\(Limits.idBlock)"),
    ("branches of a container", "\(DeclaredBranches.branchesMax)"),
    ("peers that wait for one outcome", "\(Limits.attachedMax)"),
  ]

  static let many: [Row] = [
    (
      "scenes, workers, screens of a worker",
      "\(Limits.scenesMax), \(grouped(Limits.workersMax)), \(Limits.routablesMax)"
    ),
    ("commands that a status lists because they did not end as asked", "\(Limits.latelyMax)"),
    ("sensitive screens, each for each worker that keeps it, shared", grouped(Limits.sensitiveMax)),
    ("outcomes remembered", "\(grouped(Limits.windowMax)), for \(Limits.windowMs / 60_000) min"),
    ("what these hold besides a fixed part", octets(Limits.windowBytesMax)),
    ("outcomes of the coordinator's own commands", grouped(Limits.ownOutcomesMax)),
    (
      "the shortest ending of a command id; ids with one ending that are told apart",
      "\(octets(Limits.endingBytesMin)); \(EndingIndex.bucketMax)"
    ),
    (
      "in a status: a path, a version, screens of all workers, ids of parked commands of all scenes, "
        + "a verb or a request of what is under way, the verbs of all scenes, commands of a scene that do not run, those of all",
      "\(octets(StatusShare.pathMax)), \(octets(StatusShare.versionMax)), \(grouped(StatusShare.screensMax)), "
        + "\(grouped(StatusShare.parkedMax)), \(octets(StatusShare.underWayMax)), \(octets(StatusShare.underWayTotal)), "
        + "\(StatusShare.heldMax), \(StatusShare.heldTotal)"
    ),
  ]

  static let trees: [Row] = [
    (
      "a tree: nodes of a worker, nodes in each other, letters of a key",
      "\(grouped(TreeNode.nodesMax)), \(TreeNode.depthMax), \(TreeKey.lengthMax)"
    ),
    (
      "requests that the screens of all workers handle or have standing answers to, shared",
      grouped(Limits.registeredRequestsMax)
    ),
    (
      "nodes of the trees of all workers; in each other, those of parts in parts counted",
      "\(grouped(Limits.treesNodesMax)); \(PlanReader.depthMax)"
    ),
    (
      "nodes that are read to compose the trees of all scenes of a registration, once for scenes with the same workers",
      grouped(Limits.treeStepsMax)
    ),
    ("nodes that are tried to build one path", grouped(PathBuild.triedMax)),
    (
      "members of a drive's input that a route requires, that it takes",
      "\(Limits.routeKeysMax), \(Limits.routeKeysMax)"
    ),
    (
      "names that a refusal lists as allowed, as missing",
      "\(TreeComposition.allowedMax), \(TreeComposition.allowedMax)"
    ),
    ("patterns and schemes of one reader of links", "\(LinkReading.patternsMax), \(LinkReading.schemesMax)"),
    (
      "a URL: octets, components, parts of the query",
      "\(grouped(DeepLink.bytesMax)), \(DeepLink.componentsMax), \(DeepLink.itemsMax)"
    ),
    ("destinations of a worker, tasks of a worker", "\(Limits.destinationsMax), \(Limits.tasksMax)"),
    ("steps, cases, finders and factories of the destinations of all workers", grouped(Limits.destinationsSizeMax)),
    (
      "steps of a chain, questions of one way to a destination",
      "\(Destination.stepsMax), \(DestinationPlan.asksMax)"
    ),
    (
      "parts of the destinations of one message, tasks of one kind of a step",
      "\(grouped(Destination.partsMax)), \(Destination.ScreenStep.tasksMax)"
    ),
    (
      "factories, and choices, in each other; finders that begin at another's find",
      "\(Destination.Factory.depthMax); \(Destination.Finder.depthMax)"
    ),
    ("a word that a suggestion is looked for", octets(Spelling.bytesMax)),
  ]
}
