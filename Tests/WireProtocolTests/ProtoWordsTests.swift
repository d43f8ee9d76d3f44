// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf
import Testing

@testable import WireProtocol

/// The numbers of a binary enumeration follow the order of the words; here they are held against their names.
@Suite("The words of the .proto files")
struct ProtoWordsTests {
  @Test("are those of the model, in their order")
  func words() {
    expect(UnchangedReason.allCases.map(\.rawValue), ProtoOutcome.Unchanged.Reason.self)
    expect(RejectedReason.allCases.map(\.rawValue), ProtoOutcome.Rejected.Reason.self)
    expect(Outcome.VetoReason.allCases.map(\.rawValue), ProtoOutcome.Vetoed.Reason.self)
    expect(Outcome.FailureReason.allCases.map(\.rawValue), ProtoOutcome.Failed.Reason.self)
    expect(Outcome.Phase.allCases.map(\.rawValue), ProtoOutcome.TimedOut.Phase.self)
    expect(Asked.Answer.allCases.map(\.rawValue), ProtoAsked.Answer.self)
    expect(Presence.allCases.map(\.rawValue), ProtoPresence.self)
    expect(Cause.Kind.allCases.map(\.rawValue), ProtoCause.Kind.self)
    expect(Status.State.allCases.map(\.rawValue), ProtoStatus.State.self)
    expect(Inspect.Subject.allCases.map(\.rawValue), ProtoInspect.Subject.self)
    expect(ProtocolError.Code.allCases.map(\.rawValue), ProtoError.Code.self)
    expect(Contention.allCases.map(\.rawValue), ProtoCommand.Contention.self, from: 0)
    expect(Completion.allCases.map(\.rawValue), ProtoCommand.Completion.self, from: 0)
    expect(Routable.Unanswered.allCases.map(\.rawValue), ProtoRoutable.Unanswered.self, from: 0)
  }

  private func expect<Proto: SwiftProtobuf.Enum & CaseIterable>(
    _ words: [String], _: Proto.Type, from first: Int = 1
  ) {
    let cases = Proto.allCases.dropFirst(first).map { "\($0)".lowercased() }
    #expect(cases == words.map { $0.lowercased() }, "\(Proto.self)")
  }
}
