// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import SwiftProtobuf
import Testing

@testable import WireProtocol

@Suite("The words of the .proto files")
struct ProtoWordsTests {
  @Test("are those of the forms, with their numbers")
  func words() {
    expect(Presentation.self, ProtoPresentation.self)
    expect(Branches.Kind.self, ProtoBranches.Kind.self)
    expect(Drive.Step.Direction.self, ProtoDriveStep.Direction.self)
    expect(UnchangedReason.self, ProtoOutcome.Unchanged.Reason.self)
    expect(RejectedReason.self, ProtoOutcome.Rejected.Reason.self)
    expect(Outcome.VetoReason.self, ProtoOutcome.Vetoed.Reason.self)
    expect(Outcome.FailureReason.self, ProtoOutcome.Failed.Reason.self)
    expect(Outcome.Phase.self, ProtoOutcome.TimedOut.Phase.self)
    expect(Asked.Answer.self, ProtoAsked.Answer.self)
    expect(Presence.self, ProtoPresence.self)
    expect(Element.Visibility.self, ProtoVisibility.self)
    expect(Cause.Kind.self, ProtoCause.Kind.self)
    expect(Status.State.self, ProtoStatus.State.self)
    expect(Inspect.Subject.self, ProtoInspect.Subject.self)
    expect(ProtocolError.Code.self, ProtoError.Code.self)
    expect(Contention.self, ProtoCommand.Contention.self)
    expect(Completion.self, ProtoCommand.Completion.self)
    expect(Routable.Unanswered.self, ProtoRoutable.Unanswered.self)
    expect(AnyScreen.InstanceMode.self, ProtoRoutable.Instance.self)
    expect(Destination.WhileMoving.self, ProtoDestination.WhileMoving.self)
    expect(Destination.ContainerKind.self, ProtoContainerKind.self)
    expect(Destination.ContextType.Kind.self, ProtoContextType.Kind.self)
    expect(Destination.TaskKind.self, ProtoDestinationTask.self)
    expect(Destination.Outline.Find.self, ProtoDestinationSearch.Step.Find.self)
  }

  @Test("hold every case of a closed list")
  func complete() {
    expectAll(UnchangedReason.self)
    expectAll(RejectedReason.self)
    expectAll(Outcome.VetoReason.self)
    expectAll(Outcome.FailureReason.self)
    expectAll(Outcome.Phase.self)
    expectAll(Asked.Answer.self)
    expectAll(Presence.self)
    expectAll(Element.Visibility.self)
    expectAll(Cause.Kind.self)
    expectAll(Status.State.self)
    expectAll(Inspect.Subject.self)
    expectAll(ProtocolError.Code.self)
    expectAll(Contention.self)
    expectAll(Completion.self)
    expectAll(Routable.Unanswered.self)
    expectAll(AnyScreen.InstanceMode.self)
    expectAll(Drive.Step.Direction.self)
    expectAll(Destination.WhileMoving.self)
    expectAll(Destination.ContainerKind.self)
    expectAll(Destination.ContextType.Kind.self)
    expectAll(Destination.TaskKind.self)
  }

  private func expect<Word: FormWord, Proto: SwiftProtobuf.Enum & CaseIterable>(_: Word.Type, _: Proto.Type) {
    let words = Word.words.entries.map { "\($0.number) \($0.word.lowercased().filter { $0 != "-" })" }
    let cases = Proto.allCases.map { "\($0.rawValue) \("\($0)".lowercased())" }.filter { $0 != "0 unspecified" }
    #expect(cases == words, "\(Proto.self)")
  }

  private func expectAll<Word: FormWord & CaseIterable>(_: Word.Type) {
    #expect(Word.words.entries.map(\.value) == Array(Word.allCases), "\(Word.self)")
  }
}
