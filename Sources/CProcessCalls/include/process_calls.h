// SPDX-License-Identifier: Apache-2.0
// Calls about processes and threads that Swift cannot make by itself: prctl takes a varying number of arguments, a handler of
// signals may do nothing but what is safe at any moment, anybody might change `environ`, and glibc has no call for how long a
// thread keeps its processor.
#ifndef WAYKEEPER_PROCESS_CALLS_H
#define WAYKEEPER_PROCESS_CALLS_H
#include <sys/types.h>

// In place of a descriptor: an empty input, or an output that goes nowhere.
#define WAYKEEPER_PROCESS_NOTHING (-2)

// How a process starts.
struct waykeeper_process {
  // Looked for in PATH where it has no slash.
  const char *_Nonnull program;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  // The process group that it joins: 0 for one of its own, below 0 for a session of its own.
  pid_t group;
  // A descriptor that it has besides the usual ones, or -1. It needs `inherits`.
  int kept;
  // The descriptors that are its standard input, output and error, or -1 where it has ours.
  int input, output, errors;
  // Nonzero where it also has those of our descriptors that are not closed on exec.
  int inherits;
  // Nonzero where it blocks no signal, whatever was blocked when this program began.
  int hears_all;
  // A file that takes its output and its errors, its input being empty; NULL where it has ours.
  const char *_Nullable log;
};

// Starts a process, which blocks the signals that were blocked when this program began: the threads that Swift runs tasks on
// block most of them. Returns 0, or an error number.
int waykeeper_process_start(const struct waykeeper_process *_Nonnull process, pid_t *_Nonnull pid);
// The environment of this process as it is now, octet by octet; NULL where it was taken away. Swift lets no program read `environ`.
char *_Nullable *_Nullable waykeeper_process_environment(void);
// Opens a pipe that no child inherits, not even one that another thread starts at this moment. Returns 0, or an error number.
int waykeeper_process_pipe(int *_Nonnull reading, int *_Nonnull writing);
// Makes this process the parent of all its descendants whose own parents end. Returns 0, or an error number.
int waykeeper_process_adopt(void);
// What the terminal sends goes to all processes in its foreground by itself, but for SIGHUP at a hang-up: that goes to the leader
// of its session alone.
#define WAYKEEPER_SIGNAL_TO_ALL 0x80
// From now on SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2 end nothing: each is written to the descriptor, one octet, with
// WAYKEEPER_SIGNAL_TO_ALL where the terminal has sent it, unless that is -1. A signal that this process ignores stays ignored.
// Returns 0, or an error number.
int waykeeper_process_note_signals(int descriptor);
// The last of these signals that came, written or not; 0 for none, and once it was asked for.
int waykeeper_process_last_noted(void);
// From now on SIGINT and SIGTERM write this text to the standard error before they end the process as they would without; NULL:
// they write nothing any more. A signal that this process ignores stays ignored. Returns 0, or an error number.
int waykeeper_process_tell_at_end(const char *_Nullable text);
// Keeps a thread on one processor, and all threads and processes that it starts from then on. Returns 0, or an error number.
int waykeeper_thread_pin(pid_t thread, int processor);
// Has the calling thread take no processor from a thread that runs, and leave its own soon to one that wakes; or, with false, be as
// it was. Nothing changes where the system does not take it, or where somebody chose another way of scheduling than the usual one.
void waykeeper_thread_give_way(_Bool gives_way);
#endif
