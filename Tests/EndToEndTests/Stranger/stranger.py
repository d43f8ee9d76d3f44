#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A client (REQ), an observer (SUB) and a worker (DEALER) written from the specification alone, in JSON.

    stranger.py RUNTIME_FOLDER      of a coordinator that is fresh: no journal, no declared scenes, hosting required

Ends with 0 when everything holds that it expects; else it says what does not.
"""
import json
import os
import struct
import sys
import time
import uuid

import zmq

HEADER = struct.Struct(">2sBBBB2sQ16s")
KINDS = {
    "CMD": 0x01, "QUERY": 0x02, "CANCEL": 0x03, "RESUME": 0x04, "SNAPSHOT?": 0x05, "INSPECT": 0x06, "ACCEPTED": 0x11,
    "OUTCOME": 0x12, "STATUS": 0x13, "SNAPSHOT": 0x14, "REPORT": 0x15, "ERROR": 0x1F, "HELLO": 0x21, "REGISTER": 0x22,
    "ANSWER": 0x23, "WORKING": 0x24, "ABANDONED": 0x25, "APPEARED": 0x26, "CANNOT_SHOW": 0x27, "PONG": 0x28,
    "BYE": 0x29, "WELCOME": 0x31, "WHO": 0x32, "REGISTERED": 0x33, "ASK": 0x34, "SETTLED": 0x35, "WORKER_STATE": 0x36,
    "PING": 0x37, "STATE": 0x41, "UPDATE": 0x42, "PRESENCE": 0x43, "KEEPALIVE": 0x44,
}
WORDS = {octet: word for word, octet in KINDS.items()}
PATIENCE = 10.0


def header(kind, epoch=0, correlation=bytes(16), major=1):
    return HEADER.pack(b"WK", major, 0, kind, 1, bytes(2), epoch, correlation)


def read(frames):
    """Kind, body, epoch and correlation of a message's two frames."""
    assert len(frames) == 2, f"two frames expected, got {len(frames)}"
    signature, major, _, kind, flags, _, epoch, correlation = HEADER.unpack(frames[0])
    assert signature == b"WK" and major == 1, f"{signature} {major}"
    assert flags & 1, "asked in JSON, answered in JSON"
    return WORDS[kind], json.loads(frames[1]), epoch, correlation


def names(path):
    return [element["screen"] for element in path]


def equal(got, wanted, what):
    assert got == wanted, f"{what}: expected {wanted!r}, got {got!r}"


class Peer:
    """A socket of a client or worker."""

    def __init__(self, stranger, kind, file):
        self.stranger = stranger
        self.socket = stranger.context.socket(kind)
        self.socket.linger = 0
        self.socket.immediate = 1
        if kind == zmq.REQ:
            self.socket.setsockopt(zmq.REQ_RELAXED, 1)
            self.socket.setsockopt(zmq.REQ_CORRELATE, 1)
        self.socket.connect(f"ipc://{stranger.folder}/{file}")
        self.epoch = 0

    def send(self, kind, body, correlation=None, major=1):
        correlation = correlation or uuid.uuid4().bytes
        octet = KINDS[kind] if isinstance(kind, str) else kind
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.socket.send_multipart([header(octet, self.epoch, correlation, major), data])
        return correlation

    def receive(self):
        """A message that is there already, or None."""
        try:
            frames = self.socket.recv_multipart(zmq.NOBLOCK)
        except zmq.ZMQError as error:
            # A REQ that has its answer may not receive until it has asked again.
            if error.errno in (zmq.EAGAIN, zmq.EFSM):
                return None
            raise
        kind, body, epoch, correlation = read(frames)
        self.epoch = max(self.epoch, epoch)
        return kind, body, correlation


class Client(Peer):
    def __init__(self, stranger, kind=zmq.REQ):
        super().__init__(stranger, kind, "control.sock")
        self.answers = []

    def turn(self):
        while (message := self.receive()) is not None:
            self.answers.append(message)

    def ask(self, kind, body, major=1):
        """Sends, and waits for the answer with the same correlation."""
        correlation = self.send(kind, body, major=major)
        return self.answer(correlation, f"the answer to {kind} {body}")

    def answer(self, correlation, what):
        found = []

        def arrived():
            found.extend(each for each in self.answers if each[2] == correlation)
            return bool(found)

        self.stranger.wait(arrived, what)
        self.answers.remove(found[0])
        return found[0][0], found[0][1]

    def command(self, verb, command_id=None, **members):
        body = {"commandId": command_id or self.stranger.fresh_id(), "verb": verb, **members}
        kind, outcome = self.ask("CMD", body)
        equal(kind, "OUTCOME", f"the answer to {body}: {outcome}")
        equal(outcome["commandId"], body["commandId"], "the outcome's id")
        missing = {
            "outcome", "reason", "message", "scene", "epoch", "revision", "commandId", "path", "asked", "ms", "durable",
        } - outcome.keys()
        assert not missing, f"the outcome lacks {missing}"
        return outcome


