"""Works the page of `chat-client play --ui` in a browser without a window: a part of script/trace-check.

player_check.py BROWSER CLIENT SHOTS: starts the player, and leaves screenshots in the folder SHOTS.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

from browser import Check, browser

TRIP = """Feature: Trip
  @greeting
  Scenario: Anna and Bea write
    Given a conversation "Lake" between Anna and Bea
    When Anna sends "Who drives?" to "Lake"
    And Bea sends "I do" to "Lake"
    Then Anna sees "I do" in "Lake"
  @ev-mention
  Scenario: a step fails
    Given a conversation "Lake" between Anna and Bea
    When Anna sends "Who drives?" to "Lake"
    Then Bea sees "Nobody" in "Lake"
    And Anna sees "Nobody" in "Lake"
"""


@contextlib.contextmanager
def player(program, folder, *words):
    """Starts the player in a folder, and yields the address of its page; the block's end ends it."""
    words = [os.path.abspath(program), "play", "--ui", *words]
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/\w+/", line)))
        # A full pipe would stop the player.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield address
    finally:
        process.kill()
        process.wait()


def text_of(page, selector):
    return page.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


def has(page, text, selector, seconds=10):
    return page.until(f"(document.querySelector({json.dumps(selector)})?.innerText ?? '').includes({json.dumps(text)})", seconds)


def is_state(page, name):
    return page.until(f"document.body.dataset.run === {json.dumps(name)}")


def enabled(page):
    """The buttons that act now."""
    return page.run("[...document.querySelectorAll('.transport button[aria-disabled=false]')].map((one) => one.id)")


def step_marks(page):
    return page.run("[...document.querySelectorAll('button.step .mark')].map((one) => one.className.replace('mark ', ''))")


def marks_are(page, *wanted):
    """True once the steps have these marks: the page draws them in the frame after the message."""
    marks = "[...document.querySelectorAll('button.step .mark')].map((one) => one.className.replace('mark ', ''))"
    return page.until(f"JSON.stringify({marks}) === {json.dumps(json.dumps(wanted, separators=(',', ':')))}")


def terminal(page, name):
    """The text of a person's terminal."""
    return page.run(f"document.querySelector('.glass[aria-label=\"Terminal of {name}\"]')?.innerText ?? ''")


def stepping(page, check, address, shots):
    own = (address, address.replace("http:", "ws:"))
    page.size(1440, 900)
    page.colours("light")
    page.visit(address)
    check.that("it connects", is_state(page, "idle"), text_of(page, "#summary"))
    check.that("scenarios are listed", has(page, "a step fails", "#list"))
    check.that("nothing is drawn as an object", "[object" not in text_of(page, "body") and "undefined" not in text_of(page, "body"))
    check.same("before a run, Run and Step act", enabled(page), ["run", "step"])
    check.that("no step was played", marks_are(page, *["waiting"] * 4), step_marks(page))
    page.click("#step")
    check.that("Step pauses before the first step", is_state(page, "paused") and has(page, "Paused before step 1 of 4", "#summary"), text_of(page, "#summary"))
    check.same("during a pause, Step, Continue and Stop act", enabled(page), ["step", "continue", "stop"])
    page.click("#step")
    check.that("one step was played", has(page, "Paused before step 2 of 4", "#summary"), text_of(page, "#summary"))
    check.that("and only one", marks_are(page, "passed", "paused", "waiting", "waiting"), step_marks(page))
    page.click("#step")
    has(page, "Paused before step 3 of 4", "#summary")
    check.that("Bea's terminal shows the step", page.until("(document.querySelector('.glass[aria-label=\"Terminal of Bea\"]')?.innerText ?? '').includes('Who drives?')"), terminal(page, "Bea"))
    check.that("and not the next one", "I do" not in terminal(page, "Anna"))
    page.press("k")
    check.that("an earlier step has its messages", has(page, "message.send", "#panel"), text_of(page, "#panel"))
    page.press("j")
    page.click(".breakpoint[data-place$=':7']")
    check.that("a click in the margin sets a breakpoint", page.until("document.querySelector('.breakpoint[data-place$=\":7\"]').getAttribute('aria-pressed') === 'true'"))
    page.shoot(f"{shots}/player-paused.png")
    page.click("#continue")
    check.that("Continue runs to the breakpoint", has(page, "Paused before step 4 of 4", "#summary"), text_of(page, "#summary"))
    check.that("Anna's terminal shows the steps before it", page.until("(document.querySelector('.glass[aria-label=\"Terminal of Anna\"]')?.innerText ?? '').includes('I do')"), terminal(page, "Anna"))
    page.visit(address)
    check.that("a page that was closed finds the run paused", has(page, "Paused before step 4 of 4", "#summary"), text_of(page, "#summary"))
    check.that("with its steps", page.until("document.querySelectorAll('button.step .mark.passed').length === 3"), step_marks(page))
    page.press(" ")
    check.that("Space continues to the end", has(page, "1 passed, 0 failed", "#summary"), text_of(page, "#summary"))
    check.that("all steps passed", marks_are(page, *["passed"] * 4), step_marks(page))
    check.that("the list has the result", page.until("document.querySelector('.scenario .mark').classList.contains('passed')"))
    page.press("b")
    check.that("b removes the breakpoint of the shown step", page.until("document.querySelectorAll('.breakpoint[aria-pressed=true]').length === 0"))
    check.same("complaints", page.complaints(own), [])


