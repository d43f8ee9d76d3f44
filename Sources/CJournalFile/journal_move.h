// SPDX-License-Identifier: Apache-2.0
#ifndef WAYKEEPER_JOURNAL_MOVE_H
#define WAYKEEPER_JOURNAL_MOVE_H

#include <sqlite3.h>

// What stands behind SQLite's own state of a file into which a log is moved.
struct waykeeper_moved {
  const sqlite3_io_methods *system;
  sqlite3_io_methods methods;
  // Whether a log is moved; whether somebody who reads keeps the move from its end; whether pages are held; whether a write failed.
  _Bool is_moving, is_kept_back, is_gathering, has_failed;
  // Pages that follow each other, and where in the file they belong.
  unsigned char *held;
  int count;
  sqlite3_int64 offset;
  // Where the file ends when the move is through.
  sqlite3_int64 end;
  // Pages since the last rest, and what to call for one.
  int pages;
  void (*rest)(void *);
  void *context;
};

// Says which files have that behind them, from which octet on. Before any is opened.
void waykeeper_journal_move_use(sqlite3_vfs *vfs, int place);
// Whether this thread has failed to read the log since it last asked.
_Bool waykeeper_journal_log_failed(void);
#endif
