// SPDX-License-Identifier: Apache-2.0

/// The tables of the journal, and the marks by which a journal is recognized.
///
/// Bodies are the one JSON, brief and as text, so that `sqlite3` and any language can read them. Unsigned 64-bit numbers are
/// stored by bit pattern. `seq` is one sequence over all tables: it orders the whole past.
enum JournalSchema {
  /// The version of the tables, in `PRAGMA user_version`. It grows with every change that an older daemon could not read.
  static let version = 4

  /// The versions that this daemon can read; an older one is migrated by the first start.
  static let versions = 1...version

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

  /// What makes an empty database a journal.
  static let tables = first + toVersion2 + toVersion3 + toVersion4

  /// What makes a journal of each older version one of the next.
  static let migrations: [Int: String] = [1: toVersion2, 2: toVersion3, 3: toVersion4]

  private static let first = """
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

  /// `at` is the wall clock in µs; `up` is the time in ms since the boot that `boot` names. A row of version 1 has no `up`:
  /// it belongs to boot 0, whose clock is the wall clock. `start.seq` is the newest row that was ever written before the last
  /// cut, so that no number is given again; its floors are those of scenes that a lost end of the journal may have
  /// held, or that had ids told and no commit. An owner and a uid are users of the machine; NULL for one that came over tcp.
  private static let toVersion2 = """
    CREATE TABLE boots (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      elapsed INTEGER NOT NULL
    ) STRICT;
    INSERT INTO boots (number, id, elapsed) VALUES (0, '', 0);

    ALTER TABLE start ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE start ADD COLUMN floor_revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE start ADD COLUMN floor_id INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE commits ADD COLUMN boot INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE commits ADD COLUMN up INTEGER;
    ALTER TABLE outcomes ADD COLUMN boot INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outcomes ADD COLUMN up INTEGER;
    ALTER TABLE outcomes ADD COLUMN owner INTEGER;
    ALTER TABLE workers ADD COLUMN uid INTEGER;
    ALTER TABLE workers ADD COLUMN sensitive TEXT;

    """

  /// What becomes of the screens of a worker that does not come back; NULL where all of them stay.
  private static let toVersion3 = """
    ALTER TABLE workers ADD COLUMN on_death TEXT;

    """

  /// How far clients have acknowledged whose acknowledged rows were cut while a late copy of a command could still come. A
  /// floor has the `seq` of the last row that was cut, or chosen for it.
  private static let toVersion4 = """
    CREATE TABLE floors (
      seq INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      client TEXT NOT NULL UNIQUE,
      sequence INTEGER NOT NULL,
      boot INTEGER NOT NULL,
      up INTEGER,
      owner INTEGER
    ) STRICT;
    """
}
