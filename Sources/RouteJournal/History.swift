// SPDX-License-Identifier: Apache-2.0

package import Coordination
import GRDB

extension Journal {
  /// What the journal knows of past commands (`history`) or commits (`commits`), a page of it.
  ///
  /// A page is bounded in what it tells and in what is read for it, so that no question holds up the route. Where there may
  /// be more, it names the row at which the next question goes on.
  ///
  /// - A command is its outcome's object with `verb`, `because`, `origin`, `at` (µs of the wall clock) and `row` at its end.
  ///   Commands of the coordinator itself (a boot, a death policy, a redirect) are among them.
  /// - A commit is an object with `scene`, `revision`, `majorRevision`, `minor`, `epoch`, `path`, `cause`, `at` and `row`.
  package func past(_ question: Inspect) throws(JournalError) -> Report {
    try translating(file) { try database.inDatabase { try HistoryPage.report($0, question) } }
  }
}

extension JournalCopy {
  /// As ``Journal/past(_:)``.
  package func past(_ question: Inspect) throws(JournalError) -> Report {
    try translating(file) { try database.inDatabase { try HistoryPage.report($0, question) } }
  }
}
