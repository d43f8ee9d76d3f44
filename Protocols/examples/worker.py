#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import json, os, struct, uuid, zmq  # a process with two screens: `home`, and `list` on top of it

SCREENS = "ipc://" + os.environ["WAYKEEPER_RUNTIME_DIR"] + "/screens.sock"
HELLO, ANSWER, APPEARED, PONG, WELCOME, WHO, ASK, WORKER_STATE, PING = 0x21, 0x23, 0x26, 0x28, 0x31, 0x32, 0x34, 0x36, 0x37
me = {"worker": "example", "incarnation": uuid.uuid4().hex, "root": ["home"],
      "routables": {"home": {"handles": ["show list"]}, "list": {"handles": ["hide list"]}}}
answers = {"install home": {"done": True}, "show list": {"push": True}, "hide list": {"pop": True}}

def connect():
    global socket
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.linger, socket.rcvtimeo = 0, 1500
    socket.connect(SCREENS)
    say(HELLO, me)

def say(kind, body):
    header = struct.pack(">2sBBBB2sQ16s", b"WK", 1, 0, kind, 1, bytes(2), epoch, bytes(16))
    socket.send_multipart([header, json.dumps(body).encode()])

silences, epoch, shown = 0, 0, {}
connect()
while True:
    try:
        header, body = socket.recv_multipart()
    except zmq.Again:  # 1.5 s of silence: ask whether the coordinator knows us; after 3 s: a new socket
        silences += 1
        say(PONG, {"applied": shown}) if silences % 2 else (socket.close(), connect())
        continue
    silences, kind, body = 0, header[4], json.loads(body)
    if kind == WHO:
        say(HELLO, me)
    elif kind == WELCOME:
        epoch = int.from_bytes(header[8:16], "big")
        print("welcome", flush=True)
    elif kind == PING:
        say(PONG, {"applied": shown})
    elif kind == ASK:
        say(ANSWER, {"token": body["token"]} | answers.get(body["request"], {"declined": True}))
    elif kind == WORKER_STATE:  # whole, each time: show exactly these elements
        print("showing " + " ".join(e["screen"] for e in body["elements"]), flush=True)
        shown[body["scene"]] = {"epoch": epoch, "revision": body["revision"]}
        if fresh := [e["id"] for e in body["elements"] if not e["hasAppeared"]]:
            say(APPEARED, {"scene": body["scene"], "elements": fresh, "revision": body["revision"]})
