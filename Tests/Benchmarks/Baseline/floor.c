// SPDX-License-Identifier: Apache-2.0
// The floor: a coordinator that decides nothing. Clients, workers and observers of a load get ASK, SETTLED, UPDATE (in three
// frames) and OUTCOME as Waykeeper's sends them, of the same sizes. What lies between it and Waykeeper's is what deciding costs.
#include "fields.h"

#include <stdio.h>
#include <string.h>

enum { workers_max = 16, places = 16384, body_max = 65536, keepalive_ns = 100000000 };
static const char topic[] = "wk1/pb/bench-0/", keepalive_topic[] = "wk1/pb/!";

// A command under way.
struct place {
  uint8_t client[64];
  int client_octets;
  // What its OUTCOME repeats: correlation and id.
  uint8_t correlation[16], id[128];
  int id_octets;
  int asked;
};

static struct place commands[places];
static int unused[places], unused_count;
static struct { uint8_t address[64]; int octets; } workers[workers_max];
static int worker_count, asks;
static int ask_octets, outcome_octets, update_octets;
static void *control, *screens, *updates;
static uint8_t padding[body_max];

// Fills a body up to its size with a field that nobody knows: its tag takes two octets, its length up to three.
static uint8_t *fill(uint8_t *body, uint8_t *to, int octets) {
  long rest = octets - (to - body) - 4;
  return rest > 0 ? write_octets(to, 99, padding, (size_t)rest) : to;
}

static void send_ask(int number) {
  struct place *place = &commands[number];
  uint8_t body[body_max], token[16], *end = write_number(token, 1 << 3);
  *end++ = 1;
  end = write_number(end, 2 << 3);
  end = write_number(end, (uint64_t)number + 1);
  uint8_t *to = write_octets(body, 1, token, (size_t)(end - token));
  to = write_octets(to, 5, "\x0a\x0c" "bench-target", 14);
  to = fill(body, to, ask_octets);
  int index = place->asked++;
  zmq_send(screens, workers[index].address, (size_t)workers[index].octets, ZMQ_SNDMORE);
  send_body(screens, ask, NULL, body, (size_t)(to - body));
}

static void send_end(int number) {
  struct place *place = &commands[number];
  uint8_t body[body_max];
  uint8_t *to = fill(body, body, update_octets);
  zmq_send(updates, topic, sizeof topic - 1, ZMQ_SNDMORE);
  send_body(updates, update, NULL, body, (size_t)(to - body));
  to = write_octets(body, 1, place->id, (size_t)place->id_octets);
  // Field 2, empty: committed.
  to = write_octets(to, 2, "", 0);
  to = fill(body, to, outcome_octets);
  zmq_send(control, place->client, (size_t)place->client_octets, ZMQ_SNDMORE);
  send_body(control, outcome, place->correlation, body, (size_t)(to - body));
  unused[unused_count++] = number;
}

static void take_command(const uint8_t *client, int client_octets, const uint8_t *header, const uint8_t *body, int octets) {
  struct field id;
  if (header[4] != command || next_field(body, body + octets, &id) == NULL || id.count > sizeof commands[0].id) return;
  if (unused_count == 0) die("more than %d commands at once", places);
  int number = unused[--unused_count];
  struct place *place = &commands[number];
  memcpy(place->client, client, (size_t)(place->client_octets = client_octets));
  memcpy(place->correlation, header + 16, 16);
  memcpy(place->id, id.octets, (size_t)(place->id_octets = (int)id.count));
  place->asked = 0;
  if (asks == 0) send_end(number);
  else send_ask(number);
}

static void take_answer(const uint8_t *worker, int worker_octets, const uint8_t *body, int octets) {
  struct field token, part = {0};
  if (next_field(body, body + octets, &token) == NULL) return;
  uint64_t number = 0;
  for (const uint8_t *at = token.octets; at != NULL && (at = next_field(at, token.octets + token.count, &part));) {
    if (part.number == 2) number = part.value;
  }
  if (number < 1 || number > places) return;
  struct place *place = &commands[number - 1];
  uint8_t verdict[64], *to = write_octets(verdict, 1, token.octets, token.count);
  *to++ = 2 << 3;
  *to++ = 1;
  zmq_send(screens, worker, (size_t)worker_octets, ZMQ_SNDMORE);
  send_body(screens, settled, NULL, verdict, (size_t)(to - verdict));
  if (place->asked < asks) send_ask((int)number - 1);
  else send_end((int)number - 1);
}

static void take_worker(const uint8_t *worker, int octets) {
  if (worker_count < asks) {
    memcpy(workers[worker_count].address, worker, (size_t)octets);
    workers[worker_count++].octets = octets;
  }
  zmq_send(screens, worker, (size_t)octets, ZMQ_SNDMORE);
  send_body(screens, welcome, NULL, (const uint8_t *)"\x08\x01", 2);
}

// Takes what waits at a socket, at most so many, so that the other gets its turn.
static void take(void *socket) {
  uint8_t address[64], header[header_octets], body[body_max];
  for (int turn = 0; turn < 64; turn++) {
    int size = zmq_recv(socket, address, sizeof address, ZMQ_DONTWAIT);
    if (size < 0) return;
    zmq_recv(socket, header, sizeof header, 0);
    int octets = zmq_recv(socket, body, sizeof body, 0);
    if (octets < 0 || octets > body_max) continue;
    if (socket == control) take_command(address, size, header, body, octets);
    else if (header[4] == hello) take_worker(address, size);
    else if (header[4] == answer) take_answer(address, size, body, octets);
  }
}

static void *bound(void *context, int type, const char *folder, const char *file) {
  char place[128];
  endpoint(place, folder, file);
  void *socket = open_socket(context, type);
  if (zmq_bind(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  return socket;
}

int floor_of_all(int count, char **arguments) {
  const char *folder = option(count, arguments, "--folder", NULL);
  if (folder == NULL) die("floor needs --folder");
  asks = (int)number(count, arguments, "--asks", 1, 0, workers_max);
  ask_octets = (int)number(count, arguments, "--ask", 120, 0, body_max - 64);
  outcome_octets = (int)number(count, arguments, "--outcome", 172, 0, body_max - 256);
  update_octets = (int)number(count, arguments, "--update", 190, 0, body_max - 64);
  for (int index = 0; index < places; index++) unused[unused_count++] = index;
  memset(padding, 'x', sizeof padding);
  void *context = zmq_ctx_new();
  zmq_ctx_set(context, ZMQ_MAX_SOCKETS, 1023);
  control = bound(context, ZMQ_ROUTER, folder, "control.sock");
  screens = bound(context, ZMQ_ROUTER, folder, "screens.sock");
  updates = bound(context, ZMQ_PUB, folder, "updates.sock");
  puts("ready");
  fflush(stdout);
  zmq_pollitem_t items[2] = {{control, 0, ZMQ_POLLIN, 0}, {screens, 0, ZMQ_POLLIN, 0}};
  uint64_t told = 0;
  for (;;) {
    zmq_poll(items, 2, 100);
    if (now() - told >= keepalive_ns) {
      told = now();
      zmq_send(updates, topic, sizeof topic - 1, ZMQ_SNDMORE);
      send_body(updates, keepalive, NULL, padding, 0);
      zmq_send(updates, keepalive_topic, sizeof keepalive_topic - 1, ZMQ_SNDMORE);
      send_body(updates, keepalive, NULL, padding, 0);
    }
    if (items[1].revents & ZMQ_POLLIN) take(screens);
    if (items[0].revents & ZMQ_POLLIN) take(control);
  }
}
