#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import json, os, zmq  # a status bar: prints the path of the scene `main` whenever it changes

UPDATES = "ipc://" + os.environ["WAYKEEPER_RUNTIME_DIR"] + "/updates.sock"
STATE, UPDATE, KEEPALIVE = 0x41, 0x42, 0x44
socket = zmq.Context().socket(zmq.SUB)
socket.connect(UPDATES)
for topic in ("wk1/json/main/", "wk1/json/!"):  # the scene; keepalives
    socket.subscribe(topic)
socket.rcvtimeo, view, shown = 3000, (0, 0), None  # the view is at (epoch, revision); shown is what was printed
while True:
    try:
        _, header, body = socket.recv_multipart()
        body, kind = json.loads(body), header[4]
    except zmq.Again:  # nothing for 3 s, not even a keepalive
        kind, body = KEEPALIVE, None
    if kind in (STATE, UPDATE) and (body["epoch"], body["revision"]) > view:  # the path is whole: take it
        view = (body["epoch"], body["revision"])
        path = "/".join(e["screen"] for e in body["path" if kind == STATE else "current"])
        if path != shown:  # a minor commit changes none, but may be the first that is heard after a loss
            print(path, flush=True)
        shown = path
    elif kind == KEEPALIVE and (not body or any((body["epoch"], s["revision"]) > view for s in body["scenes"] if s["scene"] == "main")):
        socket.unsubscribe("wk1/json/main/")  # something was lost: each new subscription is answered with the STATE
        socket.subscribe("wk1/json/main/")
