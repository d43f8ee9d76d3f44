// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "journal_file.h"
#include "journal_locks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The locks of an index of a log, each of an octet: https://sqlite.org/walformat.html, section 2.3.
enum { first_lock = 120, lock_count = 8, write_lock = 0, first_read_lock = 4, files_max = 32 };

enum hold { nothing, shared, alone };

static enum hold hold_of(short type) { return type == F_UNLCK ? nothing : type == F_RDLCK ? shared : alone; }

// What the process holds of an index, and what SQLite believes that it holds: never more.
struct file {
  int descriptor;
  char *path;
  enum hold held[lock_count], wanted[lock_count];
};

static struct file known[files_max];
static int known_count;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static const char index_name[] = "/journal.sqlite-shm", index_suffix[] = "-shm";

static struct file *file_of(int descriptor) {
  for (int place = 0; place < known_count; place++) {
    if (known[place].descriptor == descriptor) return &known[place];
  }
  return NULL;
}

static int system_lock(struct file *file, int lock, short type) {
  struct flock wish = {.l_type = type, .l_whence = SEEK_SET, .l_start = first_lock + lock, .l_len = 1};
  int result = fcntl(file->descriptor, F_SETLK, &wish);
  if (result == 0) file->held[lock] = hold_of(type);
  return result;
}

// Takes or leaves one lock. What is left stays taken as far as that keeps nobody from reading: the lock of the writer as it is,
// that of a reader as a shared one.
static int take(struct file *file, int lock, short type) {
  _Bool is_kept = lock == write_lock || lock >= first_read_lock;
  enum hold wanted = hold_of(type);
  int result = 0;
  if (!is_kept) {
    result = system_lock(file, lock, type);
  } else if (wanted == nothing) {
    if (lock != write_lock && file->held[lock] == alone) result = system_lock(file, lock, F_RDLCK);
  } else if (file->held[lock] != wanted) {
    result = system_lock(file, lock, type);
  }
  if (result == 0) file->wanted[lock] = wanted;
  return result;
}

static int lock_file(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (command != F_SETLK) return fcntl(descriptor, command, argument);
  const struct flock *wish = argument;
  off_t lock = wish->l_start - first_lock;
  pthread_mutex_lock(&guard);
  struct file *file = file_of(descriptor);
  int result;
  if (file == NULL || wish->l_whence != SEEK_SET || lock < 0 || wish->l_len < 1 || lock + wish->l_len > lock_count) {
    result = fcntl(descriptor, command, argument);
  } else if (wish->l_len == 1) {
    result = take(file, (int)lock, wish->l_type);
  } else {
    // Several at once are taken where a log begins anew, or an index is made anew.
    result = fcntl(descriptor, command, argument);
    for (off_t place = lock; result == 0 && place < lock + wish->l_len; place++) {
      file->held[place] = file->wanted[place] = hold_of(wish->l_type);
    }
  }
  pthread_mutex_unlock(&guard);
  return result;
}

static int open_file(const char *path, int flags, int mode) {
  int descriptor = open(path, flags, mode);
  size_t length = strlen(path), end = sizeof index_name - 1;
  if (descriptor < 0 || length < end || strcmp(path + length - end, index_name) != 0) return descriptor;
  char *copy = strdup(path);
  if (copy == NULL) return descriptor;
  pthread_mutex_lock(&guard);
  // Without a place its locks are SQLite's own.
  if (known_count < files_max) {
    known[known_count++] = (struct file){.descriptor = descriptor, .path = copy};
  } else {
    free(copy);
  }
  pthread_mutex_unlock(&guard);
  return descriptor;
}

// The system drops all locks of the process on a file that it closes.
static int close_file(int descriptor) {
  pthread_mutex_lock(&guard);
  struct file *file = file_of(descriptor);
  if (file != NULL) {
    free(file->path);
    *file = known[--known_count];
  }
  int result = close(descriptor);
  pthread_mutex_unlock(&guard);
  return result;
}

void waykeeper_journal_locks_use(sqlite3_vfs *files) {
  if (files->iVersion < 3 || files->xSetSystemCall == NULL) return;
  // Without the other two nothing is known, and each lock is SQLite's own.
  if (files->xSetSystemCall(files, "close", (sqlite3_syscall_ptr)close_file) != SQLITE_OK) return;
  if (files->xSetSystemCall(files, "fcntl", (sqlite3_syscall_ptr)lock_file) != SQLITE_OK) return;
  (void)files->xSetSystemCall(files, "open", (sqlite3_syscall_ptr)open_file);
}

void waykeeper_journal_file_leave_locks(sqlite3 *database) {
  const char *path = sqlite3_db_filename(database, "main");
  if (path == NULL) return;
  size_t length = strlen(path);
  pthread_mutex_lock(&guard);
  for (int place = 0; place < known_count; place++) {
    struct file *file = &known[place];
    if (strncmp(file->path, path, length) != 0 || strcmp(file->path + length, index_suffix) != 0) continue;
    for (int lock = 0; lock < lock_count; lock++) {
      if (file->held[lock] != nothing && file->wanted[lock] == nothing) (void)system_lock(file, lock, F_UNLCK);
    }
  }
  pthread_mutex_unlock(&guard);
}
