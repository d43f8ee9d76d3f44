// SPDX-License-Identifier: Apache-2.0
#include "journal_file.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// How the index of a log begins, twice: https://sqlite.org/walformat.html, section 2.1.
struct header {
  uint32_t version, unused, changes;
  unsigned char is_set, is_big_endian;
  uint16_t page_size;
  uint32_t frames, pages, checksum[2], salts[2], own_checksum[2];
};

_Bool waykeeper_journal_file_log_end(sqlite3 *database, struct waykeeper_log_end *end) {
  enum { region_size = 32 * 1024, known_version = 3007000 };
  sqlite3_file *file = NULL;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (file == NULL || file->pMethods == NULL || file->pMethods->iVersion < 2) return 0;
  // The connection has mapped it already: nothing is opened, made or locked here.
  void volatile *index = NULL;
  if (file->pMethods->xShmMap(file, 0, region_size, 0, &index) != SQLITE_OK || index == NULL) return 0;
  struct header both[2];
  memcpy(both, (const void *)index, sizeof both);
  const struct header *header = &both[0];
  if (memcmp(header, &both[1], sizeof *header) != 0 || !header->is_set || header->version != known_version) return 0;
  memcpy(&end->salts, header->salts, sizeof end->salts);
  memcpy(&end->checksum, header->checksum, sizeof end->checksum);
  end->frames = header->frames;
  return 1;
}

// Swift cannot call a function with any number of arguments.
void waykeeper_journal_file_keep_log(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}