class Worker(Peer):
    """A worker that answers at once, by the table `answers` of (screen, request)."""

    def __init__(self, stranger, registration):
        super().__init__(stranger, zmq.DEALER, "screens.sock")
        self.registration = registration
        self.answers = {}
        self.heard = []
        self.asks = []
        self.shown = []
        self.verdicts = {}
        self.applied = {}

    def hello(self):
        correlation = self.send("HELLO", self.registration)

        def answered():
            return any(c == correlation for _, _, c in self.heard)

        self.stranger.wait(answered, "the answer to HELLO")
        return next((kind, body) for kind, body, c in self.heard if c == correlation)

    def turn(self):
        while (message := self.receive()) is not None:
            kind, body, _ = message
            self.heard.append(message)
            if kind == "ASK":
                self.asks.append(body)
                self.stranger.asks += 1
                answer = self.answers.get((body["screen"], body["request"]), {"declined": True})
                self.send("ANSWER", {"token": body["token"], **answer})
            elif kind == "SETTLED":
                assert body["token"] not in self.verdicts, f"a second verdict of {body}"
                self.verdicts[body["token"]] = body["verdict"]
            elif kind == "WORKER_STATE":
                self.follow(body)
            elif kind == "PING":
                self.send("PONG", {"applied": self.applied, "unsettled": []})

    def follow(self, state):
        self.applied[state["scene"]] = {"epoch": self.epoch, "revision": state["revision"]}
        self.shown = state["elements"]
        coming = [element["id"] for element in self.shown if not element["hasAppeared"]]
        if coming:
            self.send("APPEARED", {"scene": state["scene"], "elements": coming})


class Observer:
    def __init__(self, stranger):
        self.socket = stranger.context.socket(zmq.SUB)
        self.socket.linger = 0
        self.socket.connect(f"ipc://{stranger.folder}/updates.sock")
        for topic in (b"wk1/json/main/", b"wk1/json/!"):
            self.socket.subscribe(topic)
        self.updates = []
        self.states = []
        self.presences = []
        self.keepalives = []

    def turn(self):
        while True:
            try:
                topic, *frames = self.socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            kind, body, epoch, _ = read(frames)
            equal(body["epoch"], epoch, f"the epoch of {kind}")
            equal(topic, b"wk1/json/!" if kind == "KEEPALIVE" else b"wk1/json/main/", f"the topic of {kind}")
            {
                "UPDATE": self.updates, "STATE": self.states, "PRESENCE": self.presences, "KEEPALIVE": self.keepalives,
            }[kind].append(body)


