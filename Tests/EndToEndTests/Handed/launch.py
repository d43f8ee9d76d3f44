# SPDX-License-Identifier: Apache-2.0
"""Holds listening sockets and runs a program with them, again and again, as systemd does with a socket unit.

    launch.py FILE… -- PROGRAM [ARGUMENT…]

A FILE is a path to listen at; `dgram:PATH` makes a datagram socket of it. Says `listening`, and `knock PATH` when somebody
connects while no program runs. Lines of its input: `start`, `stop` (SIGTERM), `kill` (SIGKILL), `await` and `remove PATH`; it answers
`started`, `ended CODE` and `removed`. Ends with its input, and the program with it.
"""

import os
import select
import signal
import socket
import sys


def say(text):
    print(text, flush=True)


def listening(file):
    kind, path = (socket.SOCK_DGRAM, file[6:]) if file.startswith("dgram:") else (socket.SOCK_STREAM, file)
    made = socket.socket(socket.AF_UNIX, kind)
    made.bind(path)
    if kind == socket.SOCK_STREAM:
        made.listen(64)
    return path, made


def start(sockets, words):
    pid = os.fork()
    if pid == 0:
        # Out of the way first, for the numbers of one may be the place of another.
        spare = [os.dup2(made.fileno(), 100 + index) for index, (_, made) in enumerate(sockets)]
        for index, descriptor in enumerate(spare):
            os.dup2(descriptor, 3 + index, inheritable=True)
            os.close(descriptor)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(sockets)))
        os.execv(words[0], words)
    return pid


def main():
    split = sys.argv.index("--")
    os.umask(0)
    sockets = [listening(file) for file in sys.argv[1:split]]
    words = sys.argv[split + 1:]
    say("listening")
    pid = None
    try:
        while True:
            waiting = [made for _, made in sockets] if pid is None else []
            ready, _, _ = select.select([sys.stdin, *waiting], [], [])
            for path, made in sockets:
                if made in ready:
                    say(f"knock {path}")
            # Whoever has knocked waits until a program takes it in, and so does this.
            line = sys.stdin.readline().split()
            if not line:
                break
            if line[0] == "start":
                pid = start(sockets, words)
                say("started")
            elif line[0] == "remove":
                os.unlink(line[1])
                say("removed")
            elif pid is not None:
                if line[0] != "await":
                    os.kill(pid, signal.SIGTERM if line[0] == "stop" else signal.SIGKILL)
                say(f"ended {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}")
                pid = None
    finally:
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


main()
