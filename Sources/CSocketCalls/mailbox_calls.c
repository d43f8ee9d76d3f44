// SPDX-License-Identifier: Apache-2.0
// The eventfds by which the threads of libzmq wake each other.
//
// libzmq asks the system whether there is a signal (poll) before and behind each look into a mailbox, and then takes it (read):
// twenty-five system calls for one navigation. Here the count of signals is kept in memory, so that a look and a taking need no
// call. A signal is also written to the eventfd, for a thread that sleeps. The eventfd itself is not read: an epoll instance
// is told of each write instead (EPOLLET), and whoever waits by poll empties it before.
//
// What must hold: a signal is in the count before it is in the eventfd, so whoever is woken finds it, or somebody has taken it.
#define _GNU_SOURCE
#include "marks.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic(uint64_t) signals[waykeeper_calls_descriptors_max];

_Bool waykeeper_is_of_libzmq(void *address) {
  const void *known = dlsym(RTLD_DEFAULT, "zmq_ctx_new");
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  // dladdr looks through all symbols of a library.
  struct dl_find_object caller, library;
  return known != NULL && _dl_find_object((void *)known, &library) == 0 && _dl_find_object(address, &caller) == 0 &&
         caller.dlfo_link_map == library.dlfo_link_map;
#else
  Dl_info caller, library;
  return known != NULL && dladdr(known, &library) != 0 && dladdr(address, &caller) != 0 &&
         caller.dli_fbase == library.dli_fbase;
#endif
}

int eventfd(unsigned int count, int flags) {
  int descriptor = (int)syscall(SYS_eventfd2, count, flags);
  if (descriptor >= 0 && count == 0 && (flags & EFD_SEMAPHORE) == 0 && waykeeper_is_of_libzmq(__builtin_return_address(0))) {
    if (waykeeper_calls_mark(descriptor, waykeeper_calls_mailbox)) atomic_store(&signals[descriptor], 0);
  }
  return descriptor;
}

ssize_t write(int descriptor, const void *octets, size_t size) {
  uint64_t count;
  if (mark_of(descriptor) == waykeeper_calls_mailbox && size == sizeof count) {
    memcpy(&count, octets, sizeof count);
    atomic_fetch_add(&signals[descriptor], count);
  }
  return syscall(SYS_write, descriptor, octets, size);
}

ssize_t read(int descriptor, void *octets, size_t size) {
  uint64_t count;
  if (mark_of(descriptor) != waykeeper_calls_mailbox || size < sizeof count) {
    return syscall(SYS_read, descriptor, octets, size);
  }
  count = atomic_exchange(&signals[descriptor], 0);
  if (count == 0) {
    errno = EAGAIN;
    return -1;
  }
  memcpy(octets, &count, sizeof count);
  return sizeof count;
}

static _Bool is_mailbox(const struct pollfd *asked) {
  return mark_of(asked->fd) == waykeeper_calls_mailbox && (asked->events & POLLIN) != 0;
}

static _Bool has_signal(const struct pollfd *asked) { return atomic_load(&signals[asked->fd]) != 0; }

// Makes the eventfd ready if there is a signal, and else only by the next one.
static void align(const struct pollfd *asked) {
  uint64_t count;
  syscall(SYS_read, asked->fd, &count, sizeof count);
  count = 1;
  if (has_signal(asked)) syscall(SYS_write, asked->fd, &count, sizeof count);
}

static int wait_for(struct pollfd *asked, nfds_t count, int timeout) {
#ifdef SYS_poll
  return (int)syscall(SYS_poll, asked, count, timeout);
#else
  // arm64 and later architectures have the newer call alone.
  struct timespec time = {.tv_sec = timeout / 1000, .tv_nsec = timeout % 1000 * 1000000L};
  return (int)syscall(SYS_ppoll, asked, count, timeout < 0 ? NULL : &time, NULL, 0);
#endif
}

int poll(struct pollfd *asked, nfds_t count, int timeout) {
  if (count == 1 && timeout == 0 && asked->events == POLLIN && is_mailbox(asked)) {
    asked->revents = has_signal(asked) ? POLLIN : 0;
    return asked->revents != 0;
  }
  while (1) {
    for (nfds_t index = 0; index < count; index++) {
      if (is_mailbox(&asked[index])) align(&asked[index]);
    }
    int ready = wait_for(asked, count, timeout);
    int stale = 0;
    for (nfds_t index = 0; ready > 0 && index < count; index++) {
      // A signal that was taken before may be written late; then the wait begins anew.
      if (asked[index].revents != POLLIN || !is_mailbox(&asked[index]) || has_signal(&asked[index])) continue;
      asked[index].revents = 0;
      stale++;
    }
    if (stale == 0 || stale < ready || timeout == 0) return ready - stale;
  }
}

int waykeeper_mailbox_epoll(int epoll, int operation, int descriptor, const void *event) {
  if (event == NULL) return (int)syscall(SYS_epoll_ctl, epoll, operation, descriptor, NULL);
  struct epoll_event each = *(const struct epoll_event *)event;
  each.events |= EPOLLET;
  return (int)syscall(SYS_epoll_ctl, epoll, operation, descriptor, &each);
}
