// SPDX-License-Identifier: Apache-2.0
// What Swift needs of libzmq and of Linux's own calls that glibc's Swift module lacks.
#ifndef WAYKEEPER_CZEROMQ_SHIM_H
#define WAYKEEPER_CZEROMQ_SHIM_H
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <zmq.h>

// glibc 2.36 has no wrapper that every header set shows; the call is the same on all architectures we build for.
static inline int waykeeper_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

// prctl is variadic, which Swift cannot call. At most 15 bytes of the name count.
static inline void waykeeper_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
#endif
