// SPDX-License-Identifier: Apache-2.0
// What `way bench --baseline` compares with: the least that a coordinator over libzmq can cost. Part of the benchmarks, no product.
//
//   baseline relay …    a message to a coordinator, on to each worker in turn, and back, in one frame of 64 octets
//   baseline floor …    a coordinator that decides nothing, and sends the messages of Waykeeper's in their frames and sizes
//   baseline client …   navigations of a client that knows nothing but the octets of its commands, for `benchmarks`
//   baseline observer … an observer that takes what is published, for `benchmarks`
#define _GNU_SOURCE
#include "baseline.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Noreturn void die(const char *format, ...) {
  va_list values;
  va_start(values, format);
  fputs("baseline: ", stderr);
  vfprintf(stderr, format, values);
  fputc('\n', stderr);
  va_end(values);
  // Not exit(): a child must not end what its parent has open.
  fflush(stderr);
  _Exit(3);
}

const char *option(int count, char **arguments, const char *name, const char *otherwise) {
  for (int index = 2; index + 1 < count; index += 2) {
    if (strcmp(arguments[index], name) == 0) return arguments[index + 1];
  }
  return otherwise;
}

long number(int count, char **arguments, const char *name, long otherwise, long least, long most) {
  const char *text = option(count, arguments, name, NULL);
  if (text == NULL) return otherwise;
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == 0 || *end != 0 || value < least || value > most) {
    die("%s is a number from %ld to %ld, not '%s'", name, least, most, text);
  }
  return value;
}

void *open_socket(void *context, int type) {
  void *socket = zmq_socket(context, type);
  if (socket == NULL) die("zmq_socket: %s", zmq_strerror(zmq_errno()));
  int none = 0;
  zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
  zmq_setsockopt(socket, ZMQ_SNDHWM, &none, sizeof none);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &none, sizeof none);
  return socket;
}

void endpoint(char *place, const char *folder, const char *file) {
  if (snprintf(place, 128, "ipc://%s/%s", folder, file) >= 113) die("the path of the folder is too long: %s", folder);
}

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  if (count >= 2 && strcmp(arguments[1], "relay") == 0) return relay(count, arguments);
  if (count >= 2 && strcmp(arguments[1], "floor") == 0) return floor_of_all(count, arguments);
  if (count >= 2 && strcmp(arguments[1], "client") == 0) return client(count, arguments);
  if (count >= 2 && strcmp(arguments[1], "observer") == 0) return observer(count, arguments);
  fputs("usage: baseline relay --folder FOLDER [--asks N] [--window N] [--milliseconds N] [--navigations N] [--observers 0|1]\n"
        "                      [--sync OCTETS] [--rate N] [--warm-up N]\n"
        "       baseline floor --folder FOLDER [--asks N] [--ask N] [--outcome N] [--update N]\n"
        "       baseline client --folder FOLDER [--scene NAME] [--target SCREEN] [--navigations N] [--warm-up N]\n"
        "       baseline observer --folder FOLDER\n", stderr);
  return 2;
}
