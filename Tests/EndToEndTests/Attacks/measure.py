#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an attack costs others.

    measure.py [--normal MS] WAYKEEPERD SECONDS [NAME ...]

For each attack a fresh coordinator; the attack for so many seconds; meanwhile, and until its answers are normal again or half a
minute is over, a fresh client each 50 ms that asks for the status. As root the coordinator, the attacker and the client are three
users. One line for each attack, as JSON: the peak of resident memory in MiB, median, p99 and worst wait of the fresh client in ms, and
how long after the attack its answers were normal again, ten in a row of at most MS (50), in s; null where they never were, or where
the coordinator ended. Then how the attacker ended, which has to be with 0, the end of its errors, its connections, and the octets that
were taken from it.
"""
import argparse, contextlib, json, os, shutil, signal, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ATTACKS = os.path.join(HERE, "attacks.py")
# One of many answers may be late because of something else that the machine does.
IN_A_ROW = 10
AFTER_S = 30
# No attack goes on for so long behind its end: whatever still runs then hangs.
OVERDUE_S = 15
USERS = {"coordinator": 4141, "attacker": 4242, "client": 4343}


def command_as(user, words):
    if os.geteuid() != 0:
        return words
    return ["setpriv", f"--reuid={USERS[user]}", "--regid=100", "--clear-groups", *words]


def memory(pid, name):
    try:
        with open(f"/proc/{pid}/status") as file:
            for line in file:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return None


class Coordinator:
    """A coordinator with all its files in a folder, which is there, and which others may enter."""

    def __init__(self, daemon, folder):
        self.folder, self.run, configuration = folder, f"{folder}/run", f"{folder}/config.yaml"
        if os.geteuid() == 0:
            os.chown(folder, USERS["coordinator"], 100)
        with open(configuration, "w") as file:
            file.write("hosting: optional\njournal: sqlite\n")
            if os.geteuid() == 0:
                file.write("groups:\n  control: users\n  screens: users\n  watch: users\n")
        os.chmod(configuration, 0o644)
        own = ["--config", configuration, "--runtime-dir", self.run, "--state-dir", f"{folder}/state"]
        # Opened here: its folder may be closed to other users.
        program = os.open(daemon, os.O_RDONLY)
        try:
            with open(f"{folder}/log", "w") as log:
                self.process = subprocess.Popen(
                    command_as("coordinator", [f"/proc/self/fd/{program}", *own]), stderr=log, stdout=log, pass_fds=[program])
        finally:
            os.close(program)

    def await_sockets(self):
        end = time.monotonic() + 20
        while not os.path.exists(f"{self.run}/updates.sock"):
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit(f"measure.py: the coordinator does not start:\n{self.log()}")
            time.sleep(0.01)
        if os.geteuid() == 0:
            os.chmod(self.run, 0o755)

    def log(self):
        with open(f"{self.folder}/log", errors="replace") as log:
            return log.read()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def end(process):
    process.kill()
    process.communicate()


def waits(probe, seconds, normal):
    """What the clients waited during the attack, in ms, shortest first, and how long after it they waited as usual again."""
    during, row = [], []
    for line in probe.stdout:
        at, ms = map(float, line.split())
        if at < seconds:
            during.append(ms)
            continue
        row = [*row, at] if ms <= normal else []
        if len(row) == IN_A_ROW:
            return sorted(during), row[0] - seconds
    # It ends by itself where that takes too long; by an error only where something else is wrong.
    if probe.wait() != 0:
        sys.exit(f"measure.py: the client failed with {probe.returncode}: {probe.stderr.read().strip()}")
    return sorted(during), None


def measure(daemon, seconds, name, normal):
    folder = tempfile.mkdtemp(prefix="attack-", dir="/tmp")
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        # Not in a folder of one user alone: the three users have to get in.
        os.chmod(folder, 0o755)
        # The checkout may be closed to them.
        attacks = f"{folder}/attacks.py"
        shutil.copyfile(ATTACKS, attacks)
        os.chmod(attacks, 0o644)

        def start(user, *words):
            process = subprocess.Popen(
                command_as(user, [sys.executable, attacks, *map(str, words)]), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True)
            stack.callback(end, process)
            return process

        coordinator = Coordinator(daemon, folder)
        stack.callback(coordinator.end)
        coordinator.await_sockets()
        time.sleep(0.3)
        probe = start("client", "probe", seconds + AFTER_S, coordinator.run)
        attacker = start("attacker", name, seconds, coordinator.run)
        during, back = waits(probe, seconds, normal)
        try:
            said, errors = attacker.communicate(timeout=OVERDUE_S)
        except subprocess.TimeoutExpired:
            attacker.kill()
            said, errors = attacker.communicate()
        connections, octets = map(int, said.split()) if attacker.returncode == 0 else (0, 0)
        peak, last = memory(coordinator.process.pid, "VmHWM"), memory(coordinator.process.pid, "VmRSS")
        died = coordinator.process.poll()
        pick = lambda share: during[min(len(during) - 1, int(len(during) * share))] if during else None
        lines = [line.strip() for line in coordinator.log().splitlines()]
        lines = [line for line in lines if " warning " in line or " error " in line or "critical" in line]
        return {
            "attack": name, "seconds": seconds, "peakMiB": peak and round(peak, 1), "afterMiB": last and round(last, 1),
            "clients": len(during), "medianMs": pick(0.5), "p99Ms": pick(0.99), "worstMs": during[-1] if during else None,
            "backAfterS": None if back is None or died is not None else round(back, 2), "ended": died,
            "attackerCode": attacker.returncode, "attackerErrors": errors[-400:], "connections": connections, "octets": octets,
            "log": lines[-1][:160] if lines else ""}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--normal", type=float, default=50)
    parser.add_argument("daemon")
    parser.add_argument("seconds", type=float)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    listed = subprocess.run([sys.executable, ATTACKS, "list"], capture_output=True, text=True, check=True).stdout
    for name in given.names or [line.split()[0] for line in listed.splitlines()]:
        print(json.dumps(measure(given.daemon, given.seconds, name, given.normal)), flush=True)


if __name__ == "__main__":
    main()
