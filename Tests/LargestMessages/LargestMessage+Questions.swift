// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

extension LargestMessage {
  static let questions: [LargestMessage] =
    [
      LargestMessage("QUERY, an ending that many share", .query(Query(id: "9-alike")), .json),
      LargestMessage("QUERY, an unknown ending", .query(Query(id: "nobody")), .json),
      LargestMessage("QUERY, sealing", .query(Query(id: "sealed-now", seal: true)), .json),
      LargestMessage("CANCEL, unseen", .cancel(Cancel(id: Names.command("cancelled-now"))), .json),
      LargestMessage(
        "RESUME, not parked", .resume(Resume(id: Names.command("resume"), target: Names.command("x1-alike"))), .json),
      LargestMessage(
        "SNAPSHOT?, one scene 256 times",
        .snapshotRequest(SnapshotRequest(scenes: Array(repeating: "main", count: 256))), .json),
    ]
    + Encoding.allCases.flatMap { encoding in
      [
        LargestMessage("SNAPSHOT?, all scenes", .snapshotRequest(SnapshotRequest()), encoding, isRefused: true),
        LargestMessage("INSPECT status", .inspect(Inspect(.status)), encoding),
        LargestMessage("INSPECT workers", .inspect(Inspect(.workers)), encoding),
        LargestMessage("INSPECT scenes", .inspect(Inspect(.scenes)), encoding),
        LargestMessage("INSPECT tree", .inspect(Inspect(.tree)), encoding),
        LargestMessage("INSPECT plan", .inspect(Inspect(.plan)), encoding),
        LargestMessage("ACTIVE", .active(Active()), encoding),
      ]
    }

  static let answers: [LargestMessage] = Encoding.allCases.flatMap { encoding in
    let token = Ask.Token(epoch: 1, number: 1)
    let tokens = (0..<Limits.usedTokensMax).map { Ask.Token(epoch: 1, number: UInt64($0)) }
    let applied = Dictionary(
      uniqueKeysWithValues: (0..<256).map { (Names.scene($0), Applied(epoch: 1, revision: 1)) })
    let edits = (0..<256).map { number in
      NavigatorVerb.go(to: PathItem(AnyScreen(Names.screen(number), content: content(900))), on: .asked)
    }
    let messages: [(String, Message)] = [
      ("ANSWER edit, 256 verbs", .answer(AnswerMessage(token: token, answer: .instruction(.edit(edits))))),
      (
        "ANSWER tree, 9 000 nodes",
        .answer(AnswerMessage(token: token, answer: .tree(.anyOf((0..<8999).map { .screen(Names.screen($0)) }))))
      ),
      (
        "ANSWER path, 256 screens",
        .answer(
          AnswerMessage(
            token: token, answer: .path((0..<256).map { PathItem(AnyScreen(Names.screen($0), content: content(900))) }))
        )
      ),
      (
        "ANSWER deny, 400 KiB",
        .answer(AnswerMessage(token: token, answer: .deny(code: nil, message: String(repeating: "é", count: 200_000))))
      ),
      ("WORKING", .working(Working(token: token, ms: .max))),
      ("ABANDONED", .abandoned(Abandoned(token: token))),
      ("APPEARED, 256 elements", .appeared(Appeared(scene: "main", elements: (0..<256).map { ElementID($0) }))),
      ("CANNOTSHOW", .cannotShow(CannotShow(scene: "main", element: .root))),
      ("PONG, 256 scenes and 1 024 tokens", .pong(Pong(applied: applied, unsettled: tokens))),
    ]
    return messages.map { LargestMessage($0.0, $0.1, encoding, isOfWorker: true) }
  }
}
