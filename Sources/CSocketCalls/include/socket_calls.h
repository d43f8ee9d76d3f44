// SPDX-License-Identifier: Apache-2.0
// The four calls by which libzmq takes, reads, writes and closes a connection, seen from outside of libzmq.
//
// A program that links this library defines `accept4`, `recv`, `send` and `close` itself, as a preloaded library would. The
// system's linker prefers the program's own definitions, so libzmq calls these. Each makes the system call; for the descriptors
// that are marked it also tells the functions that `waykeeper_calls_watch` was given. All other descriptors pass unseen.
//
// It also defines calls that libzmq makes more often than it needs an answer of the system. `getpid` remembers its answer until a
// fork: libzmq asks at each look into a mailbox, forty times for one navigation. `eventfd`, `poll`, `read` and `write` keep count
// of the signals between libzmq's threads (mailbox_calls.c), `epoll_ctl` and `epoll_wait` of the connections that can be written
// (epoll_calls.c); `socket` marks connections of a program that only connects. One navigation was 117 system calls, and is 17.
#ifndef WAYKEEPER_SOCKET_CALLS_H
#define WAYKEEPER_SOCKET_CALLS_H
#include <stddef.h>
#include <sys/types.h>

// How a descriptor is marked.
enum { waykeeper_calls_unseen = 0, waykeeper_calls_listener = 1, waykeeper_calls_connection = 2 };
// Descriptors from here on are never seen.
enum { waykeeper_calls_descriptors_max = 65536 };

struct waykeeper_calls {
  // accept4 on a marked listener: the whole call. Returns a descriptor, or an error number with a minus.
  int (*_Nonnull accepts)(int listener, int flags);
  // recv on a marked connection gave these octets. False ends the connection: libzmq sees its end.
  _Bool (*_Nonnull received)(int descriptor, const void *_Nonnull octets, size_t count);
  // send on a marked connection took `count` of `wanted` octets, or none (-1).
  void (*_Nonnull sent)(int descriptor, size_t wanted, ssize_t count);
  // close of a marked descriptor, before the number can be used again: takes the mark back.
  void (*_Nonnull closes)(int descriptor);
};

// Begins to tell these functions. Called once, before anything is marked.
void waykeeper_calls_watch(const struct waykeeper_calls *_Nonnull calls);
// Marks the connections that libzmq makes from now on, for a program that accepts none and watches no calls.
void waykeeper_calls_see_connects(void);
// Marks a descriptor, or takes the mark back. False for a number that is too large.
_Bool waykeeper_calls_mark(int descriptor, int mark);
// The system's accept4. Returns a descriptor, or an error number with a minus.
int waykeeper_calls_accept(int listener, int flags);
// The system's close.
void waykeeper_calls_close(int descriptor);
// The process at the other end of a connection of this machine, as the kernel saw it at the connect. False over tcp.
_Bool waykeeper_calls_peer(int descriptor, unsigned int *_Nonnull uid, int *_Nonnull pid);
// Gives memory that was freed back to the system.
void waykeeper_calls_trim(void);
// Whether the calls of the process's libraries arrive here.
_Bool waykeeper_calls_arrive(void);
#endif
