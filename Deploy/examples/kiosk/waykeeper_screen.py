# SPDX-License-Identifier: Apache-2.0
"""What every screen of the kiosk would otherwise repeat: the conversation with `way worker -- PROGRAM`, and windows of Tk."""

import json
import os
import sys

WIDTH, HEIGHT, BAR = 800, 480, 32  # of the display, and of the status bar at its top


class Lines:
    """The objects that come on a pipe, one a line, taken as far as they are there: reading never waits."""

    def __init__(self, descriptor, take):
        self.descriptor, self.take, self.rest, self.ended = descriptor, take, b"", False
        os.set_blocking(descriptor, False)

    def read(self, *_):
        try:
            data = os.read(self.descriptor, 65536)
        except BlockingIOError:
            return
        self.ended = not data
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.take(json.loads(line))


def log(what):
    print(what, file=sys.stderr, flush=True)


class Worker:
    """One worker: it registers, hears what it shows, answers, commands.

    `screens` is what it registers, by name; `show` is called with the list of its elements whenever one of them
    changes; `answers` holds a function for each request that the registration says it wants to be asked; `refused` is
    called with the reason why a command of its own has changed nothing.
    """

    def __init__(self, name, screens, show, answers=None, root=(), refused=log):
        self.show, self.answers, self.refused = show, answers or {}, refused
        self.lines = Lines(sys.stdin.fileno(), self.hear)
        self.say("register", worker=name, version="1.0", root=list(root), routables=screens)

    def say(self, kind, **fields):
        """Says one line."""
        print(json.dumps({kind: fields}), flush=True)

    def command(self, verb, **fields):
        """Sends a command; how it ends is heard later."""
        self.say("command", verb=verb, **fields)

    def appeared(self, element):
        """Reports that an element can be seen; one that the coordinator knows to be seen is not reported again."""
        if not element["hasAppeared"]:
            self.say("appeared", id=element["id"])

    def hear(self, line):
        kind, body = next(iter(line.items()))
        if kind == "state":
            self.show(body["elements"])
        elif kind == "ask":
            answer = self.answers.get(body["request"], lambda _: {"push": True})  # `install home`: as it was asked for
            self.say("answer", token=body["token"], **answer(body))
        elif kind == "outcome" and body["outcome"] not in ("committed", "unchanged"):
            self.refused(body.get("message") or body["outcome"])
        elif kind == "error":  # a line of this program that cannot be used
            log(body)


class TkScreens:
    """A window for each element of a worker, drawn by the function of its screen's name: `draw(window, content)`."""

    def __init__(self, name, screens, draw, answers=None, root=()):
        import tkinter

        self.tk, self.draw, self.windows = tkinter, draw, {}
        self.application = tkinter.Tk(className=name)
        self.application.withdraw()
        self.worker = Worker(name, screens, self.show, answers, root, self.refused)
        self.application.createfilehandler(sys.stdin, tkinter.READABLE, self.read)

    def run(self):
        self.application.mainloop()

    def read(self, *_):
        self.worker.lines.read()
        if self.worker.lines.ended:  # `way worker` has ended, so nobody would tell this program to close its windows
            self.application.destroy()

    def show(self, elements):
        """Makes the windows those of the elements: opens, draws again, raises, hides and closes what differs."""
        for id in self.windows.keys() - {element["id"] for element in elements}:
            self.windows.pop(id).destroy()
        for element in elements:
            window = self.windows.get(element["id"]) or self.open(element)
            window.element = element
            if window.content != element["content"]:
                window.content = element["content"]
                self.fill(window)
            if window.visibility != element["visibility"]:
                window.visibility = element["visibility"]
                self.place(window)
            if window.stacked and window.winfo_viewable():
                self.worker.appeared(element)  # a path that is made anew asks for it again

    def refused(self, reason):
        """Tells whoever stands before the display why nothing has happened."""
        for window in self.windows.values():
            if window.visibility == "top":
                label = self.text(window, reason, name="refusal")  # instead of one that is there
                window.after(5000, label.destroy)

    def open(self, element):
        window = self.tk.Toplevel(self.application, class_=self.application.winfo_class(), padx=40, pady=24)
        window.title(element["screen"])
        window.geometry(f"{WIDTH}x{HEIGHT - BAR}+0+{BAR}")
        window.protocol("WM_DELETE_WINDOW", lambda: self.worker.command("back", expecting={"top": element["id"]}))
        window.screen, window.content, window.visibility, window.stacked = element["screen"], element["content"], None, False
        window.entry = window  # where the keyboard types; `draw` may name another widget
        window.withdraw()
        window.bind("<Map>", lambda event: event.widget is window and window.after_idle(self.mapped, window))
        self.windows[element["id"]] = window
        self.fill(window)
        return window

    def fill(self, window):
        for child in window.winfo_children():
            child.destroy()
        self.draw[window.screen](window, window.content)

    def mapped(self, window):
        """The window is there, and Tk has nothing left to draw in it."""
        if window.winfo_exists():
            self.stack(window)
            self.worker.appeared(window.element)

    def place(self, window):
        if window.visibility == "hidden":  # in a branch that does not show
            window.withdraw()
        elif window.state() == "withdrawn":
            window.deiconify()  # once it is mapped it is stacked
        else:
            self.stack(window)

    def stack(self, window):
        if window.visibility == "top":
            window.lift()
            window.entry.focus_force()
        elif not window.stacked:  # a new window comes on top; one that showed stays, so that nothing flickers
            window.lower()
        window.stacked = True

    def text(self, window, words, size=20, **options):
        """A line of text in the colours of the window."""
        label = self.tk.Label(window, text=words, font=("DejaVu Sans", size), bg=window["bg"], fg="white", **options)
        label.pack(anchor="w", pady=6)
        return label

    def button(self, window, words, verb, **fields):
        """A button that commands."""
        command = lambda: self.worker.command(verb, **fields)
        self.tk.Button(window, text=words, font=("DejaVu Sans", 18), command=command).pack(anchor="w", pady=6)
