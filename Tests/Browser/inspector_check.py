"""Works the inspector in a browser without a window.

inspector_check.py BROWSER SERVER SHOTS: starts the server, and leaves screenshots in the folder SHOTS.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile

from browser import Check, browser


class Session:
    """Somebody at the server: a line, one request at a time."""

    def __init__(self, port, **hello):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.file = self.socket.makefile("r", encoding="utf-8")
        self.number = 0
        self.ask("session.hello", **hello)

    def ask(self, method, **params):
        self.number += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        self.socket.sendall(line.encode() + b"\n")
        while True:
            answer = json.loads(self.file.readline())
            if answer.get("id") == self.number:
                return answer.get("result", answer.get("error"))


@contextlib.contextmanager
def server(program, *words):
    process = subprocess.Popen([program, "--ephemeral", "--port", "0", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield int(re.search(r":(\d+)$", process.stdout.readline().strip())[1])
    finally:
        process.terminate()
        process.wait()


URL = "https://notes.example/d/trip"


class Story:
    """Anna, Bea and Carl in a world of their own, and what they did so far."""

    def __init__(self, port, world="trip"):
        self.main = Session(port, role="observer")
        self.main.ask("world.create", world=world)
        self.observer = Session(port, role="observer", world=world, events=False)
        ask = self.observer.ask
        ask("app.register", app="com.example.notes", name="Notes", domains=["notes.example"])
        self.people = {name: Session(port, role="person", handle=name, world=world) for name in ("anna", "bea", "carl", "dora")}
        for one in self.people:
            ask("contact.add", person=one, handles=[other for other in self.people if other != one])
        self.app = Session(port, role="app", app="com.example.notes", handle="anna", world=world)
        anna, bea, carl, _ = self.people.values()
        self.conversation = anna.ask("conversation.create", participants=["bea", "carl", "dora"], name="Lake weekend")["conversation"]["id"]
        anna.ask("conversation.create", participants=["bea"])
        self.say("anna", "Who is in for the lake? I would drive on Friday at four.")
        first = self.say("bea", "Me! I bring the tent.")
        self.say("bea", "And something to read, it will rain: https://weather.example/lake")
        carl.ask("message.react", message=first, reaction="heart")
        share = anna.ask("share.create", app="com.example.notes", title="Trip plan", url=URL)["share"]["id"]
        anna.ask("share.send", share=share, conversation=self.conversation, text="Here is the plan")
        bea.ask("document.open", url=URL)
        self.edit("Friday 16:00 Anna drives\nTent: Bea\nFood: Carl")
        self.post(type="change", trigger="edit")
        self.post(type="mention", mentioned="bea")
        anna.ask("conversation.removeParticipant", conversation=self.conversation, handle="dora")
        bea.ask("link.pin", conversation=self.conversation, url=URL)
        anna.ask("conversation.rename", conversation=self.conversation, name="Lake weekend 🏕")
        mistake = self.say("carl", "I can't come")
        carl.ask("message.unsend", message=mistake)
        self.say("carl", "I am in. Can somebody take me along from the station?")
        self.say("anna", "Sure, at half past four.")
        ask("fault.inject", on={"notification": "notice.posted", "to": "carl", "nth": 2}, do="drop")
        bea.ask("message.send", conversation="c999", text="lost")

    def say(self, who, text):
        return self.people[who].ask("message.send", conversation=self.conversation, text=text)["message"]["id"]

    def post(self, **event):
        self.app.ask("highlightCenter.postNotice", url=URL, event=event)

    def edit(self, text):
        document = self.people["anna"].ask("document.get", url=URL)["document"]
        self.people["anna"].ask("document.edit", url=URL, text=text, revision=document["revision"])


def text_of(page, selector="body"):
    return page.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


def has(page, text, selector="body", seconds=5):
    return page.until(f"(document.querySelector({json.dumps(selector)})?.innerText ?? '').includes({json.dumps(text)})", seconds)


def click_text(page, selector, text):
    mark = f"[...document.querySelectorAll({json.dumps(selector)})].find((one) => one.innerText.includes({json.dumps(text)}))"
    assert page.until(f"{mark} !== undefined", 5), text
    page.run(f"{mark}.setAttribute('data-clicked', ''); 0")
    page.click("[data-clicked]")
    page.run("document.querySelector('[data-clicked]')?.removeAttribute('data-clicked')")


def no_sideways(page):
    return page.run("innerWidth <= " + str(page.width) + " && document.documentElement.scrollWidth <= innerWidth")


def desktop(page, check, port, story, shots):
    own = (f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/")
    page.size(1440, 900)
    page.colours("light")
    page.visit(f"http://127.0.0.1:{port}/")
    check.that("it connects", has(page, "Connected.", "#summary"), text_of(page, "#summary"))
    check.that("worlds can be chosen", page.until("[...document.querySelectorAll('#world option')].some((one) => one.value === 'trip')", 5))
    page.run("(() => { const one = document.querySelector('#world'); one.value = 'trip'; one.dispatchEvent(new Event('change')); })()")
    check.that("a conversation is there", has(page, "Lake weekend", "#list"))
    check.that("people are there", has(page, "Carl", "#list"))
    click_text(page, ".item", "Lake weekend")
    check.that("messages are bubbles", has(page, "I bring the tent", ".thread"))
    check.that("a notice", has(page, "Anna edited “Trip plan”", ".thread"))
    check.that("what the system says", has(page, "named the conversation", ".thread") or has(page, "Lake weekend 🏕", ".system", 1), text_of(page, ".system"))
    check.that("what was unsent is gone", "I can't come" not in text_of(page, ".thread"))
    check.that("nothing is drawn as an object", "[object" not in text_of(page) and "undefined" not in text_of(page))
    story.say("bea", "This came after the page was opened")
    check.that("what comes later appears by itself", has(page, "This came after the page was opened", ".thread"))
    check.that("and on the wire", has(page, "This came after the page was opened", "#rows"))
    page.run("document.querySelector('#stage').scrollTop = 1e6")
    page.shoot(f"{shots}/inspector-light.png")

    # The wire and its filters.
    story.people["bea"].ask("message.send", conversation="c999", text="lost")
    check.that("a refusal is on the wire", page.until("document.querySelector('#rows .refusal') !== null", 5))
    check.that("and nothing of those who look", "observer" not in text_of(page, "#rows"), text_of(page, "#rows"))
    rows = page.run("document.querySelectorAll('#rows li').length")
    page.run("(() => { const one = document.querySelectorAll('.filters input')[0]; one.value = 'carl'; one.dispatchEvent(new Event('input')); })()")
    check.that("filtered by person", page.run("[...document.querySelectorAll('#rows .stream')].every((one) => one.textContent === 'carl')"))
    page.run("(() => { const one = document.querySelectorAll('.filters input')[1]; one.value = 'message.posted'; one.dispatchEvent(new Event('input')); })()")
    check.that("and by what it is", page.run("[...document.querySelectorAll('#rows summary code')].every((one) => one.textContent === 'message.posted')"))
    check.that("there are some", 0 < page.run("document.querySelectorAll('#rows details').length") < rows)
    page.run("for (const one of document.querySelectorAll('.filters input')) { one.value = ''; one.dispatchEvent(new Event('input')); }")
    click_text(page, "#panel .chip", "not sent")
    row = "[...document.querySelectorAll('#rows .silence .hint')].map((one) => one.textContent).find((one) => one.includes('ev-mention-private'))"
    check.that("a row that was not sent has its rule", page.until(f"{row} !== undefined", 5), text_of(page, "#rows"))
    check.that("and names its notice", page.run(f"{row}.startsWith('Anna mentioned you in “Trip plan” · ev-mention-private: ')"), page.run(row))
    page.click("#rows details summary")
    check.that("a row opens", page.until("JSON.parse(document.querySelector('#rows .json')?.textContent ?? '{}').kind === 'silence'"))
    page.shoot(f"{shots}/inspector-wire.png")
    click_text(page, "#panel .chip", "All")
    check.that("the opened row has paused the list", has(page, "Resume", "#hold"), text_of(page, "#hold"))
    page.press("h")
    check.that("h resumes it", has(page, "Pause", "#hold"), text_of(page, "#hold"))

    # Why.
    click_text(page, ".notice", "mentioned")
    check.same("the panel of why", page.run("document.querySelector('[role=tab][aria-selected=true]').id"), "tab-why")
    check.that("the trail of a notice", has(page, "ev-mention-private", "#panel") or has(page, "ev-mention", "#panel", 1), text_of(page, "#panel"))
    check.that("a card for each member and for the former member", page.until("document.querySelectorAll('#panel .decision li[class]').length === 4", 5), text_of(page, "#panel"))
    check.that("the former member has a name", has(page, "Dora", "#panel"), text_of(page, "#panel"))
    click_text(page, ".notice", "edited")
    rules = "[...document.querySelectorAll('#panel .decision li.came')].map((one) => [...one.querySelectorAll('.reasons .rule')].map((rule) => rule.textContent).join(' '))"
    check.that("the rules are in the order of the decision", page.until(f"{rules}.length > 0 && {rules}.every((one) => one.startsWith('ev-change ') && one.endsWith('ntc-push'))", 5), page.run(rules))
    page.colours("dark")
    page.shoot(f"{shots}/inspector-why-dark.png")
    page.colours("light")
    page.run("document.querySelector('.bubble').focus()")
    page.press("Enter")
    check.that("by keys, too", has(page, "grp-add", "#panel"), text_of(page, "#panel"))
    page.press("j")
    check.that("j goes on", page.run("document.activeElement.matches('[data-entry]') && document.activeElement !== document.querySelector('.bubble')"))

    # Faults.
    page.press("3")
    check.that("faults are listed", has(page, "drop: number 2 of notice.posted to Carl", "#faults"), text_of(page, "#faults"))
    page.run("(() => { document.querySelector('#fault-notification').value = 'message.posted'; document.querySelector('#fault-to').value = 'bea'; })()")
    page.click("#fault-inject")
    check.that("one is injected", has(page, "drop: the next message.posted to Bea", "#faults"), text_of(page, "#faults"))
    story.say("anna", "This one is lost on its way to Bea")
    check.that("it comes about", has(page, "spent", "#faults", 8), text_of(page, "#faults"))
    page.shoot(f"{shots}/inspector-faults.png")
    click_text(page, ".small", "Clear all")
    check.that("and all are cleared", has(page, "No faults.", "#faults"))

    # The clock.
    before = text_of(page, "#now")
    click_text(page, "#advances button", "+1 h")
    check.that("the clock was moved", page.until(f"document.querySelector('#now').innerText !== {json.dumps(before)}", 5))
    check.same("by an hour", text_of(page, "#now")[-8:-6], f"{int(before[-8:-6]) + 1:02d}")
    page.click("#settle")
    check.that("until settled", page.until("document.querySelector('#now').innerText > " + json.dumps(before), 5))

    # A person.
    click_text(page, ".item", "bea · ")
    check.that("a shelf", has(page, "Trip plan", ".things"), text_of(page, ".things"))
    check.that("with its rule", has(page, "rank-pins-next", ".things"))
    check.that("shares", has(page, "readWrite", ".things"))
    click_text(page, "details.thing summary", "Trip plan")
    check.that("a document opens", has(page, "Tent: Bea", ".things"))
    page.shoot(f"{shots}/inspector-person.png")
    page.press("/")
    page.press("c")
    check.same("search has the keys", page.run("document.querySelector('#search').value"), "c")
    page.run("(() => { const one = document.querySelector('#search'); one.value = 'carl'; one.dispatchEvent(new Event('input')); })()")
    check.same("the list is searched", page.run("[...document.querySelectorAll('.item .name bdi')].map((one) => one.textContent)"), ["Lake weekend 🏕", "Carl"])
    page.run("(() => { const one = document.querySelector('#search'); one.value = ''; one.dispatchEvent(new Event('input')); one.blur(); })()")
    page.press("?")
    check.that("help opens", page.run("document.querySelector('#help').open"))
    page.press("Escape")
    # What is behind a dialog has the keys again a frame later.
    page.until("!document.querySelector('#help').open")
    page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.press("t")
    page.press("t")
    check.same("colours by key", page.run("document.documentElement.dataset.theme"), "dark")
    click_text(page, ".item", "Lake weekend")
    has(page, "I bring the tent", ".thread")
    page.press("1")
    page.run("document.querySelector('#stage').scrollTop = 1e6")
    page.shoot(f"{shots}/inspector-dark.png")
    page.press("t")
    check.same("complaints", page.complaints(own), [])


def phone(page, check, port, shots):
    page.size(360, 740, is_phone=True, scale=2)
    page.colours("light")
    page.visit(f"http://127.0.0.1:{port}/")
    page.until("[...document.querySelectorAll('#world option')].some((one) => one.value === 'trip')", 5)
    page.run("(() => { const one = document.querySelector('#world'); one.value = 'trip'; one.dispatchEvent(new Event('change')); })()")
    has(page, "Lake weekend", "#head")
    page.click("#drawer")
    page.run("new Promise((done) => setTimeout(done, 300))")
    check.that("the drawer", page.run("document.body.classList.contains('drawer-open')"))
    page.shoot(f"{shots}/inspector-phone-drawer.png")
    click_text(page, ".item", "Lake weekend")
    check.that("a thread on a phone", has(page, "I bring the tent", ".thread"))
    page.run("new Promise((done) => setTimeout(done, 300))")
    check.that("a phone scrolls down alone", no_sideways(page))
    page.shoot(f"{shots}/inspector-phone.png")
    small = page.run(
        "[...document.querySelectorAll('button, select')].filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && one.getBoundingClientRect().height < 44)"
        ".map((one) => one.id || one.className || one.textContent)")
    check.same("buttons under 44 pixels", small, [])
    page.colours("dark")
    for key in "123":
        page.press(key)
        page.run("document.body.classList.remove('folded')")
        check.that(f"panel {key} fits a phone", no_sideways(page))
    page.run("document.querySelector('.notice').click()")
    check.that("the trail beside the thread", has(page, "ev-", "#panel"))
    page.shoot(f"{shots}/inspector-phone-dark.png")


def with_tokens(page, check, program, shots):
    """A server that has tokens shows nothing without one."""
    with tempfile.TemporaryDirectory() as folder:
        tokens = f"{folder}/tokens.json"
        made = subprocess.run([program, "token", "add", "--role", "observer", "--tokens", tokens], check=True, capture_output=True, text=True)
        secret = made.stdout.split()[-1]
        with server(program, "--tokens", tokens) as port:
            page.size(1440, 900)
            page.visit(f"http://127.0.0.1:{port}/")
            check.that("a token is asked for", page.until("document.querySelector('#token-dialog').open", 5))
            check.that("nothing is shown without one", page.run("document.querySelectorAll('#world option').length") == 0)
            page.shoot(f"{shots}/inspector-token.png")
            for words, opens in (("wrong", False), (secret, True)):
                page.run(f"document.querySelector('#token').value = {json.dumps(words)}")
                page.click("#token-button")
                if opens:
                    check.that("the right one opens", has(page, "Connected.", "#summary"), text_of(page, "#summary"))
                else:
                    check.that("a wrong one does not", page.until("document.querySelector('#token-dialog').open && document.querySelector('#token-problem').innerText !== ''", 5))
            check.that("it is kept nowhere", page.run(f"!JSON.stringify({{...localStorage, ...sessionStorage}}).includes({json.dumps(secret)}) && !document.cookie && !document.documentElement.outerHTML.includes({json.dumps(secret)})"))


def hostile(page, check, port, story, shots):
    """Whatever people say is text."""
    nasty = "<img src=x onerror=alert(1)></script><b>bold</b> \u202eturned"
    story.say("bea", nasty)
    page.size(1440, 900)
    page.visit(f"http://127.0.0.1:{port}/")
    page.until("[...document.querySelectorAll('#world option')].some((one) => one.value === 'trip')", 5)
    page.run("(() => { const one = document.querySelector('#world'); one.value = 'trip'; one.dispatchEvent(new Event('change')); })()")
    check.that("markup is text", has(page, "<img src=x", ".thread"))
    check.same("no element came of it", page.run("document.querySelectorAll('img, b, iframe').length"), 0)
    check.that("turned text is shown as such", "⟨202E⟩" in text_of(page, ".thread"))
    refused = page.run("(async () => { try { await fetch('http://127.0.0.1:9/'); return 'sent'; } catch (error) { return 'refused'; } })()")
    check.same("a request elsewhere", refused, "refused")
    check.that("a script of others does not run", page.run("(() => { const one = document.createElement('script'); one.textContent = 'window.broken = 1'; document.body.append(one); return window.broken; })()") is None)


def go_to(page, fragment):
    """Follows a link to another place of the page."""
    page.run(f"location.hash = {json.dumps(fragment)}")


def at(page, fragment, seconds=5):
    return page.until(f"location.hash === {json.dumps(fragment)}", seconds)


def lost(page, text):
    """True if the page shows the sentence about a link that leads nowhere."""
    return page.until(f"document.querySelector('#lost')?.hidden === false && document.querySelector('#lost').innerText.includes({json.dumps(text)})", 5)


def links(page, check, port, story, shots):
    """The address names the shown place."""
    home = f"http://127.0.0.1:{port}/"
    own = (home, f"ws://127.0.0.1:{port}/")
    trip = f"#world=trip&conversation={story.conversation}"
    side = "document.querySelector('#head .chip[aria-pressed=true]')?.textContent"
    page.size(1440, 900)
    page.colours("light")
    page.visit(f"{home}#world=trip")
    check.that("a link to a world opens it", has(page, "Lake weekend", "#list"), text_of(page))
    check.that("the address names the conversation that the page chose", at(page, trip), page.run("location.hash"))
    page.visit(f"{home}{trip}&person=bea")
    check.that("a link opens a conversation from the side of a person", has(page, "I bring the tent", ".thread") and page.until(f"{side} === 'Bea'", 5), page.run(side))
    page.run("window.isSame = true")

    click_text(page, ".item", "carl · ")
    check.that("a click on a person changes the address", at(page, "#world=trip&person=carl"), page.run("location.hash"))
    check.that("the person is shown", has(page, "Shared with You", ".things"))
    check.that("the title of the page names the place", page.until("document.title === 'Carl – trip – Understudy'", 5), page.run("document.title"))
    page.run("history.back()")
    check.that("back returns to the conversation", has(page, "I bring the tent", ".thread"), text_of(page, "#stage"))
    check.that("back returns to the side of the person", page.until(f"{side} === 'Bea'", 5), page.run(side))
    page.run("history.forward()")
    check.that("forward returns to the person", has(page, "Shared with You", ".things"))
    page.run("history.back()")
    has(page, "I bring the tent", ".thread")
    click_text(page, "#head .chip", "Carl")
    check.that("a click on a side changes the address", at(page, f"{trip}&person=carl"), page.run("location.hash"))
    check.that("the page was loaded once", page.run("window.isSame === true"))
    page.visit(page.run("location.href"))
    check.that("a reload keeps the side", page.until(f"{side} === 'Carl'", 5), page.run(side))

    # An entry of the thread.
    click_text(page, ".notice", "edited")
    check.that("a click on an entry changes the address", page.until("location.hash.includes('&entry=')", 5), page.run("location.hash"))
    entry = page.run("location.hash")
    page.visit(home + entry)
    check.that("a link to an entry explains its delivery", page.until("document.querySelectorAll('#panel .decision li[class]').length === 4", 5), text_of(page, "#panel"))
    check.that("the entry is marked", page.run("document.querySelector('.chosen')?.innerText.includes('edited') === true"))
    go_to(page, trip)
    check.that("another place has no marked entry", page.until("document.querySelector('.chosen') === null", 5))
    page.run("history.back()")
    check.that("back marks the entry again", page.until("document.querySelector('.chosen') !== null", 5))

    # A moment.
    page.visit(home + trip)
    has(page, "I bring the tent", ".thread")
    page.press("1")
    page.run("document.body.classList.remove('folded')")
    click_text(page, "#panel .chip", "not sent")
    page.click("#rows details summary")
    check.that("an opened row changes the address", page.until("/&moment=[0-9]+$/.test(location.hash)", 5), page.run("location.hash"))
    moment = page.run("location.hash")
    at_row = page.run("document.querySelector('#rows .moment .hint').textContent")
    for number in range(450):
        story.say("anna", f"Filler {number}")
    page.visit(home + moment)
    check.that("a link to a moment shows its rows, however old they are", page.until("document.querySelectorAll('#rows .moment').length > 0", 5), text_of(page, "#rows"))
    check.that("the same row is among them", page.run(f"[...document.querySelectorAll('#rows .moment .hint')].some((one) => one.textContent === {json.dumps(at_row)})"))
    check.that("the first row of the moment is open", page.until("document.querySelector('#rows .moment .json') !== null", 5))
    check.that("the moment is in sight", page.run("(() => { const row = document.querySelector('#rows .moment').getBoundingClientRect(), box = document.querySelector('#panel').getBoundingClientRect(); return row.top >= box.top - 1 && row.top < box.bottom; })()"))
    check.same("one moment is marked", page.run("new Set([...document.querySelectorAll('#rows .moment')].map((one) => one.dataset.moment)).size"), 1)
    check.that("the wire is paused there", has(page, "Resume", "#hold"))
    check.that("the message is older than the newest page, and the thread is drawn", has(page, "Filler 449", ".thread"))
    page.shoot(f"{shots}/inspector-moment.png")
    page.press("h")
    check.that("to resume leaves the moment", at(page, trip), page.run("location.hash"))
    check.that("the wire follows the journal again", has(page, "Filler 449", "#rows"), text_of(page, "#rows"))
    page.run("history.back()")
    check.that("back returns to the moment", page.until(f"location.hash === {json.dumps(moment)} && document.querySelector('#rows .moment') !== null", 5))
    story.people["bea"].ask("message.send", conversation="c999", text="refused at a moment")
    page.visit(home + trip)
    has(page, "Filler 449", "#rows")
    click_text(page, "#rows .refusal summary", "no such conversation")
    check.that("a refused request is a moment, too", page.until("/&moment=[0-9]+[.][0-9]+$/.test(location.hash)", 5), page.run("location.hash"))
    page.visit(page.run("location.href"))
    check.that("a link to it opens it", has(page, "no such conversation", "#rows .moment .json"), text_of(page, "#rows .moment"))

    # An old entry of a long thread.
    page.visit(home + entry)
    check.that("a link reads the thread back to an old entry", page.until("document.querySelector('.chosen')?.innerText.includes('edited') === true", 10), text_of(page, "#lost"))
    check.same("no sentence about it", page.run("document.querySelector('#lost').hidden"), True)

    # The link for a colleague.
    page.ask("Browser.grantPermissions", origin=home, permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.press("l")
    check.that("the link can be copied by key", has(page, "Link copied", "#copy"), text_of(page, "#copy"))
    check.same("the copied link", page.run("navigator.clipboard.readText()"), page.run("location.href"))
    page.run("document.querySelector('.skip').click()")
    check.same("the skip link moves the focus and keeps the address", page.run("[document.activeElement.id, location.hash]"), ["scene", entry])
    check.same("complaints of links", page.complaints(own), [])


def wrong_links(page, check, port, story, shots):
    """A link that leads nowhere gets a sentence."""
    home = f"http://127.0.0.1:{port}/"
    own = (home, f"ws://127.0.0.1:{port}/")
    trip = f"#world=trip&conversation={story.conversation}"
    page.visit(f"{home}#world=gone&conversation=c1")
    check.that("an unknown world gets a sentence", lost(page, "The world “gone” is not on this server."), text_of(page, "#lost"))
    check.that("the worlds are listed instead", has(page, "trip", ".worlds"), text_of(page, "#stage"))
    check.same("the address stays", page.run("location.hash"), "#world=gone&conversation=c1")
    page.shoot(f"{shots}/inspector-lost.png")
    click_text(page, ".worlds .item", "trip")
    check.that("a world of the list opens", has(page, "Lake weekend", "#list"))
    check.that("the sentence is gone", page.until("document.querySelector('#lost').hidden", 5))
    for fragment, sentence in (
        ("#world=trip&conversation=c999", "The conversation “c999” is not in the world “trip”."),
        ("#world=trip&person=zed", "The person “zed” is not in the world “trip”."),
        (f"{trip}&person=zed", "“zed” is not a member of this conversation."),
        (f"{trip}&entry=m9999", "The entry “m9999” is not among the newest entries here."),
        (f"{trip}&moment=99999", "and the link names position 99999."),
        (f"{trip}&moment=3.77", "no record of request 77 at position 3 any more."),
        (f"{trip}&moment=yesterday", "“yesterday” is not a moment."),
        (f"{trip}&moment=-1", "“-1” is not a moment."),
        (f"{trip}&shape=round", "The address has “shape”, which this page does not know."),
        (f"{trip}&world=main", "The address names more than one world."),
        ("#world=trip&person=%E0%A4%A", "The address names no person."),
        ("#world=", "The address names no world."),
        ("#__proto__=1", "The address has “__proto__”, which this page does not know."),
    ):
        for way in ("opened", "followed"):
            if way == "opened":
                page.visit(home + fragment)
            else:
                go_to(page, trip)
                page.until("document.querySelector('#lost').hidden", 5)
                go_to(page, fragment)
            check.that(f"the sentence of {fragment}, {way}", lost(page, sentence), text_of(page, "#lost"))
            check.that(f"the page of {fragment} is not empty", page.until("document.querySelector('#stage').innerText.trim() !== ''", 5))
    # Names of the address are text.
    for fragment in ("#world=<img src=x onerror=alert(1)>", "#world=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%E2%80%AE", f"{trip}&person=%3Cb%3Ebold%3C%2Fb%3E",
                     f"{trip}&moment=%3Cscript%3Ewindow.broken%3D1%3C/script%3E", "#%3Cimg%20src%3Dx%3E=1", f"{trip}&entry=%22%5D%2Cb%3E", "#world=" + "x" * 5000):
        page.visit(home + fragment)
        check.that(f"a sentence for {fragment[:60]}", page.until("!document.querySelector('#lost').hidden", 5))
        check.that("the sentence is short", page.run("document.querySelector('#lost').innerText.length") < 220, text_of(page, "#lost"))
        check.same("no element came of the address", page.run("document.querySelectorAll('img, b, iframe').length + document.querySelector('#lost').childElementCount"), 0)
        check.same("nothing of the address ran", page.run("typeof window.broken"), "undefined")
        check.that("no direction mark is shown", "\u202e" not in text_of(page) + page.run("document.title"))

    # Worlds and conversations that vanish while the page shows them.
    story.main.ask("world.create", world="brief")
    brief = Session(port, role="person", handle="anna", world="brief")
    conversation = brief.ask("conversation.create", participants=["bea"], name="Brief")["conversation"]["id"]
    page.visit(f"{home}#world=brief&conversation={conversation}")
    has(page, "Brief", "#head")
    story.main.ask("world.reset", world="brief")
    check.that("a conversation that vanishes gets a sentence", lost(page, f"The conversation “{conversation}” is not in the world “brief”."), text_of(page, "#lost"))
    story.main.ask("world.delete", world="brief")
    check.that("a world that vanishes gets a sentence", page.until("document.querySelector('#lost').innerText.includes('The world “brief” is not on this server.')", 10), text_of(page, "#lost"))
    check.same("complaints of wrong links", page.complaints(own), [])


def worlds(page, check, program, shots):
    """The list of worlds, on a server whose `main` is empty."""
    with server(program) as port:
        home = f"http://127.0.0.1:{port}/"
        own = (home, f"ws://127.0.0.1:{port}/")
        page.size(1440, 900)
        page.visit(home)
        check.that("an empty server has a sentence", has(page, "The world “main” is empty.", "#stage") and has(page, "The server has no other world.", "#stage"), text_of(page, "#stage"))
        nasty = "<img src=x onerror=alert(1)> \u202e&conversation=c1#"
        story = Story(port)
        story.main.ask("world.create", world=nasty)
        rows = "[...document.querySelectorAll('.worlds .item')]"
        check.that("the worlds appear by themselves", page.until(f"{rows}.length === 3", 10), text_of(page, "#stage"))
        check.that("a world has its number of events", page.until(f"/[0-9]+ events/.test({rows}.find((one) => one.dataset.world === 'trip').innerText)", 10), text_of(page, "#stage"))
        check.that("a world has its number of open streams", "open streams" in page.run(f"{rows}.find((one) => one.dataset.world === 'trip').innerText"))
        check.that("an empty world is called so", "empty" in page.run(f"{rows}.find((one) => one.dataset.world === 'main').innerText"))
        check.that("a world has its clock", "virtual clock at 2022-09-12 09:00" in text_of(page, "#stage"))
        check.same("no element came of a world's name", page.run("document.querySelectorAll('img').length"), 0)
        page.shoot(f"{shots}/inspector-worlds.png")
        check.same("each world is a link", page.run(f"{rows}.map((one) => one.getAttribute('href'))")[2], "#world=trip")
        page.run(f"{rows}[0].click()")
        check.that("a world with a nasty name opens", page.until(f"document.querySelector('#world').value === {json.dumps(nasty)}", 5), page.run("document.querySelector('#world').value"))
        check.that("its address names it whole", page.until("location.hash.startsWith('#world=%3Cimg') && !location.hash.includes('&')", 5), page.run("location.hash"))
        page.visit(page.run("location.href"))
        check.that("a reload keeps it", page.until(f"document.querySelector('#world').value === {json.dumps(nasty)}", 5))
        page.press("w")
        check.that("the list opens by key", at(page, "#worlds") and has(page, "trip", ".worlds"), text_of(page, "#stage"))
        page.run("(() => { const one = document.querySelector('#search'); one.value = 'tri'; one.dispatchEvent(new Event('input')); })()")
        check.same("the search filters the worlds", page.run(f"{rows}.map((one) => one.dataset.world)"), ["trip"])
        page.run("document.querySelector('.worlds .item').focus()")
        story.say("bea", "One more event")
        page.until(f"/4[0-9] events/.test({rows}[0].innerText)", 5)
        check.same("the focus stays in the list", page.run("document.activeElement.dataset.world"), "trip")
        page.press("Enter", "\r")
        check.that("a world opens by key", has(page, "I bring the tent", ".thread") or has(page, "Lake weekend", "#list"), page.run("location.hash"))
        page.visit(home)
        check.that("main is shown without a link", has(page, "The world “main” is empty.", "#stage"))
        page.size(360, 740, is_phone=True, scale=2)
        page.run("new Promise((done) => setTimeout(done, 100))")
        check.that("the list fits a phone", no_sideways(page))
        page.shoot(f"{shots}/inspector-worlds-phone.png")
        anna = Session(port, role="person", handle="anna")
        anna.ask("conversation.create", participants=["bea"], name="First of main")
        check.that("the first conversation appears by itself", has(page, "First of main", "#head", 10), text_of(page, "#head"))
        check.same("complaints of the worlds", page.complaints(own), [])


def main():
    program, chat_server, shots = sys.argv[1:]
    os.makedirs(shots, exist_ok=True)
    check = Check()
    with server(chat_server) as port, browser(program) as page:
        story = Story(port)
        desktop(page, check, port, story, shots)
        phone(page, check, port, shots)
        hostile(page, check, port, story, shots)
        links(page, check, port, story, shots)
        wrong_links(page, check, port, story, shots)
        worlds(page, check, chat_server, shots)
        with_tokens(page, check, chat_server, shots)
    print(f"script/inspector-check: {check.passed} passed, {len(check.failed)} failed; screenshots in {shots}")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
