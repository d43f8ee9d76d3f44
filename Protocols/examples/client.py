#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import json, os, secrets, struct, sys, time, zmq  # client.py '{"verb":"start","name":"home"}': sends a command, prints its outcome

CONTROL = "ipc://" + os.environ["WAYKEEPER_RUNTIME_DIR"] + "/control.sock"
CMD, OUTCOME, ERROR = 0x01, 0x12, 0x1F
me = "example-" + "".join(secrets.choice("0123456789ABCDEFGHJKMNPQRSTVWXYZ") for _ in range(26))
header = struct.pack(">2sBBBB2sQ16s", b"WK", 1, 0, CMD, 1, bytes(2), 0, bytes(16))  # bit 0 of the flags: JSON
command = {"commandId": me + "-1"} | json.loads(sys.argv[1])
body = json.dumps(command).encode()
socket = zmq.Context().socket(zmq.REQ)
for option in (zmq.REQ_RELAXED, zmq.REQ_CORRELATE):  # so that it can send again without an answer
    socket.setsockopt(option, 1)
socket.linger = 0
socket.connect(CONTROL)
text = b""
for patience in (250, 500, 1000, 2000, 4000):  # ms; sent again, the same command never acts twice
    socket.send_multipart([header, body])
    if socket.poll(patience):
        answer, text = socket.recv_multipart()
        told = json.loads(text)
        wants_more = command.get("until") == "appeared" and told.get("outcome") == "committed" and "appeared" not in told
        if answer[4] == OUTCOME and not wants_more:
            sys.exit(print(text.decode()))
        if answer[4] == ERROR and told["code"] not in ("stopping", "full"):  # of these two: send it again
            sys.exit(text.decode())
        time.sleep(patience / 1000)
sys.exit(text.decode() or "no answer: the outcome is unknown; QUERY " + me + "-1 finds it")
