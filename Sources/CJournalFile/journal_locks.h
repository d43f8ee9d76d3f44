// SPDX-License-Identifier: Apache-2.0
// The locks of a journal's log, kept from one transaction to the next.
//
// SQLite takes and leaves two locks with each transaction, by six calls of the system. As long as nobody else wants them the process
// can keep them: a reader of another process shares the one, and has no use for the other. What SQLite believes to hold is always
// held, so nothing that it relies on is given up.
#ifndef WAYKEEPER_JOURNAL_LOCKS_H
#define WAYKEEPER_JOURNAL_LOCKS_H

struct sqlite3_vfs;

// Lets the files of a system keep the locks of journals, where it takes that.
void waykeeper_journal_locks_use(struct sqlite3_vfs *files);
#endif
