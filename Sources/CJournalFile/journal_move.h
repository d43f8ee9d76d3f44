// SPDX-License-Identifier: Apache-2.0
#ifndef WAYKEEPER_JOURNAL_MOVE_H
#define WAYKEEPER_JOURNAL_MOVE_H

#include <sqlite3.h>

// What stands behind SQLite's own state of a file into which a log is moved.
struct waykeeper_moved {
  const sqlite3_io_methods *system;
  sqlite3_io_methods methods;
  _Bool is_moving;
  // Pages that follow each other, and where in the file they belong.
  unsigned char *held;
  int count;
  sqlite3_int64 offset;
  // The end that the file will have where it grows.
  sqlite3_int64 end;
};

// Says which files have that behind them, from which octet on. Before any is opened.
void waykeeper_journal_move_use(sqlite3_vfs *vfs, int place);
#endif
