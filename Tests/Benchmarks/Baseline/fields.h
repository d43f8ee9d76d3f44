// SPDX-License-Identifier: Apache-2.0
// What floor and client share: kinds of messages, and the few fields of Protocol Buffers that they read and write themselves.
#ifndef WAYKEEPER_FIELDS_H
#define WAYKEEPER_FIELDS_H
#include "baseline.h"

#include <string.h>

enum kind {
  command = 0x01, outcome = 0x12, hello = 0x21, answer = 0x23, pong = 0x28, welcome = 0x31, ask = 0x34, settled = 0x35,
  update = 0x42, keepalive = 0x44
};
enum { header_octets = 32, correlation_octets = 16 };

struct field {
  uint64_t number, value;
  const uint8_t *octets;
  size_t count;
};

static inline const uint8_t *read_number(const uint8_t *from, const uint8_t *end, uint64_t *value) {
  *value = 0;
  for (int shift = 0; from < end && shift < 64; shift += 7) {
    uint8_t octet = *from++;
    *value |= (uint64_t)(octet & 0x7F) << shift;
    if (octet < 0x80) break;
  }
  return from;
}

// The next field of a message of Protocol Buffers; NULL at its end, or where it is malformed.
static inline const uint8_t *next_field(const uint8_t *from, const uint8_t *end, struct field *field) {
  uint64_t tag;
  if (from >= end) return NULL;
  from = read_number(from, end, &tag);
  *field = (struct field){.number = tag >> 3, .octets = from};
  switch (tag & 7) {
  case 0: return read_number(from, end, &field->value);
  case 2:
    from = read_number(from, end, &tag);
    if (tag > (uint64_t)(end - from)) return NULL;
    field->octets = from;
    field->count = (size_t)tag;
    return from + tag;
  default: return NULL;
  }
}

static inline uint8_t *write_number(uint8_t *to, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = (uint8_t)value | 0x80;
  *to++ = (uint8_t)value;
  return to;
}

static inline uint8_t *write_octets(uint8_t *to, int field, const void *octets, size_t count) {
  to = write_number(to, (uint64_t)field << 3 | 2);
  to = write_number(to, count);
  memcpy(to, octets, count);
  return to + count;
}

static inline void send_body(
    void *socket, enum kind kind, const uint8_t *correlation, const uint8_t *body, size_t octets) {
  uint8_t header[header_octets] = {'W', 'K', 1, 0, (uint8_t)kind, 0};
  if (correlation != NULL) memcpy(header + correlation_octets, correlation, correlation_octets);
  zmq_send(socket, header, sizeof header, ZMQ_SNDMORE);
  if (zmq_send(socket, body, octets, 0) < 0) die("zmq_send: %s", zmq_strerror(zmq_errno()));
}
#endif
