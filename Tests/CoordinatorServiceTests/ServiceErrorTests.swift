// SPDX-License-Identifier: Apache-2.0

import CoordinatorService
import RouteJournal
import Testing

@Suite("An error that ends a daemon")
struct ServiceErrorTests {
  @Test("of the journal has the exit code of its kind, and its message", arguments: JournalError.Code.allCases)
  func journal(code: JournalError.Code) {
    let error = ServiceError(JournalError(code, "so it is"))
    let expected: Int32 =
      switch code {
      case .otherVersion, .corrupt, .foreign: 65
      case .locked, .folder: 73
      case .inaccessible, .full: 74
      }
    #expect(error.exitCode == expected)
    #expect(error.message == "so it is")
  }
}
