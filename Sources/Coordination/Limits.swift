// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The fixed numbers of the specification's table of constants.
package enum Limits {
  /// Commands that wait in a scene's queue.
  package static let queueMax = 80
  /// Of those, kept for commands from inside asks.
  package static let queueReserved = 4
  /// Of those, for one client.
  package static let queuePerClientMax = 16
  /// Death policies, and links that are read again, that begin in one turn; others follow in the next ones.
  package static let ownWorkPerTurn = 32
  /// Different screens that could not be shown in an element, one after another, until it is dismissed.
  package static let fallenMax = 16
  /// As many of those a path takes that is built anew because the tree has changed: it may try ``PathBuild/triedMax`` nodes.
  package static let rebuildWork = 8
  /// Parked commands of a scene.
  package static let parkedMax = 20
  /// Commits of a scene whose telling waits for appearances.
  package static let appearancesMax = 64
  /// Links of a scene that wait for workers.
  package static let linksMax = 20
  /// Peers that wait for one outcome.
  package static let attachedMax = 4
  /// Scenes.
  package static let scenesMax = 256
  /// Workers.
  package static let workersMax = 1024
  /// How long a worker is silent until its name is given back, in ms.
  package static let silentWorkerMs: Int64 = 600_000
  /// Screens of one worker.
  package static let routablesMax = 256
  /// Sensitive screens, each once for each worker that keeps it, also of workers that are gone.
  package static let sensitiveMax = 4096
  /// Commands that a status lists because they did not end as asked.
  package static let latelyMax = 8
  /// Retired incarnations remembered for each worker name.
  package static let retiredMax = 8
  /// How often a live process may lose a name within ``contestMs`` before nobody may take it over any more.
  package static let lossesMax = 5
  /// How long a lost name is remembered, in ms.
  package static let contestMs: Double = 60_000
  /// Deaths of a worker that are remembered, at most.
  package static let crashLoopDeathsMax = 100
  /// How long a quarantined worker counts as there after its last HELLO, in ms.
  package static let knockMs: Double = 30_000
  /// Causes before a command.
  package static let depthMax = 8
  /// Of what all users share, one user may hold so many parts of what the others leave, and leaves one.
  package static let shareParts = 4
  /// Outcomes remembered for retries, of all users.
  package static let windowMax = 125_000
  /// What these outcomes hold besides the fixed part of each, of all users, in bytes.
  package static let windowBytesMax = 64 * 1024 * 1024
  /// Outcomes of the coordinator's own commands that are remembered.
  package static let ownOutcomesMax = 1024
  /// How long an outcome is promised to be remembered, in ms.
  package static let windowMs: Int64 = 600_000
  /// Verdicts remembered for workers that reconnect.
  package static let usedTokensMax = 1024
  /// Asks of one command.
  package static let asksMax = 256
  /// Ids of elements that the journal reserves at a time, so that those of drafts cost no writes.
  package static let idBlock: UInt64 = 64
  /// Encoded content of one screen, in bytes.
  package static let contentBytesMax = 16 * 1024
  /// A verb as people write it, in bytes.
  package static let verbTextBytesMax = 1024
  /// An encoded route, in bytes.
  package static let routeBytesMax = 256 * 1024
  /// A frame that the coordinator takes, in bytes.
  package static let frameBytesMax = 512 * 1024
  /// The longest deadline that a command may ask for, in ms.
  package static let deadlineMsMax: Int64 = 86_400_000
  /// Silence of a session after which a PING, which each beat sends, once in ``keepaliveMs``, counts as missed, in ms.
  package static let pingSilenceMs: Int64 = 500
  /// How long a worker that says that it is behind is not told the same state again, in ms.
  package static let repairMs: Int64 = 500
  /// Missed pings until a session is suspect.
  package static let missesSuspect = 3
  /// Missed pings until a session is over.
  package static let missesOver = 10
  /// How long the holder of a name has to answer when another process of its user wants it, in ms.
  package static let challengeMs: Int64 = 500
  /// Time between two messages of a worker that somebody does something in a scene, in ms.
  package static let activityMs: Int64 = 1000
  /// The shortest time after which a rule for scenes in which nobody does anything counts, in ms.
  package static let idleMsMin: Int64 = 1000
  /// Silence after which a worker makes a new connection, in ms.
  package static let workerSilenceMs: Int64 = 3000
  /// Silence after which a worker asks by PONG whether the coordinator still knows it, in ms: well within the grace after
  /// a start.
  package static let workerQuestionMs: Int64 = 1500
  /// Time until it asks again, in ms.
  package static let workerQuestionAgainMs: Int64 = 500
  /// Idle time of a scene before a keepalive, in ms.
  package static let keepaliveMs: Int64 = 1000
  /// Time between two keepalives that only say that workers came or went, in ms: many that come at once are told together.
  package static let workerNewsMs: Int64 = 20
  /// A stall of the loop above which deadlines move by it, in ms.
  package static let stallMs: Int64 = 500
  /// Items of a list, or entries of a table, that has no other limit.
  package static let listMax = 256
  /// A text that has no other limit, in bytes.
  package static let textBytesMax = 1024
  /// A path in path syntax inside a message, in bytes.
  package static let pathTextBytesMax = 64 * 1024
  /// What a command carries for its asks: its context, and the input of a drive, encoded, in bytes.
  package static let inputBytesMax = 16 * 1024
  /// Screens of the paths of one message, those of branches counted.
  package static let messageScreensMax = 4096
  /// Commits, asks and steps that an outcome lists.
  package static let outcomeListMax = 1024
  /// Members of a drive's input that a route requires, and that it takes.
  package static let routeKeysMax = 64
  /// Requests that the screens of all workers handle, or have standing answers to, together.
  package static let registeredRequestsMax = 262_144
  /// Nodes of the trees of all workers together.
  package static let treesNodesMax = 50_000
  /// Nodes that are read to compose the trees of all scenes that a registration concerns.
  package static let treeStepsMax = 200_000
  /// Parts of a circle that its refusal names.
  package static let circleNamesMax = 16
  /// The longest note that the protocol carries, in bytes: messages, codes and reasons that people wrote.
  package static let noteBytesMax = 1024
  /// The shortest ending by which a command is looked up, in bytes.
  package static let endingBytesMin = 4
  /// The path of a scene in a report; elements behind so many bytes are left out.
  package static let reportPathBytesMax = 4096
  /// Objects of a report.
  package static let reportObjectsMax = 4096
  /// The most destinations of one worker, or of the configuration.
  package static let destinationsMax = 256
  /// The steps, cases, finders and factories of the destinations of all workers together.
  package static let destinationsSizeMax = 20_000
  /// The most tasks for destinations of one worker, of all kinds together.
  package static let tasksMax = 256
}
