"""Where the step time of a PyTorch trace of GPUs went, worked out apart from Stepscope and in another way.

    python3 kineto.py TRACE.json[.gz]…

prints, as JSON by file name, for each step (or the whole trace, where none is marked) of the one device that ran
anything: nanoseconds of computing, of communication that nothing computed beside, and idle, with their shares. Time is
swept from edge to edge; Stepscope subtracts unions.
"""

import gzip
import json
import sys
from pathlib import Path


def ns(microseconds):
    return round(microseconds * 1000)


def events_of(path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path) as file:
        return json.load(file)["traceEvents"]


def is_collective(event):
    return event["name"].startswith("nccl")


def sweep(tasks):
    """Nanoseconds in which something computes, only communicates, and nothing runs, between the first and the last task."""
    edges = []
    for event in tasks:
        start = ns(event["ts"])
        kind = 1 if is_collective(event) else 0
        edges.append((start, kind, 1))
        edges.append((start + ns(event["dur"]), kind, -1))
    edges.sort()
    running = [0, 0]
    sums = {"computing": 0, "exposed": 0, "idle": 0}
    before = edges[0][0]
    for time, kind, change in edges:
        state = "computing" if running[0] else "exposed" if running[1] else "idle"
        sums[state] += time - before
        running[kind] += change
        before = time
    return sums


def parts(tasks, host_start):
    sums = sweep(tasks)
    first = min(ns(event["ts"]) for event in tasks)
    preparing = max(0, first - host_start)
    step = preparing + sum(sums.values())
    idle = sums["idle"] + preparing
    return {
        "computing_ns": sums["computing"],
        "communication_not_overlapped_ns": sums["exposed"],
        "free_ns": sums["idle"],
        "preparing_ns": preparing,
        "shares": {
            "computing": sums["computing"] / step,
            "communication": sums["exposed"] / step,
            "idle": idle / step,
        },
    }


def steps_of(events):
    slices = [event for event in events if event.get("ph") == "X"]
    tasks = [event for event in slices if event.get("cat") == "kernel"]
    assert len({event["pid"] for event in tasks}) == 1, "one device"
    marks = [event for event in slices if event["name"].startswith("ProfilerStep#") and event["cat"] == "user_annotation"]
    if not marks:
        host = [event for event in slices if event.get("cat") in ("cpu_op", "cuda_runtime", "user_annotation")]
        return [{"step": None, **parts(tasks, min(ns(event["ts"]) for event in host))}]
    steps = []
    taken = -1
    for mark in sorted(marks, key=lambda event: event["ts"]):
        start = ns(mark["ts"])
        end = start + ns(mark["dur"])
        own = [event for event in tasks if max(start, taken + 1) <= ns(event["ts"]) <= end]
        taken = end
        steps.append({"step": mark["name"].split("#")[1], **parts(own, start)})
    return steps


print(json.dumps({Path(name).name: steps_of(events_of(Path(name))) for name in sys.argv[1:]}))
