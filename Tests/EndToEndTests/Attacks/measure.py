#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What an attack costs others.

    measure.py WAYKEEPERD SECONDS [NAME ...]

For each attack a fresh coordinator; the attack for so many seconds; meanwhile, and for some seconds after, a fresh client each
50 ms that asks for the status. As root the coordinator, the attacker and the client are three users. One line for each attack, as
JSON: the peak of resident memory in MiB, median, p99 and worst wait of the fresh client in ms, and how long after the attack
its answers were normal again, ten in a row, in s; null where they never were, or where the coordinator ended.
"""
import json, os, shutil, signal, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ATTACKS = os.path.join(HERE, "attacks.py")
NORMAL_MS = 50
# One of many answers may be late because of something else that the machine does.
IN_A_ROW = 10
AFTER_S = 6
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


def measure(daemon, seconds, name):
    # Not in a folder of one user alone: the three users have to get in.
    folder = tempfile.mkdtemp(prefix="attack-", dir="/tmp")
    os.chmod(folder, 0o755)
    if os.geteuid() == 0:
        os.chown(folder, USERS["coordinator"], 100)
    run, configuration = f"{folder}/run", f"{folder}/config.yaml"
    with open(configuration, "w") as file:
        file.write("hosting: optional\njournal: sqlite\n")
        if os.geteuid() == 0:
            file.write("groups:\n  control: users\n  screens: users\n  watch: users\n")
    own = [daemon, "--config", configuration, "--runtime-dir", run, "--state-dir", f"{folder}/state"]
    with open(f"{folder}/log", "w") as log:
        coordinator = subprocess.Popen(command_as("coordinator", own), stderr=log, stdout=log)
    try:
        end = time.monotonic() + 20
        while not os.path.exists(f"{run}/updates.sock") and time.monotonic() < end and coordinator.poll() is None:
            time.sleep(0.01)
        if os.geteuid() == 0:
            os.chmod(run, 0o755)
        time.sleep(0.3)
        probe = subprocess.Popen(
            command_as("client", [sys.executable, ATTACKS, "probe", str(seconds + AFTER_S), run]),
            stdout=subprocess.PIPE, text=True)
        attacker = subprocess.Popen(
            command_as("attacker", [sys.executable, ATTACKS, name, str(seconds), run]), stderr=subprocess.DEVNULL)
        try:
            attacker.wait(timeout=seconds + 5)
        except subprocess.TimeoutExpired:
            attacker.kill()
            attacker.wait()
        output, _ = probe.communicate(timeout=seconds + AFTER_S + 30)
        peak, last = memory(coordinator.pid, "VmHWM"), memory(coordinator.pid, "VmRSS")
        died = coordinator.poll()
        waits = [tuple(map(float, line.split())) for line in output.splitlines()]
        during = sorted(ms for at, ms in waits if at < seconds)
        after = [(at, ms) for at, ms in waits if at >= seconds]
        rows = (after[first:first + IN_A_ROW] for first in range(len(after) - IN_A_ROW + 1))
        back = next((row[0][0] - seconds for row in rows if all(ms <= NORMAL_MS for _, ms in row)), None)
        pick = lambda share: during[min(len(during) - 1, int(len(during) * share))] if during else None
        result = {
            "attack": name, "seconds": seconds, "peakMiB": peak and round(peak, 1), "afterMiB": last and round(last, 1),
            "clients": len(during), "medianMs": pick(0.5), "p99Ms": pick(0.99), "worstMs": during[-1] if during else None,
            "backAfterS": None if back is None or died is not None else round(back, 2), "ended": died}
        with open(f"{folder}/log") as log:
            lines = [line.strip() for line in log if " warning " in line or " error " in line or "critical" in line]
            result["log"] = lines[-1][:160] if lines else ""
        return result
    finally:
        if coordinator.poll() is None:
            coordinator.send_signal(signal.SIGTERM)
            try:
                coordinator.wait(timeout=10)
            except subprocess.TimeoutExpired:
                coordinator.kill()
                coordinator.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    listed = subprocess.run([sys.executable, ATTACKS, "list"], capture_output=True, text=True, check=True).stdout
    names = sys.argv[3:] or [line.split()[0] for line in listed.splitlines()]
    for name in names:
        print(json.dumps(measure(sys.argv[1], float(sys.argv[2]), name)), flush=True)


if __name__ == "__main__":
    main()
