// SPDX-License-Identifier: Apache-2.0
// SQLite's files, with one write for a transaction in the write-ahead log in place of two for each page, and one for pages that follow
// each other where a log is moved into the file.
//
// SQLite writes a frame of the log as a header of 24 octets and a page, frame by frame. Here they are collected, and written
// when the last frame of a transaction is whole, which its header says: before the transaction counts for anybody. Every other
// call on the log writes first what was collected, so that nobody reads, measures, cuts or syncs less than was written.
#ifndef WAYKEEPER_JOURNAL_FILE_H
#define WAYKEEPER_JOURNAL_FILE_H

#include <stdint.h>

struct sqlite3;

// Lets all connections that the process opens from now on write so. False where SQLite does not take it: nothing changes then.
_Bool waykeeper_journal_file_use(void);

// Where a write-ahead log ends: the number of its frames, the checksum of the last one, which all frames before it go into, and
// what tells this log from the one before in the same file.
struct waykeeper_log_end {
  uint64_t salts, checksum;
  uint32_t frames;
};

// Where the log ends, as a connection that has read from it knows. False where that cannot be told.
_Bool waykeeper_journal_file_log_end(struct sqlite3 *database, struct waykeeper_log_end *end);
// Has a connection leave the log as it is when it is closed. SQLite would move it into the file then, and remove it.
void waykeeper_journal_file_keep_log(struct sqlite3 *database);
// Leaves the locks of a connection's journal that no transaction needs now; until then other processes cannot write to it.
void waykeeper_journal_file_leave_locks(struct sqlite3 *database);
// Lets a connection that moves the log write the file in runs of pages from now on, where the file grows, and call `rest` with
// `context` each time that it has moved some more pages.
void waykeeper_journal_file_move_in_runs(struct sqlite3 *database, void (*rest)(void *), void *context);
// Lets the disk begin to write a part of a file, and does not wait for it.
void waykeeper_journal_file_begin_writing(int descriptor, long offset, long count);
#endif
