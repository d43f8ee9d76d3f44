// SPDX-License-Identifier: Apache-2.0
// What all parts share: options, sockets of libzmq without limits, the clock.
#ifndef WAYKEEPER_BASELINE_H
#define WAYKEEPER_BASELINE_H
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

// Ends the program with a line to the standard error.
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

// The value behind `name` among the arguments, or `otherwise`. A number that is none, or out of the range, ends the program.
const char *option(int count, char **arguments, const char *name, const char *otherwise);
long number(int count, char **arguments, const char *name, long otherwise, long least, long most);

// A socket that keeps nothing when it is closed, and queues as much as there is.
void *open_socket(void *context, int type);
// The endpoint of a socket file in a folder; `place` has room for 128 characters.
void endpoint(char *place, const char *folder, const char *file);

// ns of the monotonic clock.
uint64_t now(void);

int relay(int count, char **arguments);
int floor_of_all(int count, char **arguments);
int client(int count, char **arguments);
int observer(int count, char **arguments);
#endif
