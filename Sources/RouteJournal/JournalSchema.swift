// SPDX-License-Identifier: Apache-2.0

/// The tables of the journal, and the marks by which a journal is recognized.
///
/// Bodies are the one JSON, brief and as text, so that `sqlite3` and any language can read them. Unsigned 64-bit numbers are
/// stored by bit pattern. `seq` is one sequence over all tables: it orders the whole past.
enum JournalSchema {
  /// The version of the tables, in `PRAGMA user_version`. It grows with every change that an older daemon could not read.
  static let version = 7

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
    /// Ended, and the client has said that it saw the outcome: history only. Journals of this version say that by ``floors``
    /// alone; older ones wrote it to each row.
    case acknowledged = 2
  }

  /// What makes a journal of each older version one of the next.
  static let migrations: [Int: String] = [
    1: toVersion2, 2: toVersion3, 3: toVersion4, 4: toVersion5, 5: toVersion6, 6: toVersion7,
  ]

  /// What makes an empty database a journal. SQLite puts each table at the next free page, and keeps these texts in the first one
  /// as long as they have room there (15 octets are left while a journal is filled, ``RevisionIndex/beginFilling(_:isUnique:)``): then a
  /// lost first page can be replaced by that of a new journal. So the order stays, new columns come last, and words are short. Older
  /// versions had an index of SQLite's own at the place of `revisions`, over the same columns and laid out alike.
  ///
  /// `at` is the wall clock in µs; `up` is the time in ms since the boot that `boot` names. A row of version 1 has no `up`: it
  /// belongs to boot 0, whose clock is the wall clock. `start.seq` is the newest row that was ever written before the last cut, so
  /// that no number is given again; its floors are those of scenes that a lost end of the journal may have held, or that had
  /// ids told and no commit; `start.indexed` is the row up to which commits are in `revisions`. An owner and a uid are users
  /// of the machine; NULL for one that came over tcp. `on_death` is what becomes of the screens of a worker that does not come back;
  /// NULL where all of them stay; `scenes` are those where it does, NULL for all.
  static let tables = """
    CREATE TABLE start (id INTEGER PRIMARY KEY, epoch INT NOT NULL, starts INT NOT NULL,
    boot TEXT NOT NULL, seq INT NOT NULL DEFAULT 0, floor_revision INT NOT NULL DEFAULT 0,
    floor_id INT NOT NULL DEFAULT 0, indexed INT NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE commits (seq INTEGER PRIMARY KEY, at INT NOT NULL, scene TEXT NOT NULL, revision INT NOT NULL,
    major_revision INT NOT NULL, minor INT NOT NULL, epoch INT NOT NULL, next_id INT NOT NULL,
    route TEXT NOT NULL, cause TEXT NOT NULL, boot INT NOT NULL DEFAULT 0, up INT) STRICT;
    \(revisions)
    CREATE TABLE outcomes (seq INTEGER PRIMARY KEY, at INT NOT NULL, client TEXT NOT NULL, sequence INT NOT NULL,
    state INT NOT NULL, scene TEXT NOT NULL, revision INT NOT NULL, body_hash INT NOT NULL, verb TEXT NOT NULL,
    because TEXT, origin TEXT NOT NULL, outcome TEXT NOT NULL, boot INT NOT NULL DEFAULT 0, up INT, owner INT,
    UNIQUE (client, sequence)) STRICT;
    CREATE TABLE workers (name TEXT PRIMARY KEY,uid INT,sensitive TEXT,on_death TEXT,scenes TEXT)STRICT,WITHOUT ROWID;
    CREATE TABLE gaps (seq INTEGER PRIMARY KEY,from_at INT NOT NULL,to_at INT NOT NULL,reason TEXT NOT NULL)STRICT;
    \(boots)
    \(toVersion4)
    """

  /// Where commits are found (``RevisionIndex``).
  private static let revisions = """
    CREATE TABLE revisions (scene TEXT NOT NULL, revision INT NOT NULL, seq INT NOT NULL,
    PRIMARY KEY (scene,revision))STRICT,WITHOUT ROWID;
    """

  private static let boots = """
    CREATE TABLE boots (number INTEGER PRIMARY KEY, id TEXT NOT NULL, elapsed INT NOT NULL) STRICT;
    INSERT INTO boots (number, id, elapsed) VALUES (0, '', 0);
    """

  private static let toVersion2 = """
    \(boots)
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

  private static let toVersion3 = "ALTER TABLE workers ADD COLUMN on_death TEXT;"

  /// How far clients have acknowledged, while a late copy of a command can still come. Before version 6 a client had a floor once
  /// acknowledged rows of it were cut, with the `seq` of the last one.
  private static let toVersion4 = """
    CREATE TABLE floors (seq INTEGER PRIMARY KEY, at INT NOT NULL, client TEXT NOT NULL UNIQUE, sequence INT NOT NULL,
    boot INT NOT NULL, up INT, owner INT) STRICT;
    """

  /// Older journals keep SQLite's index beside the table: to remove it, all commits would have to be copied. The start takes the
  /// commits over into the table.
  private static let toVersion5 = """
    \(revisions)
    ALTER TABLE start ADD COLUMN indexed INT NOT NULL DEFAULT 0;
    """

  private static let toVersion6 = floorsOfRows

  private static let toVersion7 = "ALTER TABLE workers ADD COLUMN scenes TEXT;"

  /// Gives each client a floor whose rows say that it has acknowledged them, where it has none that is as high. Of each client one
  /// row is looked for, by the index of its commands: to read all rows takes seconds where they are many.
  static let floorsOfRows = """
    WITH RECURSIVE clients (name) AS (
      SELECT min(client) FROM outcomes
      UNION ALL SELECT (SELECT min(client) FROM outcomes WHERE client > name) FROM clients WHERE name IS NOT NULL
    )
    INSERT INTO floors (seq, at, client, sequence, boot, up, owner)
    SELECT seq, at, client, sequence, boot, up, owner FROM clients JOIN outcomes ON seq = (
      SELECT seq FROM outcomes WHERE client = name AND state = \(State.acknowledged.rawValue)
      ORDER BY sequence DESC LIMIT 1
    )
    WHERE NOT EXISTS (
      SELECT 1 FROM floors WHERE (client = name AND sequence >= outcomes.sequence) OR (client <> name AND seq = outcomes.seq)
    )
    \(replacingFloor);
    """

  /// How a floor takes the place of the client's last one, as the end of an SQL statement.
  static let replacingFloor = """
    ON CONFLICT (client) DO UPDATE SET seq = excluded.seq, at = excluded.at, sequence = excluded.sequence,
      boot = excluded.boot, up = excluded.up, owner = excluded.owner
    """

  /// Whether the client of a row of `outcomes` has seen the outcome, as an SQL expression. A floor tells nothing of outcomes that
  /// were written later: where it has become old, a client may use lower numbers again.
  static let isAcknowledged = """
    (state = \(State.acknowledged.rawValue) OR EXISTS (
      SELECT 1 FROM floors WHERE client = outcomes.client AND sequence >= outcomes.sequence AND seq > outcomes.seq
    ))
    """
}
