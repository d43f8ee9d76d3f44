// SPDX-License-Identifier: Apache-2.0

/// The tables of the journal, and the marks by which a journal is recognized.
///
/// Bodies are the one JSON, as text, so that `sqlite3` and any language can read them. Unsigned 64-bit numbers are
/// stored by bit pattern. `seq` is one sequence over all tables: it orders the whole past.
enum JournalSchema {
  /// The version of the tables, in `PRAGMA user_version`. It grows with every change that an older daemon could not read.
  static let version = 1

  /// "WKJN", in `PRAGMA application_id`, so that another program's database is not taken for a journal.
  static let applicationID = 0x574B_4A4E

  /// The state of a row of `outcomes`.
  enum State: Int64 {
    /// Steps are committed, the command goes on; a start closes it.
    case open = 0
    /// Ended; a retry gets this outcome.
    case decided = 1
    /// Ended, and the client has said that it saw the outcome: history only.
    case acknowledged = 2
  }

  static let tables = """
    CREATE TABLE start (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch INTEGER NOT NULL,
      starts INTEGER NOT NULL,
      boot TEXT NOT NULL
    ) STRICT;

    CREATE TABLE commits (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      scene TEXT NOT NULL,
      revision INTEGER NOT NULL,
      major_revision INTEGER NOT NULL,
      minor INTEGER NOT NULL,
      epoch INTEGER NOT NULL,
      next_id INTEGER NOT NULL,
      route TEXT NOT NULL,
      cause TEXT NOT NULL,
      UNIQUE (scene, revision)
    ) STRICT;

    CREATE TABLE outcomes (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      client TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      state INTEGER NOT NULL,
      scene TEXT NOT NULL,
      revision INTEGER NOT NULL,
      body_hash INTEGER NOT NULL,
      verb TEXT NOT NULL,
      because TEXT,
      origin TEXT NOT NULL,
      outcome TEXT NOT NULL,
      UNIQUE (client, sequence)
    ) STRICT;

    CREATE TABLE workers (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

    CREATE TABLE gaps (
      seq INTEGER PRIMARY KEY,
      from_at INTEGER NOT NULL,
      to_at INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    """
}
