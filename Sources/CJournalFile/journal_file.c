// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "journal_file.h"
#include "journal_locks.h"
#include "journal_move.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { frame_header = 24, held_max = 64 * 1024 };

// What stands behind SQLite's own state of a file, for a write-ahead log.
struct log {
  const sqlite3_io_methods *system;
  sqlite3_io_methods methods;
  // What was collected, and where in the file it belongs.
  unsigned char *held;
  int count;
  sqlite3_int64 offset;
  // The end of what was appended to the log. What lies below is written again by a transaction that had no room for its pages: of
  // some frames the header alone, and nothing follows it.
  sqlite3_int64 end;
  // Whether the last octets are the header of a frame, and whether it is that of a transaction's last frame.
  _Bool has_header, is_last;
};

static sqlite3_vfs *files;
static sqlite3_vfs ours;

static struct log *log_of(sqlite3_file *file) { return (struct log *)((char *)file + files->szOsFile); }

static int write_held(sqlite3_file *file) {
  struct log *log = log_of(file);
  int count = log->count;
  log->count = 0;
  log->has_header = 0;
  return count == 0 ? SQLITE_OK : log->system->xWrite(file, log->held, count, log->offset);
}

static int log_write(sqlite3_file *file, const void *octets, int count, sqlite3_int64 offset) {
  struct log *log = log_of(file);
  // The log begins anew.
  if (offset == 0) log->end = 0;
  _Bool is_appended = offset >= log->end;
  if (is_appended) log->end = offset + count;
  if (log->count > 0 && (offset != log->offset + log->count || log->count + count > held_max)) {
    // A frame whose header has no room behind it for its page goes on with the next octets.
    _Bool goes_on = log->has_header && offset == log->offset + log->count;
    int code = write_held(file);
    if (code != SQLITE_OK) return code;
    log->has_header = goes_on;
  }
  if (count > held_max || !is_appended) return log->system->xWrite(file, octets, count, offset);
  if (log->count == 0) log->offset = offset;
  memcpy(log->held + log->count, octets, (size_t)count);
  log->count += count;
  if (count == frame_header && !log->has_header) {
    // The second number is the size of the database after the transaction; 0 in all frames but the last.
    static const unsigned char none[4];
    log->is_last = memcmp((const unsigned char *)octets + 4, none, sizeof none) != 0;
    log->has_header = 1;
    return SQLITE_OK;
  }
  _Bool is_inside = log->has_header && !log->is_last;
  log->has_header = 0;
  return is_inside ? SQLITE_OK : write_held(file);
}

// Whether this thread has failed to read a log since it was last asked.
static _Thread_local _Bool read_failed;

_Bool waykeeper_journal_log_failed(void) {
  _Bool failed = read_failed;
  read_failed = 0;
  return failed;
}

static int log_read(sqlite3_file *file, void *octets, int count, sqlite3_int64 offset) {
  int code = write_held(file);
  if (code == SQLITE_OK) code = log_of(file)->system->xRead(file, octets, count, offset);
  if (code != SQLITE_OK) read_failed = 1;
  return code;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = write_held(file);
  return code == SQLITE_OK ? log_of(file)->system->xTruncate(file, size) : code;
}

static int log_sync(sqlite3_file *file, int flags) {
  int code = write_held(file);
  return code == SQLITE_OK ? log_of(file)->system->xSync(file, flags) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = write_held(file);
  return code == SQLITE_OK ? log_of(file)->system->xFileSize(file, size) : code;
}

static int log_close(sqlite3_file *file) {
  struct log *log = log_of(file);
  int written = write_held(file);
  free(log->held);
  log->held = NULL;
  int closed = log->system->xClose(file);
  return written != SQLITE_OK ? written : closed;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given) {
  int code = files->xOpen(files, name, file, flags, given);
  memset(log_of(file), 0, (size_t)(vfs->szOsFile - files->szOsFile));
  if (code != SQLITE_OK || file->pMethods == NULL || (flags & SQLITE_OPEN_WAL) == 0) return code;
  struct log *log = log_of(file);
  log->held = malloc(held_max);
  // Without memory to collect in, the log is written as SQLite does.
  if (log->held == NULL) return code;
  log->system = file->pMethods;
  log->methods = *log->system;
  log->methods.xWrite = log_write;
  log->methods.xRead = log_read;
  log->methods.xTruncate = log_truncate;
  log->methods.xSync = log_sync;
  log->methods.xFileSize = log_size;
  log->methods.xClose = log_close;
  file->pMethods = &log->methods;
  return code;
}

static _Bool is_used;

// SQLite's own methods are looked for once: by then ours would be found, and call themselves.
static void use(void) {
  // SQLite would count its memory, behind a lock, at each of a hundred allocations of a transaction. Too late where the process has
  // used SQLite before; nothing changes then.
  (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  files = sqlite3_vfs_find(NULL);
  if (files == NULL) return;
  ours = *files;
  ours.zName = "waykeeper";
  ours.pNext = NULL;
  size_t behind = sizeof(struct log) > sizeof(struct waykeeper_moved) ? sizeof(struct log) : sizeof(struct waykeeper_moved);
  ours.szOsFile = files->szOsFile + (int)behind;
  ours.xOpen = open_file;
  is_used = sqlite3_vfs_register(&ours, 1) == SQLITE_OK;
  if (!is_used) return;
  waykeeper_journal_locks_use(files);
  waykeeper_journal_move_use(&ours, files->szOsFile);
}

_Bool waykeeper_journal_file_use(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  return pthread_once(&once, use) == 0 && is_used;
}

void waykeeper_journal_file_begin_writing(int descriptor, long offset, long count) {
  // What fails here the next sync tells.
  (void)sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}
