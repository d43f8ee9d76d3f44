// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "process_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static sigset_t blocked_at_first;

__attribute__((constructor)) static void keep_mask(void) { pthread_sigmask(SIG_BLOCK, NULL, &blocked_at_first); }

// What takes the place of one of the usual descriptors.
static int take(posix_spawn_file_actions_t *actions, int descriptor, int place) {
  if (descriptor == WAYKEEPER_PROCESS_NOTHING) {
    return posix_spawn_file_actions_addopen(actions, place, "/dev/null", O_RDWR, 0);
  }
  return descriptor >= 0 ? posix_spawn_file_actions_adddup2(actions, descriptor, place) : 0;
}

int waykeeper_process_start(const struct waykeeper_process *process, pid_t *pid) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  // What this process ignores from its start on, the child shall hear.
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  flags |= process->group < 0 ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
  posix_spawnattr_setflags(&attributes, flags);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, process->hears_all ? &none : &blocked_at_first);
  if (process->group >= 0) posix_spawnattr_setpgroup(&attributes, process->group);
  // A descriptor that takes its own place is kept over the exec.
  if (process->kept >= 0) error = posix_spawn_file_actions_adddup2(&actions, process->kept, process->kept);
  if (error == 0) error = take(&actions, process->input, STDIN_FILENO);
  if (error == 0) error = take(&actions, process->output, STDOUT_FILENO);
  if (error == 0) error = take(&actions, process->errors, STDERR_FILENO);
  if (error == 0 && process->log != NULL) {
    error = take(&actions, WAYKEEPER_PROCESS_NOTHING, STDIN_FILENO);
    if (error == 0) {
      int mode = O_WRONLY | O_CREAT | O_APPEND;
      error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, process->log, mode, 0600);
    }
    if (error == 0) error = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  }
  // Behind the last of the usual ones.
  if (error == 0 && !process->inherits) error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (error == 0) {
    error = posix_spawnp(
        pid, process->program, &actions, &attributes, process->arguments, process->environment);
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

char **waykeeper_process_environment(void) { return environ; }

int waykeeper_process_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int waykeeper_process_adopt(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno; }

static atomic_int noted = -1;
static atomic_int last_noted = 0;

static void note(int signal, siginfo_t *information, void *context) {
  (void)context;
  atomic_store_explicit(&last_noted, signal, memory_order_relaxed);
  int descriptor = atomic_load_explicit(&noted, memory_order_relaxed);
  if (descriptor < 0) return;
  int error = errno;
  unsigned char octet = (unsigned char)(signal | (information->si_code == SI_KERNEL ? WAYKEEPER_SIGNAL_TO_ALL : 0));
  // Where so many wait that there is no room, one more tells nothing new.
  ssize_t count = write(descriptor, &octet, 1);
  (void)count;
  errno = error;
}

static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

// The signals arrive at this thread, whatever the others block: a program may also have been started with them blocked.
static void *take_signals(void *nothing) {
  sigset_t taken;
  sigemptyset(&taken);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaddset(&taken, signals[index]);
  pthread_sigmask(SIG_UNBLOCK, &taken, NULL);
  for (;;) pause();
  return nothing;
}

static atomic_flag is_taking = ATOMIC_FLAG_INIT;

static int start_taking(void) {
  // One thread is enough for all who ask one after another.
  if (atomic_flag_test_and_set(&is_taking)) return 0;
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&thread, NULL, take_signals, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0) {
    pthread_detach(thread);
  } else {
    atomic_flag_clear(&is_taking);
  }
  return error;
}

static char last_words[512];
static atomic_size_t last_length = 0;

static void tell_and_end(int signal) {
  size_t length = atomic_exchange(&last_length, 0);
  if (length > 0) {
    ssize_t count = write(STDERR_FILENO, last_words, length);
    (void)count;
  }
  // The action is the usual one again, and the signal waits until this handler is over.
  raise(signal);
}

int waykeeper_process_tell_at_end(const char *text) {
  atomic_store(&last_length, 0);
  if (text == NULL) return 0;
  size_t length = strlen(text);
  if (length > sizeof last_words) length = sizeof last_words;
  memcpy(last_words, text, length);
  atomic_store(&last_length, length);
  static const int ends[] = {SIGINT, SIGTERM};
  for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
    struct sigaction present;
    if (sigaction(ends[index], NULL, &present) != 0) return errno;
    // Whoever hears of it otherwise goes on to.
    if ((present.sa_flags & SA_SIGINFO) || present.sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = tell_and_end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (sigaction(ends[index], &action, NULL) != 0) return errno;
  }
  return 0;
}

int waykeeper_process_note_signals(int descriptor) {
  if (descriptor >= 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0) return errno;
  atomic_store_explicit(&noted, descriptor, memory_order_relaxed);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction present;
    if (sigaction(signals[index], NULL, &present) != 0) return errno;
    if (!(present.sa_flags & SA_SIGINFO) && present.sa_handler == SIG_IGN) continue;
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(signals[index], &action, NULL) != 0) return errno;
  }
  return start_taking();
}

int waykeeper_process_last_noted(void) { return atomic_exchange(&last_noted, 0); }

int waykeeper_thread_pin(pid_t thread, int processor) {
  if (processor < 0 || processor >= CPU_SETSIZE) return EINVAL;
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(processor, &processors);
  return sched_setaffinity(thread, sizeof processors, &processors) == 0 ? 0 : errno;
}