class Stranger:
    def __init__(self, folder):
        self.folder = folder
        self.context = zmq.Context()
        self.poller = zmq.Poller()
        self.peers = []
        self.count = 0
        self.asks = 0
        alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        bits = int.from_bytes(os.urandom(16), "big")
        self.client_name = "stranger-" + "".join(alphabet[bits >> shift & 31] for shift in range(125, -1, -5))

    def fresh_id(self):
        self.count += 1
        return f"{self.client_name}-{self.count}"

    def add(self, peer):
        self.peers.append(peer)
        self.poller.register(peer.socket, zmq.POLLIN)
        return peer

    def drop(self, peer):
        self.peers.remove(peer)
        self.poller.unregister(peer.socket)
        peer.socket.close()

    def wait(self, condition, what):
        """Serves every socket until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            left = end - time.monotonic()
            assert left > 0, f"waited {PATIENCE} s for {what}"
            self.poller.poll(left * 1000)
            for peer in list(self.peers):
                peer.turn()

    # ── what a stranger can do ────────────────────────────────────────────────────────────────────

    def run(self):
        self.observer = self.add(Observer(self))
        self.client = self.add(Client(self))
        self.garbage()
        self.greet()
        self.begin()
        self.show()
        self.copies()
        self.guards()
        self.navigator_verbs()
        self.nobody_handles()
        self.gate()
        self.questions()
        self.restart()
        self.history()

    def garbage(self):
        kind, error = self.client.ask("PING", {}, major=9)
        equal((kind, error["code"]), ("ERROR", "unsupported"), "another major version")
        equal(error["majors"], [1, 1], "what the coordinator speaks")
        kind, error = self.client.ask(0xEE, {})
        equal((kind, error["code"]), ("ERROR", "unsupported"), "an unknown kind")
        kind, error = self.client.ask("CMD", b"{\"verb\":\"back\",\"verb\":\"back\"}")
        equal((kind, error["code"]), ("ERROR", "malformed"), "a repeated member")
        kind, error = self.client.ask("CMD", {"commandId": "x", "verb": "go", "screens": ["A"]})
        equal((kind, error["code"]), ("ERROR", "malformed"), "a verb without its target")
        assert "'on'" in error["message"], error
        kind, error = self.client.ask("OUTCOME", b"{")
        equal(kind, "ERROR", "an outcome from a client")

    def greet(self):
        self.worker = self.add(
            Worker(
                self,
                {
                    "worker": "stranger", "version": "1.0", "incarnation": uuid.uuid4().hex, "root": ["home"],
                    "routables": {
                        "home": {"handles": ["show list", "show login", "show secret"]},
                        "list": {"handles": ["hide list"], "guard": True, "standing": {}},
                        "help": {}, "login": {}, "secret": {"presentation": "sheet"},
                    },
                    "unknown member": "is ignored",
                }))
        self.worker.send("PONG", {})
        self.wait(lambda: any(kind == "WHO" for kind, _, _ in self.worker.heard), "WHO, for there is no session")
        kind, welcome = self.worker.hello()
        equal(kind, "WELCOME", f"the answer to HELLO: {welcome}")
        equal(welcome["verdicts"], [], "verdicts")
        assert self.worker.epoch > 0, "an epoch in the header"

    def begin(self):
        kind, status = self.client.ask("QUERY", {"commandId": f"{self.client_name}-1"})
        equal((kind, status["state"]), ("STATUS", "notSeen"), "an id that was never seen")
        outcome = self.client.command("show", names=["list"])
        equal((outcome["outcome"], outcome["reason"]), ("rejected", "unknownScene"), "a verb that begins no scene")
        self.worker.answers["home", "install home"] = {"done": True}
        outcome = self.client.command("start", name="home", until="appeared")
        equal((outcome["outcome"], outcome["revision"]), ("committed", 1), f"start: {outcome}")
        equal(outcome["appeared"], True, "the worker reported APPEARED")
        equal(outcome["path"][0]["id"], 0, "the root's id")
        equal(outcome["asked"][-1]["request"], "install home", "the trace")
        self.wait(lambda: "used" in self.worker.verdicts.values(), "SETTLED(used)")

    def show(self):
        self.worker.answers["home", "show list"] = {"push": True}
        outcome = self.client.command("show", names=["list"], context={"n": 7.0, "gone": None}, because="a test")
        equal((outcome["outcome"], names(outcome["path"])), ("committed", ["home", "list"]), "show")
        element = outcome["path"][1]
        equal(json.dumps(element["content"]), '{"n": 7}', "content in canonical form, the context")
        equal((element["presentation"], element["worker"]), ("push", "stranger"), "the element")
        asked = outcome["asked"][0]
        equal((asked["request"], asked["screen"], asked["answer"]), ("show list", "home", "push"), "the trace")
        ask = self.worker.asks[-1]
        equal((ask["phase"], ask["context"], ask["element"]), ("handle", {"n": 7}, 0), "the ask")
        assert ask["deadlineMs"] <= 5000 and ask["draft"] is False, ask
        self.list_id = element["id"]
        self.wait(lambda: names(self.worker.shown) == ["home", "list"], "STATE to the worker")
        self.wait(lambda: any(u["cause"]["because"] == "a test" for u in self.observer.updates), "its UPDATE")

    def copies(self):
        command_id = self.fresh_id()
        help_on_list = {"screens": ["help"], "on": {"id": self.list_id}}
        first = self.client.command("go", command_id, **help_on_list)
        equal(first["outcome"], "committed", "go")
        equal(self.client.command("go", command_id, **help_on_list), first, "a copy's outcome")
        kind, outcome = self.client.ask("QUERY", {"commandId": command_id[-12:]})
        equal((kind, outcome), ("OUTCOME", first), "the outcome by an ending of the id")
        other = self.client.command("back", command_id)
        equal((other["outcome"], other["reason"]), ("rejected", "idReused"), "another command under the same id")
        sealed = self.fresh_id()
        kind, outcome = self.client.ask("QUERY", {"commandId": sealed, "seal": True})
        equal((kind, outcome["reason"]), ("OUTCOME", "lost"), "sealing an unseen id")
        equal(self.client.command("back", sealed)["reason"], "lost", "a sealed id never runs")
        back = self.client.command("back")
        equal(names(back["path"]), ["home", "list"], "back pops what has no guard")

    def guards(self):
        self.worker.answers["list", "leave"] = {"deny": {"code": "notes", "message": "unsaved notes"}}
        outcome = self.client.command("back")
        equal((outcome["outcome"], outcome["reason"], outcome["code"]), ("vetoed", "guard", "notes"), "a guard")
        equal(outcome["message"], "unsaved notes", "its words")
        equal(outcome["by"], {"worker": "stranger", "screen": "list", "element": self.list_id}, "who vetoed")
        equal(names(outcome["path"]), ["home", "list"], "nothing changed")
        outcome = self.client.command("hide", name="list", guards="skip")
        equal(outcome["outcome"], "unhandled", "nobody handles hide list yet")
        self.worker.answers["list", "hide list"] = {"pop": True}
        outcome = self.client.command("hide", name="list", guards="skip")
        equal((outcome["outcome"], names(outcome["path"])), ("committed", ["home"]), "hide, guards skipped")
        revision = outcome["revision"]
        self.wait(lambda: any(u["revision"] == revision for u in self.observer.updates), "its UPDATE")
        update = next(u for u in self.observer.updates if u["revision"] == revision)
        equal((update["cause"]["guards"], update["cause"]["verb"]), ("skip", "hide list"), "the cause")
        equal(names(update["previous"]), ["home", "list"], "the path before")

    def navigator_verbs(self):
        outcome = self.client.command("replace", screens="home/list?n=1/^help")
        equal(outcome["outcome"], "committed", f"replace: {outcome['message']}")
        equal([e["presentation"] for e in outcome["path"]], ["push", "push", "sheet"], "path syntax")
        equal(outcome["path"][1]["content"], {"n": 1}, "content in path syntax")
        again = self.client.command("replace", screens="home/list?n=1/sheet:help")
        equal((again["outcome"], again["reason"]), ("unchanged", "same"), "the same path again")
        unknown = self.client.command("goBack", to="exhibit")
        equal((unknown["outcome"], unknown["reason"]), ("unchanged", "targetNotFound"), "an unknown target")
        stale = self.client.command("goBack", to="home", expecting={"revision": 1})
        equal(stale["outcome"], "conflict", "an old revision expected")
        typo = self.client.command("go", screens=["hlep"], on="home", guards="skip")
        equal((typo["outcome"], typo["reason"]), ("rejected", "noHost"), "a screen without host")
        assert "help" in typo["message"], typo["message"]
        batch = self.client.command(
            "batch", guards="skip",
            verbs=[{"verb": "goBack", "to": "home"}, {"verb": "go", "screens": [{"screen": "help"}], "on": {"id": 0}}])
        equal((batch["outcome"], names(batch["path"])), ("committed", ["home", "help"]), "a batch")
        outcome = self.client.command("dismiss", target={"id": 0})
        equal((outcome["outcome"], outcome["reason"]), ("unchanged", "rootCannotBeDismissed"), "the root")
        outcome = self.client.command("dismissSuccessor", target="home")
        equal(names(outcome["path"]), ["home"], "dismissSuccessor")

    def nobody_handles(self):
        outcome = self.client.command("show", names=["exhibit"])
        equal(outcome["outcome"], "unhandled", "a request that nobody registered")
        equal(outcome["asked"][-1]["answer"], "unregistered", "its installer is asked last")
        self.worker.answers["home", "show list"] = {"failed": "no such list"}
        outcome = self.client.command("show", names=["list"])
        equal((outcome["outcome"], outcome["reason"]), ("failed", "handler"), "a handler that fails")
        equal(outcome["message"], "no such list", "its words")

    def gate(self):
        """show secret needs a login first: parked, the login is shown, then it is resumed."""
        self.worker.answers["home", "show secret"] = {"redirect": {"verb": "show", "names": ["login"], "withinMs": 9000}}
        self.worker.answers["home", "show login"] = {"push": True}
        asynchronous = self.add(Client(self, zmq.DEALER))
        command_id = self.fresh_id()
        correlation = asynchronous.send("CMD", {"commandId": command_id, "verb": "show", "names": ["secret"]})
        self.wait(lambda: names(self.worker.shown) == ["home", "login"], "the login to be shown")
        kind, status = asynchronous.answer(correlation, "word of the parking")
        equal((kind, status["state"]), ("STATUS", "parked"), "what a DEALER hears of the parking")
        kind, status = self.client.ask("QUERY", {"commandId": command_id})
        equal((kind, status["state"]), ("STATUS", "parked"), "the parked command")
        self.worker.answers["home", "show secret"] = {"present": True}
        self.worker.send("RESUME", {"commandId": self.fresh_id(), "target": command_id})
        kind, outcome = asynchronous.answer(correlation, "the parked command's outcome")
        equal((kind, outcome["outcome"]), ("OUTCOME", "committed"), f"the resumed command: {outcome}")
        equal(names(outcome["path"]), ["home", "login", "secret"], "its path")
        equal(outcome["path"][2]["presentation"], "sheet", "the presentation that the host registered")
        self.drop(asynchronous)

    def questions(self):
        kind, snapshot = self.client.ask("SNAPSHOT?", {})
        equal((kind, [s["scene"] for s in snapshot["scenes"]]), ("SNAPSHOT", ["main"]), "the scenes")
        kind, report = self.client.ask("INSPECT", {"subject": "workers"})
        equal((kind, report["objects"][0]["worker"]), ("REPORT", "stranger"), "the workers")
        kind, report = self.client.ask("INSPECT", {"subject": "status"})
        garbage = report["objects"][0]["counters"]["garbage"]
        assert garbage["malformed"] >= 2 and garbage["unsupported"] >= 2, garbage
        kind, outcome = self.client.ask("CANCEL", {"commandId": self.fresh_id()})
        equal((kind, outcome["outcome"]), ("OUTCOME", "cancelled"), "a cancel seals an unseen id")
        self.worker.registration["generation"] = 2
        self.worker.registration["routables"]["map"] = {}
        self.worker.send("REGISTER", self.worker.registration)
        self.wait(lambda: any(k == "REGISTERED" and b["generation"] == 2 for k, b, _ in self.worker.heard), "REGISTERED")
        outcome = self.client.command("go", screens=["map"], on="home")
        equal((outcome["outcome"], names(outcome["path"])), ("committed", ["home", "map"]), "the new screen")
        self.wait(lambda: any(kind == "PING" for kind, _, _ in self.worker.heard), "PING")

    def restart(self):
        """A planned restart: leaving, then attended again by another process of the same name."""
        seen = len(self.observer.presences)
        self.worker.send("BYE", {"restartingMs": 8000})
        self.wait(lambda: any(p["presence"] == "leaving" for p in self.observer.presences[seen:]), "presence leaving")
        kind, error = self.worker.hello()
        equal((kind, error["code"]), ("ERROR", "replaced"), "the incarnation that said BYE")
        successor = self.add(Worker(self, {**self.worker.registration, "incarnation": uuid.uuid4().hex}))
        equal(successor.hello()[0], "WELCOME", "the next incarnation")
        self.drop(self.worker)
        self.worker = successor
        self.wait(lambda: names(successor.shown) == ["home", "map"], "its STATE")
        self.wait(lambda: any(p["presence"] == "attended" for p in self.observer.presences[seen:]), "presence attended")

    def history(self):
        kind, snapshot = self.client.ask("SNAPSHOT?", {"scenes": ["main"]})
        scene = snapshot["scenes"][0]
        last = scene["revision"]
        self.wait(lambda: self.observer.updates[-1]["revision"] >= last, "the last UPDATE")
        updates = self.observer.updates
        equal([u["revision"] for u in updates], list(range(1, updates[-1]["revision"] + 1)), "every revision, in order")
        for before, after in zip(updates, updates[1:]):
            equal(after["previousRevision"], before["revision"], "the revision before")
            equal([e["id"] for e in after["previous"]], [e["id"] for e in before["current"]], "the path before")
        assert any(u["minor"] and u["cause"]["kind"] == "appeared" for u in updates), "a minor commit"
        here = updates[-1]["revision"]
        self.wait(
            lambda: any(p["revision"] == here for k in self.observer.keepalives for p in k["scenes"]), "a KEEPALIVE")
        count = len(self.observer.states)
        self.observer.socket.unsubscribe(b"wk1/json/main/")
        self.observer.socket.subscribe(b"wk1/json/main/")
        self.wait(lambda: len(self.observer.states) > count, "the STATE that answers a subscription")
        state = self.observer.states[-1]
        equal(names(state["path"]), names(updates[-1]["current"]), "the state")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    stranger = Stranger(sys.argv[1])
    try:
        stranger.run()
    except AssertionError as failure:
        print(f"stranger.py: {failure}", file=sys.stderr)
        return 1
    finally:
        stranger.context.destroy(linger=0)
    print(f"everything holds: {len(stranger.observer.updates)} updates, {stranger.asks} asks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
