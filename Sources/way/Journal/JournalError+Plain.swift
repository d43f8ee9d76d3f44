// SPDX-License-Identifier: Apache-2.0

import RouteJournal

extension JournalError {
  /// ``message``, in words that do not ask a person to know SQLite.
  var plain: String { message.plainOfTables }
}

extension String {
  /// What SQLite says of a table or column that is gone, said for people.
  var plainOfTables: String {
    replacing(/no such (table|column): ([A-Za-z_.]+)/) { "the file has no \($0.output.1) '\($0.output.2)'" }
  }
}
