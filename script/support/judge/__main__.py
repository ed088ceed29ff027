"""The command line of the judge: rounds, findings, shrinking and replays. `script/judge --help` has the usage."""

import argparse
import asyncio
import collections
import copy
import glob
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import history as histories
import plans
import server as processes
import shrink
import stage
import verdicts

NOTHING, FOUND, USAGE, MISSING = 0, 1, 2, 3


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"judge: {message}. `script/judge --help` tells more.", file=sys.stderr)
        sys.exit(USAGE)


def arguments():
    parser = Parser(prog="script/judge", add_help=False)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, choices=(1, 3), default=1)
    parser.add_argument("--replay", metavar="FILE")
    parser.add_argument("--verdicts", metavar="FILE")
    parser.add_argument("--shrink", type=float, default=240, metavar="SECONDS")
    parser.add_argument("--except", dest="leave_out", action="append", default=[], metavar="VERDICT")
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--round", type=float, default=40, metavar="SECONDS")
    parser.add_argument("--programs", required=True)
    parser.add_argument("--keep", required=True)
    return parser.parse_args()


class Judge:
    def __init__(self, options):
        self.options = options
        self.program = os.path.join(options.programs, "chat-server")
        if not os.access(self.program, os.X_OK):
            raise processes.Missing(f"There is no program {self.program}.")
        self.folder = tempfile.mkdtemp(prefix="judge-")
        self.library = processes.build_shim(self.folder)
        self.rounds = 0
        self.operations, self.faults = collections.Counter(), collections.Counter()
        self.found = []

    def judge(self, plan, entries):
        return [finding for finding in verdicts.judge(plan, entries) if finding["verdict"] not in self.options.leave_out]

    def play(self, plan):
        """Plays a plan. Returns its history and the findings."""
        self.rounds += 1
        folder = os.path.join(self.folder, f"round-{self.rounds}")
        history = asyncio.run(stage.play(plan, self.program, folder, self.library))
        findings = self.judge(plan, history.entries)
        return history, findings

    def count(self, history):
        for entry in history.entries:
            if entry["k"] == "ask" and entry.get("attempt") and entry["step"] and not entry["method"].startswith("session."):
                self.operations[entry["method"]] += 1
            elif entry["k"] == "fault" and entry["phase"] == "begin":
                self.faults[entry["fault"]] += 1

    def show(self, findings):
        for finding in findings:
            print(f"  {finding['verdict']} ({finding['count']}): {finding['what'][:500]}")
            print(f"    {finding['page']}: “{finding['sentence']}”")

    def run(self):
        end, number = time.monotonic() + self.options.minutes * 60, 0
        while number == 0 or time.monotonic() + self.options.round / 2 < end:
            seed = self.options.seed * 1000 + number
            seconds = max(8.0, min(self.options.round, end - time.monotonic() - 12))
            plan = plans.make_plan(seed, seconds, self.options.rate, self.options.servers)
            history, findings = self.play(plan)
            self.count(history)
            asked = sum(1 for entry in history.entries if entry["k"] == "ask")
            faults = sum(1 for entry in history.entries if entry["k"] == "fault" and entry["phase"] == "begin")
            print(f"round {number}, seed {seed}: {history.operations} operations, {asked} requests, {faults} faults, "
                  f"{len(history.entries)} entries, {len(findings)} findings", flush=True)
            if findings:
                self.show(findings)
                self.keep(plan, history, findings, seed)
            number += 1
        self.summary()
        return FOUND if self.found else NOTHING

    def keep(self, plan, history, findings, seed):
        """Keeps the history that failed, shrinks it, and says how to replay it."""
        os.makedirs(self.options.keep, exist_ok=True)
        name = os.path.join(self.options.keep, f"judge-{self.options.servers}-{seed}")
        history.store(name + ".jsonl", plan, findings)
        for log in glob.glob(os.path.join(self.folder, f"round-{self.rounds}", "*.log")):
            shutil.copy(log, f"{name}-{os.path.basename(log)}")
        print(f"  kept: {name}.jsonl", flush=True)
        names = [finding["verdict"] for finding in findings]
        self.found.extend(names)
        if self.options.shrink <= 0 or len(self.found) > 40:
            return
        wanted = names[0]
        last = {}

        def fails(candidate):
            candidate = copy.deepcopy(candidate)
            try:
                played, found = self.play(candidate)
            except processes.Missing:
                return False
            if any(finding["verdict"] == wanted for finding in found):
                last.update(plan=candidate, history=played, findings=found)
                return True
            return False

        small, tried = shrink.shrink(plan, findings[0], history.entries, fails, self.options.shrink, lambda text: print(text, flush=True))
        if last:
            last["history"].store(name + "-small.jsonl", last["plan"], last["findings"])
            print(f"  shrunk to {len(small['steps'])} of {len(plan['steps'])} steps in {tried} replays: "
                  f"script/judge --replay {name}-small.jsonl", flush=True)
        else:
            print(f"  {wanted} was not found again in {tried} replays: it depends on the timing. "
                  f"script/judge --verdicts {name}.jsonl judges the kept history again.", flush=True)

    def replay(self, path):
        plan, before, _ = histories.load(path)
        history, findings = self.play(plan)
        print(f"{history.operations} operations, {len(history.entries)} entries; found before: "
              f"{', '.join(sorted({finding['verdict'] for finding in before})) or 'nothing'}")
        self.show(findings)
        return FOUND if findings else NOTHING

    def again(self, path):
        plan, _, entries = histories.load(path)
        findings = self.judge(plan, entries)
        self.show(findings)
        return FOUND if findings else NOTHING

    def clean(self):
        """Removes the folder of the rounds, and what an interrupted round left mounted in it."""
        with open("/proc/mounts") as file:
            left = [line.split()[1] for line in file if line.split()[1].startswith(self.folder + "/")]
        for place in left:
            subprocess.run(["umount", "-l", place], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def summary(self):
        print(f"operations: {sum(self.operations.values())}: "
              + ", ".join(f"{name} {count}" for name, count in self.operations.most_common()))
        print(f"faults: {sum(self.faults.values())}: "
              + ", ".join(f"{name} {count}" for name, count in self.faults.most_common()))
        print("findings: " + (", ".join(f"{name} {count}" for name, count in collections.Counter(self.found).most_common())
                              or "none"))


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    options = arguments()
    try:
        judge = Judge(options)
        try:
            if options.verdicts:
                return judge.again(options.verdicts)
            if options.replay:
                return judge.replay(options.replay)
            return judge.run()
        finally:
            judge.clean()
    except processes.Missing as error:
        print(f"judge: {error}", file=sys.stderr)
        return MISSING
    except KeyboardInterrupt:
        print("judge: interrupted.", file=sys.stderr)
        return USAGE
    except FileNotFoundError as error:
        print(f"judge: {error}", file=sys.stderr)
        return USAGE


sys.exit(main())
