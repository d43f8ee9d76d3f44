# SPDX-License-Identifier: Apache-2.0
"""The status bar: a strip that only observes.   way watch --format json | python3 status.py"""

import sys
import tkinter

from waykeeper_screen import BAR, WIDTH, Lines

bar = tkinter.Tk(className="status")
bar.title("status")
bar.attributes("-type", "dock")  # above the screens, without a frame
bar.geometry(f"{WIDTH}x{BAR}+0+0")
bar.configure(bg="#1b1b1b")
text = tkinter.StringVar(value="…")
tkinter.Label(bar, textvariable=text, font=("DejaVu Sans", 12), bg="#1b1b1b", fg="#e0e0e0").pack(side="left", padx=12)


def hear(line):
    kind, body = next(iter(line.items()))
    if kind in ("state", "update"):
        path = body["path" if kind == "state" else "current"]
        text.set(" › ".join(element["screen"] for element in path))
    elif kind == "disconnected":
        text.set("one moment, please …")


def read(*_):
    lines.read()
    if lines.ended:
        bar.destroy()


lines = Lines(sys.stdin.fileno(), hear)
bar.createfilehandler(sys.stdin, tkinter.READABLE, read)
bar.mainloop()
