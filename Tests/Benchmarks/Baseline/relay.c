// SPDX-License-Identifier: Apache-2.0
// The relay: client DEALER -> ROUTER coordinator -> worker -> coordinator -> … -> client, one frame of 64 octets each, and an
// update to a subscriber. Each is a process of its own. What it takes is what the system and libzmq take for as many hops.
// With --sync N the coordinator writes N octets to a file, and waits for the disk, before the client hears of it: what that
// takes in a process that has just slept and shares its caches, and not in a loop of nothing else. With --warm-up N it is
// measured behind so many navigations.
#define _GNU_SOURCE
#include "baseline.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { workers_max = 16, window_max = 16384, octets = 64, log_max = 8 << 20, synced_max = 1 << 20 };
// So many are measured at most, and then it ends: their latencies take 64 MiB.
enum { measured_max = 1 << 23, warm_up_max = 1000000 };
// ns.
static const uint64_t second = 1000000000;
enum word { navigate, ask, answer, done, update, hello };

struct message {
  uint64_t number;
  // Which of the navigations under way.
  uint32_t place;
  // How many workers have answered.
  uint16_t answered;
  uint8_t word;
  char rest[octets - 15];
} __attribute__((packed));
_Static_assert(sizeof(struct message) == octets, "a message has 64 octets");

struct shared {
  atomic_int ready;
  atomic_long updates;
};

static struct shared *shared;
static const char *folder;
static int asks, observers;
static size_t synced;
static pid_t children[workers_max + 2];
static int child_count;

