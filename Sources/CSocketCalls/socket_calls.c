// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "marks.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic(const struct waykeeper_calls *) watching;
static struct waykeeper_calls told;
_Atomic(unsigned char) waykeeper_marks[waykeeper_calls_descriptors_max];

void waykeeper_calls_watch(const struct waykeeper_calls *calls) {
  told = *calls;
  atomic_store_explicit(&watching, &told, memory_order_release);
}

_Bool waykeeper_calls_mark(int descriptor, int mark) {
  if (descriptor < 0 || descriptor >= waykeeper_calls_descriptors_max) return 0;
  atomic_store_explicit(&waykeeper_marks[descriptor], (unsigned char)mark, memory_order_release);
  return 1;
}

int waykeeper_calls_accept(int listener, int flags) {
  int descriptor = (int)syscall(SYS_accept4, listener, NULL, NULL, flags);
  return descriptor >= 0 ? descriptor : -errno;
}

void waykeeper_calls_close(int descriptor) { syscall(SYS_close, descriptor); }

void waykeeper_calls_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

_Bool waykeeper_calls_peer(int descriptor, unsigned int *uid, int *pid) {
  int family = 0;
  socklen_t length = sizeof family;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family, &length) != 0 || family != AF_UNIX) return 0;
  struct ucred peer;
  length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return 0;
  *uid = peer.uid;
  *pid = peer.pid;
  return 1;
}

_Bool waykeeper_calls_arrive(void) { return dlsym(RTLD_DEFAULT, "accept4") == (void *)&accept4; }

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  const struct waykeeper_calls *calls = atomic_load_explicit(&watching, memory_order_acquire);
  if (calls != NULL && mark_of(listener) == waykeeper_calls_listener) {
    int descriptor = calls->accepts(listener, flags);
    if (descriptor >= 0) return descriptor;
    errno = -descriptor;
    return -1;
  }
  return (int)syscall(SYS_accept4, listener, address, length, flags);
}

ssize_t recv(int descriptor, void *octets, size_t size, int flags) {
  ssize_t count = syscall(SYS_recvfrom, descriptor, octets, size, flags, NULL, NULL);
  if (count > 0 && mark_of(descriptor) == waykeeper_calls_connection) {
    const struct waykeeper_calls *calls = atomic_load_explicit(&watching, memory_order_acquire);
    if (calls != NULL && !calls->received(descriptor, octets, (size_t)count)) return 0;
  }
  return count;
}

ssize_t send(int descriptor, const void *octets, size_t size, int flags) {
  ssize_t count = syscall(SYS_sendto, descriptor, octets, size, flags, NULL, 0);
  if (mark_of(descriptor) == waykeeper_calls_connection) {
    int error = errno;
    waykeeper_connection_sent(descriptor, count == (ssize_t)size);
    const struct waykeeper_calls *calls = atomic_load_explicit(&watching, memory_order_acquire);
    if (calls != NULL) calls->sent(descriptor, size, count);
    errno = error;
  }
  return count;
}

int close(int descriptor) {
  int mark = mark_of(descriptor);
  if (mark != waykeeper_calls_unseen) {
    const struct waykeeper_calls *calls = atomic_load_explicit(&watching, memory_order_acquire);
    if (mark == waykeeper_calls_mailbox || calls == NULL) {
      waykeeper_calls_mark(descriptor, waykeeper_calls_unseen);
    } else {
      calls->closes(descriptor);
    }
  }
  return (int)syscall(SYS_close, descriptor);
}

static _Atomic(_Bool) sees_connects;

void waykeeper_calls_see_connects(void) { atomic_store(&sees_connects, 1); }

// A connection over tcp is not there at once, and may not be written before it is.
int socket(int family, int type, int protocol) {
  int descriptor = (int)syscall(SYS_socket, family, type, protocol);
  if (descriptor >= 0 && family == AF_UNIX && atomic_load(&sees_connects) &&
      waykeeper_is_of_libzmq(__builtin_return_address(0))) {
    waykeeper_calls_mark(descriptor, waykeeper_calls_connection);
  }
  return descriptor;
}

static _Atomic(pid_t) process;

static void forget_process(void) { atomic_store_explicit(&process, 0, memory_order_relaxed); }

__attribute__((constructor)) static void notice_forks(void) { pthread_atfork(NULL, NULL, forget_process); }

pid_t getpid(void) {
  pid_t pid = atomic_load_explicit(&process, memory_order_relaxed);
  if (pid != 0) return pid;
  pid = (pid_t)syscall(SYS_getpid);
  atomic_store_explicit(&process, pid, memory_order_relaxed);
  return pid;
}