def failing(page, check, address, shots):
    page.press("ArrowDown")
    check.that("another scenario is shown", has(page, "a step fails", "#head"))
    page.press("g")
    check.that("it fails", has(page, "0 passed, 1 failed", "#summary"), text_of(page, "#summary"))
    check.that("with its reason", has(page, "Nobody", "#panel .besides") and has(page, "Play it again", "#panel", 1), text_of(page, "#panel"))
    check.that("no error of a file is shown", page.run("document.querySelector('#problem').hidden"))
    check.that("its steps have their results", marks_are(page, "passed", "passed", "failed", "skipped"), step_marks(page))
    page.shoot(f"{shots}/player-failed.png")
    page.run("(() => { const one = document.querySelector('#search'); one.value = '@greeting'; one.dispatchEvent(new Event('input')); })()")
    check.that("a tag filters the list", has(page, "Run the 1 listed", "#run-listed"), text_of(page, "#run-listed"))
    page.click("#run-listed")
    check.that("and only its scenarios are played", has(page, "1 passed, 0 failed", "#summary"), text_of(page, "#summary"))
    page.run("(() => { const one = document.querySelector('#search'); one.value = ''; one.dispatchEvent(new Event('input')); })()")
    page.press("s")
    is_state(page, "paused")
    page.press("s")
    has(page, "Paused before step 2", "#summary")
    page.press("x")
    check.that("Stop ends the run", is_state(page, "idle") and has(page, "1 skipped", "#summary"), text_of(page, "#summary"))
    check.that("the scenario is marked as stopped", page.until("document.querySelector('.scenario .mark.stopped') !== null"))
    check.that("the reason is shown", has(page, "stopped before line", "#panel"), text_of(page, "#panel"))
    page.press("?")
    check.that("help opens", page.run("document.querySelector('#help').open") and "breakpoint" in text_of(page, "#help"))
    page.press("Escape")


def pausing(page, check, address):
    """A run at the pace of people lasts long enough for a click on Pause."""
    page.visit(address)
    is_state(page, "idle")
    page.click("#run")
    check.that("Run begins", is_state(page, "running"), text_of(page, "#summary"))
    check.same("during a run, Pause and Stop act", enabled(page), ["pause", "stop"])
    page.click("#pause")
    check.that("Pause holds the run before the next step", is_state(page, "paused") and has(page, "Paused before step", "#summary"), text_of(page, "#summary"))
    played = int(re.search(r"step (\d+)", text_of(page, "#summary"))[1]) - 1
    check.that("the steps before it were played", marks_are(page, *["passed"] * played, "paused", *["waiting"] * (3 - played)), step_marks(page))
    page.click("#step")
    check.that("Step plays one step", page.until(f"document.querySelectorAll('button.step .mark.passed').length === {played + 1}", 30) and is_state(page, "paused"), step_marks(page))
    page.click("#continue")
    check.that("Continue plays on", is_state(page, "running"))
    page.click("#stop")
    check.that("Stop ends the run", page.until("document.body.dataset.run === 'idle'", 30), text_of(page, "#summary"))
    check.that("and the scenario is stopped, not passed", has(page, "0 passed, 0 failed, 1 skipped", "#summary"), text_of(page, "#summary"))


def watching(page, check, address, file, shots):
    page.press("s")
    check.that("a run is paused", is_state(page, "paused"))
    with open(file, "w", encoding="utf-8") as out:
        out.write(TRIP.replace("\"Nobody\"", "\"Who drives?\"").replace("I do", "I drive"))
    check.that("a saved file plays again", has(page, "passed, 0 failed", "#summary"), text_of(page, "#summary"))
    check.that("with its new steps", has(page, "I drive", "#list") or has(page, "Who drives?", "#list", 1), text_of(page, "#list"))
    with open(file, "w", encoding="utf-8") as out:
        out.write("Feature: Trip\n  Scenario: broken\n    Given Anna waves\n    nonsense\n")
    check.that("an error of a file is shown", has(page, "trip.feature:4", "#problem"), text_of(page, "#problem"))
    page.run("document.querySelector('#search').blur()")
    page.press("Escape")
    page.size(360, 740, is_phone=True, scale=2)
    page.until("getComputedStyle(document.querySelector('nav')).visibility === 'hidden'")
    check.that("buttons hold their words", page.run("[...document.querySelectorAll('.transport button')].every((one) => one.scrollWidth <= one.clientWidth)"))
    check.that("the page fits a phone", page.run("innerWidth <= 360 && document.documentElement.scrollWidth <= innerWidth"))
    page.shoot(f"{shots}/player-phone.png")
    page.size(1440, 900)


def main():
    program, client, shots = sys.argv[1:]
    os.makedirs(shots, exist_ok=True)
    check = Check()
    with tempfile.TemporaryDirectory() as folder, browser(program) as page:
        file = f"{folder}/trip.feature"
        with open(file, "w", encoding="utf-8") as out:
            out.write(TRIP)
        with player(client, folder, "--watch", "trip.feature") as address:
            stepping(page, check, address, shots)
            failing(page, check, address, shots)
            watching(page, check, address, file, shots)
        with open(file, "w", encoding="utf-8") as out:
            out.write(TRIP)
        with player(client, folder, "--pace", "2", "trip.feature") as address:
            pausing(page, check, address)
        check.that("the page reports the end of the player", is_state(page, "lost"), text_of(page, "#summary"))
        page.visit("about:blank")
    print(f"script/trace-check: the player's page: {check.passed} passed, {len(check.failed)} failed; screenshots in {shots}")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
