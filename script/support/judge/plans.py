"""The plan of a round: devices, limits, operations, fences and faults, all from one seed."""

import random

import cluster
import faults
import mix


def make_plan(seed, seconds, rate, servers=1):
    """Returns a plan: the devices, the limits and the steps of a round, all from the seed."""
    rng = random.Random(seed)
    devices = []
    for person in mix.NAMES:
        for number in range(1, rng.choice((1, 2, 2, 3)) + 1):
            devices.append({"label": f"{person}#{number}", "person": person,
                            "transport": rng.choice(("line", "socket"))})
    apps = [{"label": f"{app}/{person}", "app": app, "person": person, "transport": rng.choice(("line", "socket")),
             "habit": rng.choice(("fulfil", "fulfil", "fail", "mixed", "silent"))}
            for app in mix.APPS for person in rng.sample(sorted(mix.NAMES), 3)]
    for number, device in enumerate(devices + apps):
        device["server"] = number % servers
    config = {"limits": {"requestsPerSecond": 100000, "requestBurst": 100000},
              "action": {"timeLimitMilliseconds": rng.choice((1500, 10000))}}
    if rng.random() < 0.35:
        config["limits"].update(editMilliseconds=3000, unsendMilliseconds=1500, typingMilliseconds=1000)
    if rng.random() < 0.35:
        config["limits"]["coalescingMilliseconds"] = rng.choice((0, 3000, 8000))
    if rng.random() < 0.3:
        config["consent"] = {"postponementMilliseconds": 2000, "notNowMax": 2}
    if rng.random() < 0.3:
        config["limits"].update(textCharacters=200, attachmentBytes=1024, messageBytes=8192, unsentBytes=100000)
    by = [device["label"] for device in devices] * 3 + sorted({device["person"] + "@http" for device in devices})
    steps = mix.steps_of(mix.PERSON, by, seconds, rate, rng, 1)
    steps += mix.steps_of(mix.APP, [app["label"] for app in apps], seconds, rate * 0.2, rng, 50001)
    begin = [{"n": 90001 + index, "at": 0.05 * index, "by": f"{person}#1", "do": kind, "roll": rng.getrandbits(32)}
             for index, (person, kind) in enumerate((p, k) for p in mix.NAMES for k in ("group", "pair", "share"))]
    # A thread that is longer than what the server reads at once, with nothing else between its messages.
    talk = [{"n": 95001 + index, "at": round(1.2 + 0.002 * index, 3), "by": devices[0]["label"], "do": "talk",
             "roll": rng.getrandbits(32)} for index in range(45)]
    fences = [{"n": 70001 + index, "at": round(2 + index * 1.7, 3), "fence": rng.choice(devices)["label"]}
              for index in range(int((seconds - 2) / 1.7))]
    trouble = faults.plan(seconds, rng, 80001, faults.PROCESS if servers == 1 else cluster.PROCESS)
    return {"seed": seed, "servers": servers, "seconds": seconds, "config": config, "devices": devices, "apps": apps,
            "steps": sorted(begin + talk + steps + fences + trouble, key=lambda step: (step["at"], step["n"]))}
