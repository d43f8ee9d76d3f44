// SPDX-License-Identifier: Apache-2.0
// How the descriptors of the process are marked, for the calls that look at the mark first.
#ifndef WAYKEEPER_MARKS_H
#define WAYKEEPER_MARKS_H
#include "socket_calls.h"

#include <stdatomic.h>

// Beside those of socket_calls.h: an eventfd by which a thread of libzmq wakes another one.
enum { waykeeper_calls_mailbox = 3 };

extern _Atomic(unsigned char) waykeeper_marks[waykeeper_calls_descriptors_max];

static inline int mark_of(int descriptor) {
  if (descriptor < 0 || descriptor >= waykeeper_calls_descriptors_max) return waykeeper_calls_unseen;
  return atomic_load_explicit(&waykeeper_marks[descriptor], memory_order_acquire);
}

// Whether libzmq's code is at this address.
_Bool waykeeper_is_of_libzmq(void *address);
// Registers a mailbox in an epoll instance, or changes how.
int waykeeper_mailbox_epoll(int epoll, int operation, int descriptor, const void *event);
// A send on a connection took all of the octets, or less.
void waykeeper_connection_sent(int descriptor, _Bool is_whole);
#endif
