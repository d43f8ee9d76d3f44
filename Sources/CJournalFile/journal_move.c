// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "journal_move.h"
#include "journal_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The lock of who moves the log, and the first one of those who read it: https://sqlite.org/walformat.html, section 2.3.
enum { held_max = 64 * 1024, pages_max = 64, retry_microseconds = 50 * 1000, move_lock = 1, first_mark_lock = 4 };

static sqlite3_vfs *ours;
static int state_place;

void waykeeper_journal_move_use(sqlite3_vfs *vfs, int place) {
  ours = vfs;
  state_place = place;
}

static struct waykeeper_moved *moved_of(sqlite3_file *file) {
  return (struct waykeeper_moved *)((char *)file + state_place);
}

static int write_held(sqlite3_file *file) {
  struct waykeeper_moved *moved = moved_of(file);
  int code = moved->count == 0 ? SQLITE_OK : moved->system->xWrite(file, moved->held, moved->count, moved->offset);
  if (code == SQLITE_OK) moved->count = 0;
  return code;
}

// An error goes to SQLite with the page behind the run, and ends the move: the log keeps all pages.
static int end_run(sqlite3_file *file) {
  int code = write_held(file);
  if (code != SQLITE_OK) moved_of(file)->has_failed = 1;
  return code;
}

static int file_write(sqlite3_file *file, const void *octets, int count, sqlite3_int64 offset) {
  struct waykeeper_moved *moved = moved_of(file);
  if (moved->rest != NULL && moved->is_moving && ++moved->pages >= pages_max) {
    moved->pages = 0;
    moved->rest(moved->context);
  }
  if (moved->count > 0 && (offset != moved->offset + moved->count || moved->count + count > held_max)) {
    int code = end_run(file);
    if (code != SQLITE_OK) return code;
  }
  if (!moved->is_gathering || count > held_max) return moved->system->xWrite(file, octets, count, offset);
  if (moved->count == 0) moved->offset = offset;
  memcpy(moved->held + moved->count, octets, (size_t)count);
  moved->count += count;
  return offset + count >= moved->end ? end_run(file) : SQLITE_OK;
}

// SQLite moves pages in the order of the file, and has the index of the log say so at the end, whatever CKPT_DONE returns: by then
// nothing may be held. Where the file grows, and nobody who reads keeps the move back, its new last page is the last one of all, and
// with it everything is written, while an error still counts. So pages are held in such a move only.
static int file_control(sqlite3_file *file, int operation, void *argument) {
  struct waykeeper_moved *moved = moved_of(file);
  switch (operation) {
  case SQLITE_FCNTL_CKPT_START:
    (void)waykeeper_journal_log_failed();
    moved->has_failed = 0;
    moved->is_moving = 1;
    break;
  case SQLITE_FCNTL_SIZE_HINT:
    moved->end = *(const sqlite3_int64 *)argument;
    moved->is_gathering = moved->is_moving && !moved->is_kept_back;
    break;
  case SQLITE_FCNTL_CKPT_DONE:
    // A move that failed leaves pages here, which stay in the log. No other does; if one did, the disk would have to take them first.
    if (moved->has_failed || waykeeper_journal_log_failed()) moved->count = 0;
    while (write_held(file) != SQLITE_OK) (void)usleep(retry_microseconds);
    moved->is_moving = moved->is_gathering = 0;
    break;
  default: break;
  }
  return moved->system->xFileControl(file, operation, argument);
}

static int file_lock_index(sqlite3_file *file, int lock, int count, int flags) {
  struct waykeeper_moved *moved = moved_of(file);
  int code = moved->system->xShmLock(file, lock, count, flags);
  if (flags != (SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE)) return code;
  // Behind the lock of who moves, SQLite tries the mark of each reader that stands before the end of the log.
  if (lock == move_lock) moved->is_kept_back = 0;
  if (lock >= first_mark_lock && code == SQLITE_BUSY) moved->is_kept_back = 1;
  return code;
}

static int file_close(sqlite3_file *file) {
  free(moved_of(file)->held);
  moved_of(file)->held = NULL;
  return moved_of(file)->system->xClose(file);
}

void waykeeper_journal_file_move_in_runs(sqlite3 *database, void (*rest)(void *), void *context) {
  sqlite3_vfs *vfs = NULL;
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK || vfs != ours) return;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return;
  if (file == NULL || file->pMethods == NULL || file->pMethods->iVersion < 2) return;
  struct waykeeper_moved *moved = moved_of(file);
  if (moved->system != NULL) return;
  moved->held = malloc(held_max);
  // Without memory to collect in, the file is written as SQLite does.
  if (moved->held == NULL) return;
  moved->rest = rest;
  moved->context = context;
  moved->system = file->pMethods;
  moved->methods = *moved->system;
  moved->methods.xWrite = file_write;
  moved->methods.xFileControl = file_control;
  moved->methods.xShmLock = file_lock_index;
  moved->methods.xClose = file_close;
  file->pMethods = &moved->methods;
}
