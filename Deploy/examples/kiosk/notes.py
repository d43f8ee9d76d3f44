# SPDX-License-Identifier: Apache-2.0
"""The screen `notes`, which does not let go of what is not saved.   way worker -- python3 notes.py"""

from waykeeper_screen import TkScreens

texts = {}  # by the window that it is typed in


def notes(window, _):
    window["bg"] = "#b58900"
    screens.text(window, "What did you think?", 30)
    texts[window] = text = screens.tk.Text(window, height=5, font=("DejaVu Sans", 18))
    text.pack(fill="x", pady=6)
    window.entry = text
    text.bind("<<Modified>>", lambda _: window.title("notes *" if text.edit_modified() else "notes"))
    screens.tk.Button(
        window, text="Save", font=("DejaVu Sans", 18), command=lambda: text.edit_modified(False)).pack(anchor="w", pady=6)
    screens.button(window, "Close", "back")


def leave(ask):
    """The guard: asked before the element leaves, whoever wants it to."""
    window = screens.windows.get(ask["element"])
    unsaved = window is not None and texts[window].edit_modified()
    return {"deny": "unsaved notes"} if unsaved else {"allow": True}


screens = TkScreens(
    "notes", draw={"notes": notes}, answers={"leave": leave},
    screens={"notes": {"guard": True, "presentation": "sheet"}})
screens.run()
