// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "journal_move.h"
#include "journal_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { held_max = 64 * 1024, retry_microseconds = 50 * 1000 };

static sqlite3_vfs *files;
static int place;

void waykeeper_journal_move_use(sqlite3_vfs *vfs, int octets) {
  files = vfs;
  place = octets;
}

static struct waykeeper_moved *moved_of(sqlite3_file *file) { return (struct waykeeper_moved *)((char *)file + place); }

static int write_held(sqlite3_file *file) {
  struct waykeeper_moved *moved = moved_of(file);
  return moved->count == 0 ? SQLITE_OK : moved->system->xWrite(file, moved->held, moved->count, moved->offset);
}

// An error goes to SQLite with the page behind it, and ends the move: the log keeps all pages.
static int end_run(sqlite3_file *file) {
  int code = write_held(file);
  moved_of(file)->count = 0;
  return code;
}

static int file_write(sqlite3_file *file, const void *octets, int count, sqlite3_int64 offset) {
  struct waykeeper_moved *moved = moved_of(file);
  if (moved->count > 0 && (offset != moved->offset + moved->count || moved->count + count > held_max)) {
    int code = end_run(file);
    if (code != SQLITE_OK) return code;
  }
  if (!moved->is_moving || count > held_max) return moved->system->xWrite(file, octets, count, offset);
  if (moved->count == 0) moved->offset = offset;
  memcpy(moved->held + moved->count, octets, (size_t)count);
  moved->count += count;
  // The last page of a file that grows is the last one of all: an error, as of a full disk, still counts.
  return offset + count >= moved->end ? end_run(file) : SQLITE_OK;
}

// SQLite says here when it begins to move pages, how large the file becomes where it grows, and when all pages are moved. Then the
// index of the log will say so, whatever this returns. What is still held are the last pages of a file that does not grow, or that
// somebody who reads keeps from growing to its end. Where the disk does not take them, the thread waits until it does: everybody finds
// them in the log meanwhile.
static int file_control(sqlite3_file *file, int operation, void *argument) {
  struct waykeeper_moved *moved = moved_of(file);
  switch (operation) {
  case SQLITE_FCNTL_CKPT_START:
    moved->is_moving = 1;
    moved->end = INT64_MAX;
    break;
  case SQLITE_FCNTL_SIZE_HINT:
    moved->end = *(const sqlite3_int64 *)argument;
    break;
  case SQLITE_FCNTL_CKPT_DONE:
    while (write_held(file) != SQLITE_OK) (void)usleep(retry_microseconds);
    moved->count = 0;
    moved->is_moving = 0;
    break;
  default: break;
  }
  return moved->system->xFileControl(file, operation, argument);
}

static int file_close(sqlite3_file *file) {
  free(moved_of(file)->held);
  moved_of(file)->held = NULL;
  return moved_of(file)->system->xClose(file);
}

void waykeeper_journal_file_move_in_runs(sqlite3 *database) {
  sqlite3_vfs *vfs = NULL;
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK || vfs != files) return;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return;
  if (file == NULL || file->pMethods == NULL) return;
  struct waykeeper_moved *moved = moved_of(file);
  if (moved->system != NULL) return;
  moved->held = malloc(held_max);
  // Without memory to collect in, the file is written as SQLite does.
  if (moved->held == NULL) return;
  moved->system = file->pMethods;
  moved->methods = *moved->system;
  moved->methods.xWrite = file_write;
  moved->methods.xFileControl = file_control;
  moved->methods.xClose = file_close;
  file->pMethods = &moved->methods;
}