static void *connected(int type, const char *file) {
  char place[128];
  endpoint(place, folder, file);
  void *socket = open_socket(zmq_ctx_new(), type);
  if (zmq_connect(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  return socket;
}

static void *bound(void *context, int type, const char *file) {
  char place[128];
  endpoint(place, folder, file);
  void *socket = open_socket(context, type);
  if (zmq_bind(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  return socket;
}

static void send_message(void *socket, struct message *message) {
  if (zmq_send(socket, message, octets, 0) < 0) die("zmq_send: %s", zmq_strerror(zmq_errno()));
}

static void receive_message(void *socket, struct message *message) {
  int count = zmq_recv(socket, message, octets, 0);
  if (count != octets) die("a message of %d octets: %s", count, count < 0 ? zmq_strerror(zmq_errno()) : "not 64");
}

static void run_worker(int index) {
  void *context = zmq_ctx_new(), *socket = open_socket(context, ZMQ_DEALER);
  char name[8], place[128];
  int length = snprintf(name, sizeof name, "w%d", index);
  zmq_setsockopt(socket, ZMQ_ROUTING_ID, name, (size_t)length);
  endpoint(place, folder, "screens.sock");
  if (zmq_connect(socket, place) != 0) die("%s: %s", place, zmq_strerror(zmq_errno()));
  struct message message = {.word = hello};
  for (send_message(socket, &message);; send_message(socket, &message)) {
    receive_message(socket, &message);
    message.word = answer;
  }
}

static void run_observer(void) {
  void *socket = connected(ZMQ_SUB, "updates.sock");
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "", 0);
  int is_ready = 0;
  struct message message;
  for (;;) {
    receive_message(socket, &message);
    if (message.word == update) atomic_fetch_add(&shared->updates, 1);
    if (!is_ready++) atomic_fetch_add(&shared->ready, 1);
  }
}

static char *log_place(char *place) {
  endpoint(place, folder, "relay.log");
  return place + strlen("ipc://");
}

static char log_data[synced_max];
static int log_file = -1;

// Opens a log, all of which is on the disk before anything is measured.
static void open_log(void) {
  char place[128];
  log_file = open(log_place(place), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (log_file < 0) die("%s: %s", log_place(place), strerror(errno));
  for (off_t filled = 0; filled < log_max; filled += synced_max) {
    if (pwrite(log_file, log_data, synced_max, filled) != synced_max) die("relay.log: %s", strerror(errno));
  }
  if (fsync(log_file) != 0) die("relay.log: %s", strerror(errno));
}

// Writes to the log, which begins anew where it is full, and waits for the disk.
static void write_log(void) {
  static off_t at = 0;
  if (at + (off_t)synced > log_max) at = 0;
  ssize_t written = pwrite(log_file, log_data, synced, at);
  if (written != (ssize_t)synced || fdatasync(log_file) != 0) die("relay.log: %s", strerror(errno));
  at += (off_t)synced;
}

// One worker after the other is asked; then the client hears of it, and the observer.
static void pass_on(struct message *message, void *control, void *screens, void *updates, const char *client, int length) {
  if (message->word == answer) message->answered++;
  if (message->answered < asks) {
    char name[8];
    int size = snprintf(name, sizeof name, "w%d", message->answered);
    message->word = ask;
    zmq_send(screens, name, (size_t)size, ZMQ_SNDMORE);
    send_message(screens, message);
    return;
  }
  if (synced > 0) write_log();
  message->word = done;
  zmq_send(control, client, (size_t)length, ZMQ_SNDMORE);
  send_message(control, message);
  if (observers == 0) return;
  message->word = update;
  send_message(updates, message);
}

static void run_coordinator(void) {
  void *context = zmq_ctx_new();
  void *control = bound(context, ZMQ_ROUTER, "control.sock"), *screens = bound(context, ZMQ_ROUTER, "screens.sock");
  void *updates = bound(context, ZMQ_PUB, "updates.sock");
  char address[256], client[256];
  int length = 0;
  struct message message;
  for (int heard = 0; heard < asks; heard++) {
    zmq_recv(screens, address, sizeof address, 0);
    receive_message(screens, &message);
  }
  // A subscription takes a while: the observer says when it hears something.
  while (atomic_load(&shared->ready) < observers) {
    struct message begin = {.word = hello};
    send_message(updates, &begin);
    usleep(1000);
  }
  if (synced > 0) open_log();
  atomic_fetch_add(&shared->ready, 1);
  zmq_pollitem_t items[2] = {{control, 0, ZMQ_POLLIN, 0}, {screens, 0, ZMQ_POLLIN, 0}};
  for (;;) {
    zmq_poll(items, 2, -1);
    for (int index = 0; index < 2; index++) {
      // At most so many of one side, so that the other gets its turn.
      for (int turn = 0; turn < 64 && items[index].revents & ZMQ_POLLIN; turn++) {
        int size = zmq_recv(items[index].socket, address, sizeof address, ZMQ_DONTWAIT);
        if (size < 0) break;
        receive_message(items[index].socket, &message);
        if (index == 0) memcpy(client, address, (size_t)(length = size));
        pass_on(&message, control, screens, updates, client, length);
      }
    }
  }
}

static void begin(void (*body)(void), void (*numbered)(int), int index) {
  pid_t parent = getpid(), child = fork();
  if (child < 0) die("fork: %s", strerror(errno));
  if (child > 0) {
    children[child_count++] = child;
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _Exit(0);
  if (body != NULL) body();
  numbered(index);
}

static void end_children(void) {
  for (int index = 0; index < child_count; index++) kill(children[index], SIGKILL);
  for (int index = 0; index < child_count; index++) waitpid(children[index], NULL, 0);
  const char *files[] = {"control.sock", "screens.sock", "updates.sock"};
  for (int index = 0; index < 3; index++) {
    char place[128];
    endpoint(place, folder, files[index]);
    unlink(place + strlen("ipc://"));
  }
  char place[128];
  unlink(log_place(place));
}

// Latencies of navigations that have ended, in ns; and how many had ended before anything was measured.
static uint64_t latencies[measured_max];
static long ended, warmed;
// How many were due and were not sent, and how late the first and the last of them were at the end, in ns.
static long not_begun;
static uint64_t late_first, late_last;

static void note(uint64_t latency) { latencies[ended++] = latency; }

// Prints a line of totals (ended, ns, updates, not begun, how late the first and the last of those), and the latency of each
// navigation in ns, a line each.
static int tell(uint64_t duration) {
  long expected = (warmed + ended) * observers;
  for (int look = 0; look < 3000 && atomic_load(&shared->updates) < expected; look++) usleep(1000);
  printf("%ld %llu %ld %ld %llu %llu\n", ended, (unsigned long long)duration, atomic_load(&shared->updates) - warmed * observers,
         not_begun, (unsigned long long)late_first, (unsigned long long)late_last);
  for (long index = 0; index < ended; index++) printf("%llu\n", (unsigned long long)latencies[index]);
  return 0;
}

// When the navigation in each place was sent, or was due.
static uint64_t begun_at[window_max];

static void navigate_from(void *socket, uint32_t place, long number, uint64_t begun) {
  struct message message = {.word = navigate, .place = place, .number = (uint64_t)number};
  begun_at[place] = begun;
  send_message(socket, &message);
}

// Navigates with so many under way at once, and waits for all of them; returns how long that took.
static uint64_t keep_under_way(void *socket, int window, uint64_t duration, long navigations) {
  long sent = 0;
  uint64_t start = now(), last = start;
  for (int place = 0; place < window && sent < navigations; place++) navigate_from(socket, (uint32_t)place, sent++, now());
  while (ended < sent) {
    struct message message;
    receive_message(socket, &message);
    last = now();
    note(last - begun_at[message.place]);
    if (sent == navigations || last - start >= duration) continue;
    navigate_from(socket, message.place, sent++, now());
  }
  return last - start;
}

// The client's socket, when so many navigations have gone through it: connections are made then, and code and memory are there,
// as they are where a coordinator is measured.
static void *warm_socket(int window, long navigations) {
  void *socket = connected(ZMQ_DEALER, "control.sock");
  keep_under_way(socket, window, UINT64_MAX, navigations);
  warmed = ended;
  ended = 0;
  return socket;
}

// The client: so many under way at once.
static int run_client(void *socket, int window, uint64_t duration, long navigations) {
  return tell(keep_under_way(socket, window, duration, navigations));
}

// Waits until something has come, or until a time of the clock; 0 for ever.
static void wait_until(void *socket, int timer, uint64_t time) {
  struct itimerspec setting = {.it_value = {(time_t)(time / second), (long)(time % second)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
  zmq_pollitem_t items[2] = {{socket, 0, ZMQ_POLLIN, 0}, {NULL, timer, ZMQ_POLLIN, 0}};
  zmq_poll(items, 2, -1);
}

// Notes what was due before the time was over and was not sent.
static void note_not_begun(uint64_t start, long sent, uint64_t duration, long navigations, uint64_t rate) {
  uint64_t time = now() - start;
  for (long number = sent; number < navigations && (uint64_t)number * second / rate < duration; number++) {
    late_last = time - (uint64_t)number * second / rate;
    if (not_begun++ == 0) late_first = late_last;
  }
}

// The client that sends so many a second, each when it is due, and as many at once as the other one. What was due in time is sent
// for as long again, and for a second at least, as the load of `way bench` does.
static int run_paced_client(void *socket, int window, uint64_t duration, long navigations, uint64_t rate) {
  static uint32_t unused[window_max];
  int count = window, timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  if (timer < 0) die("timerfd_create: %s", strerror(errno));
  for (int place = 0; place < window; place++) unused[place] = (uint32_t)place;
  long sent = 0;
  uint64_t start = now(), last = start, due = start, time_max = duration + (duration > second ? duration : second);
  for (;;) {
    int is_over = sent == navigations || due - start >= duration || now() - start >= time_max;
    while (!is_over && count > 0 && due <= now()) {
      navigate_from(socket, unused[--count], sent++, due);
      due = start + (uint64_t)sent * second / rate;
      is_over = sent == navigations || due - start >= duration;
    }
    if (is_over && count == window) break;
    wait_until(socket, timer, !is_over && count > 0 ? due : 0);
    struct message message;
    while (zmq_recv(socket, &message, octets, ZMQ_DONTWAIT) == octets) {
      last = now();
      note(last - begun_at[message.place]);
      unused[count++] = message.place;
    }
  }
  note_not_begun(start, sent, duration, navigations, rate);
  return tell((last > due ? last : due) - start);
}

int relay(int count, char **arguments) {
  folder = option(count, arguments, "--folder", NULL);
  if (folder == NULL) die("relay needs --folder");
  asks = (int)number(count, arguments, "--asks", 1, 0, workers_max);
  observers = (int)number(count, arguments, "--observers", 1, 0, 1);
  synced = (size_t)number(count, arguments, "--sync", 0, 0, synced_max);
  int window = (int)number(count, arguments, "--window", 1, 1, window_max);
  long ms = number(count, arguments, "--milliseconds", 1000, 1, 86400000);
  long navigations = number(count, arguments, "--navigations", measured_max, 1, 100000000);
  long warm_up = number(count, arguments, "--warm-up", 0, 0, warm_up_max);
  uint64_t rate = (uint64_t)number(count, arguments, "--rate", 0, 0, 1000000);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) die("mmap: %s", strerror(errno));
  begin(run_coordinator, NULL, 0);
  for (int index = 0; index < asks; index++) begin(NULL, run_worker, index);
  if (observers) begin(run_observer, NULL, 0);
  for (int look = 0; atomic_load(&shared->ready) < 1 + observers; look++) {
    if (look > 10000) die("the coordinator of the relay is not ready after 10 s");
    usleep(1000);
  }
  uint64_t duration = (uint64_t)ms * 1000000u;
  if (navigations > measured_max) navigations = measured_max;
  void *socket = warm_socket(window, warm_up);
  int code = rate > 0 ? run_paced_client(socket, window, duration, navigations, rate)
                      : run_client(socket, window, duration, navigations);
  fflush(stdout);
  end_children();
  _Exit(code);
}
