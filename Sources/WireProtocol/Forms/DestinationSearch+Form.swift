// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.Search: FormRecord {
  static let blank = Destination.Search()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("steps", 1, &steps, .always, atMost: Limits.outcomeListMax)
    try visitor.member("questions", 2, &questions, .always, atMost: Limits.outcomeListMax)
    try visitor.member("leaving", 3, &leaving, .always, atMost: Limits.outcomeListMax)
    try visitor.member("path", 4, &path, .always, atMost: Limits.pathTextBytesMax)
  }
}

extension Destination.Search.Step: FormRecord {
  static let blank = Destination.Search.Step("", .found)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("place", 1, &place, .required("the place of the step"))
    try visitor.member("find", 2, &find, .required("one of \(Destination.Outline.Find.words.list)"))
    try visitor.member("element", 3, &element, .always)
    try visitor.inline(4, &screen, by: "screen")
    try visitor.member("stack", 5, &isStack, .sparse)
  }
}

extension Destination.Outline.Find: FormWord {
  static let words = FormWords<Destination.Outline.Find>(
    (.found, "found", 1), (.foundLate, "foundLate", 2), (.made, "made", 3), (.passed, "passed", 4))
}

extension Destination.Search.Question: FormRecord {
  static let blank = Destination.Search.Question("")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("request", 1, &request, .required("what would be asked"))
    try visitor.member("screen", 2, &screen, .always)
    try visitor.member("element", 3, &element, .always)
    try visitor.member("worker", 4, &worker, .always)
  }
}
