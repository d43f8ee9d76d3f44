// SPDX-License-Identifier: Apache-2.0
// What Swift needs of libzmq and of Linux's own calls that glibc's Swift module lacks.
#ifndef WAYKEEPER_CZEROMQ_SHIM_H
#define WAYKEEPER_CZEROMQ_SHIM_H
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

// glibc 2.36 has no wrapper that every header set shows; the call is the same on all architectures we build for.
static inline int waykeeper_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
#endif
