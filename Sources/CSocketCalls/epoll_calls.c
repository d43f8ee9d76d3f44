// SPDX-License-Identifier: Apache-2.0
// What libzmq's thread wants to be told of each connection, and what the system was told of that.
//
// Before each message libzmq asks to be told when a connection can be written, writes without waiting for the answer, is told
// that it can be written, has nothing more, and takes the wish back: three system calls for one send. A connection that took
// all of the last send can probably be written. So the wish is answered here, and reaches the system only where a send took
// less than all. Other wishes reach it before the thread sleeps.
//
// One thread of libzmq changes the wishes of a connection, waits for them and closes it.
#define _GNU_SOURCE
#include "marks.h"

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

struct wish {
  struct epoll_event wanted;
  // What the system was told last.
  uint32_t told;
  int epoll;
  // Whether the last send took less than all.
  _Bool is_full;
  _Bool is_listed;
  // The next one in the list of those whose wish the system does not know.
  int next;
};

static struct wish wishes[waykeeper_calls_descriptors_max];

// The first connection of this thread whose wish the system does not know; -1 behind the last one.
static _Thread_local int first = -1;
// Whether this thread has had answers since it last asked the system, which knows of what came.
static _Thread_local _Bool is_systems_turn;

static int tell(int descriptor, int operation) {
  struct wish *wish = &wishes[descriptor];
  wish->told = wish->wanted.events;
  return (int)syscall(SYS_epoll_ctl, wish->epoll, operation, descriptor, &wish->wanted);
}

static void unlist(int descriptor) {
  if (!wishes[descriptor].is_listed) return;
  wishes[descriptor].is_listed = 0;
  for (int *place = &first; *place >= 0; place = &wishes[*place].next) {
    if (*place != descriptor) continue;
    *place = wishes[descriptor].next;
    return;
  }
}

static int change(int epoll, int operation, int descriptor, const struct epoll_event *event) {
  struct wish *wish = &wishes[descriptor];
  wish->wanted = *event;
  if (operation == EPOLL_CTL_ADD) {
    unlist(descriptor);
    wish->epoll = epoll;
    wish->is_full = 0;
    return tell(descriptor, operation);
  }
  if (!wish->is_listed && wish->wanted.events != wish->told) {
    wish->is_listed = 1;
    wish->next = first;
    first = descriptor;
  }
  return 0;
}

int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  int mark = mark_of(descriptor);
  if (mark == waykeeper_calls_mailbox) return waykeeper_mailbox_epoll(epoll, operation, descriptor, event);
  if (mark == waykeeper_calls_connection && operation != EPOLL_CTL_DEL && event != NULL) {
    return change(epoll, operation, descriptor, event);
  }
  if (descriptor >= 0 && descriptor < waykeeper_calls_descriptors_max) unlist(descriptor);
  return (int)syscall(SYS_epoll_ctl, epoll, operation, descriptor, event);
}

void waykeeper_connection_sent(int descriptor, _Bool is_whole) { wishes[descriptor].is_full = !is_whole; }

// Answers the wishes to write, up to `max`, and tells the system the others.
static int answer(int epoll, struct epoll_event *events, int max) {
  int count = 0;
  for (int *place = &first; *place >= 0;) {
    struct wish *wish = &wishes[*place];
    if (wish->epoll == epoll && (wish->wanted.events ^ wish->told) == EPOLLOUT && wish->told < wish->wanted.events &&
        !wish->is_full) {
      if (count < max) {
        events[count].events = EPOLLOUT;
        events[count++].data = wish->wanted.data;
      }
      place = &wish->next;
    } else {
      if (wish->wanted.events != wish->told) tell(*place, EPOLL_CTL_MOD);
      wish->is_listed = 0;
      *place = wish->next;
    }
  }
  return count;
}

static int ask_system(int epoll, struct epoll_event *events, int max, int timeout) {
#ifdef SYS_epoll_wait
  return (int)syscall(SYS_epoll_wait, epoll, events, max, timeout);
#else
  // arm64 and later architectures have the newer call alone.
  return (int)syscall(SYS_epoll_pwait, epoll, events, max, timeout, NULL, 0);
#endif
}

int epoll_wait(int epoll, struct epoll_event *events, int max, int timeout) {
  int count = first < 0 ? 0 : answer(epoll, events, max);
  if (count == 0) {
    is_systems_turn = 0;
    return ask_system(epoll, events, max, timeout);
  }
  if (is_systems_turn) {
    // An answer that finds no room is given the next time.
    if (count == max) count--;
    int others = ask_system(epoll, events + count, max - count, 0);
    if (others > 0) count += others;
  }
  is_systems_turn = !is_systems_turn;
  return count;
}
