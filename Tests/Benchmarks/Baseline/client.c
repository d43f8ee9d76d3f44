// SPDX-License-Identifier: Apache-2.0
// A client of Waykeeper's protocol over libzmq alone, one navigation after another: the least that a client can take. With one
// navigation it does what a command like `way back` has to do: it connects, navigates and ends.
//
// And an observer that counts nothing: it takes what is published, as long as it lives.
#define _GNU_SOURCE
#include "fields.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { patience_ms = 10000, name_max = 64, navigations_max = 1000000 };

// A name that no other client has.
static void make_name(char *name) {
  static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  uint8_t random[26];
  if (getentropy(random, sizeof random) != 0) die("there are no random numbers");
  size_t length = (size_t)snprintf(name, name_max, "baseline-0");
  for (size_t index = 1; index < sizeof random; index++) name[length++] = digits[random[index] & 31];
  name[length] = 0;
}

// CMD: `show` and `hide` of a screen in turn, or `back` where none is named. What came before has been seen.
static size_t write_command(uint8_t *body, const char *client, uint64_t sequence, const char *scene, const char *target) {
  uint8_t id[128], verb[512], names[256], *end = write_octets(id, 1, client, strlen(client));
  *end++ = 2 << 3;
  end = write_number(end, sequence);
  uint8_t *to = write_octets(body, 1, id, (size_t)(end - id));
  *to++ = 2 << 3;
  to = write_number(to, sequence);
  to = write_octets(to, 3, scene, strlen(scene));
  if (target == NULL) {
    end = write_octets(verb, 3, "", 0);
  } else {
    end = write_octets(names, 1, target, strlen(target));
    end = write_octets(verb, sequence % 2 == 1 ? 5 : 6, names, (size_t)(end - names));
  }
  to = write_octets(to, 4, verb, (size_t)(end - verb));
  return (size_t)(to - body);
}

// Waits for the outcome, which has to be a commit: field 2.
static void await_commit(void *socket, uint64_t sequence) {
  static uint8_t body[1 << 20];
  uint8_t header[header_octets];
  if (zmq_recv(socket, header, sizeof header, 0) != header_octets) die("command %llu has no outcome", (unsigned long long)sequence);
  int octets = zmq_recv(socket, body, sizeof body, 0);
  if (octets < 0 || octets > (int)sizeof body || header[4] != outcome) die("message %d is no outcome", header[4]);
  struct field field = {0};
  const uint8_t *at = next_field(body, body + octets, &field);
  if (at == NULL || next_field(at, body + octets, &field) == NULL || field.number != 2) {
    die("command %llu was not committed, its outcome has field %llu", (unsigned long long)sequence,
        (unsigned long long)field.number);
  }
}

int client(int count, char **arguments) {
  const char *folder = option(count, arguments, "--folder", NULL), *target = option(count, arguments, "--target", NULL);
  const char *scene = option(count, arguments, "--scene", "main");
  if (folder == NULL) die("client needs --folder");
  if (strlen(scene) > 128 || (target != NULL && strlen(target) > 128)) die("a name has at most 128 octets");
  long navigations = number(count, arguments, "--navigations", 1, 1, navigations_max);
  long warm_up = number(count, arguments, "--warm-up", 0, 0, navigations_max);
  char name[name_max], place[128];
  make_name(name);
  endpoint(place, folder, "control.sock");
  void *context = zmq_ctx_new(), *socket = open_socket(context, ZMQ_DEALER);
  int patience = patience_ms;
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
  if (zmq_connect(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  for (long index = 0; index < warm_up + navigations; index++) {
    uint8_t body[1024];
    uint64_t sequence = (uint64_t)index + 1, begun = now();
    send_body(socket, command, NULL, body, write_command(body, name, sequence, scene, target));
    await_commit(socket, sequence);
    if (index >= warm_up) printf("%llu\n", (unsigned long long)(now() - begun));
  }
  zmq_close(socket);
  zmq_ctx_term(context);
  return 0;
}

int observer(int count, char **arguments) {
  const char *folder = option(count, arguments, "--folder", NULL);
  if (folder == NULL) die("observer needs --folder");
  char place[128];
  endpoint(place, folder, "updates.sock");
  void *socket = open_socket(zmq_ctx_new(), ZMQ_SUB);
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "wk1/pb/", strlen("wk1/pb/"));
  if (zmq_connect(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  // A coordinator says every now and then that it is there: then the subscription is known.
  for (int is_ready = 0;;) {
    char octets[64];
    if (zmq_recv(socket, octets, sizeof octets, 0) < 0) die("zmq_recv: %s", zmq_strerror(zmq_errno()));
    if (is_ready) continue;
    is_ready = 1;
    puts("ready");
    fflush(stdout);
  }
}
