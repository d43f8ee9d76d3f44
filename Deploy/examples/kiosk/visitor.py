# SPDX-License-Identifier: Apache-2.0
"""The screens `home` and `list` of the kiosk, windows of Tk.   way worker -- python3 visitor.py"""

from waykeeper_screen import TkScreens

EXHIBITS = {3: "The steam engine", 7: "The difference engine", 12: "The loom"}


def home(window, _):
    window["bg"] = "#204a87"
    screens.text(window, "Welcome to the museum", 30)
    screens.text(window, "Touch to see what there is.")
    screens.button(window, "Exhibits", "show", names=["list"])
    screens.button(window, "Tickets", "show", names=["tickets"])


def list_(window, _):
    window["bg"] = "#2e6b34"
    screens.text(window, "Exhibits", 30)
    for id, name in EXHIBITS.items():
        screens.button(window, name, "show", names=["exhibit"], context={"id": id})
    screens.button(window, "Back", "back")


screens = TkScreens("visitor", root=["home"], draw={"home": home, "list": list_}, screens={
    "home": {"standing": {"show list": {"push": True}, "show tickets": {"push": "tickets?count=1"}}},
    "list": {"standing": {"show exhibit": {"push": True}}},
})
screens.run()
