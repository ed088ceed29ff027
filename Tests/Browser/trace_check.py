"""Works traces in a browser without a window, over its own protocol: no module but Python's own.

trace_check.py BROWSER TRACES SHOTS: opens tour.html, failing.html, hostile.html, rules.html, one.html, all.html
and docs.html of the folder TRACES.
"""

import json
import os
import sys

from browser import Check, browser


# What the page was given; its script keeps its own names to itself.
DATA = (
    "(() => { const data = JSON.parse(document.querySelector('#data').textContent);"
    " const stories = document.querySelector('#stories').textContent.split('\\n');"
    " data.scenarios = data.scenarios.map((entry, place) => ({ ...entry, ...(data.opening.stories[place] ?? JSON.parse(stories[place])) })); return data; })()"
)


def hash_of(page):
    return page.run("location.hash")


def no_sideways(page):
    """Nothing is wider than the window; a phone would make its window wider for it."""
    return page.run("innerWidth <= " + str(page.width) + " && document.documentElement.scrollWidth <= innerWidth && document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth")


def columns_hold(page):
    """Every cell of every terminal stands in its column, within half a pixel."""
    return page.run(
        """(() => {
          let worst = 0;
          for (const row of document.querySelectorAll('.glass .row')) {
            const left = row.getBoundingClientRect().left + 6;
            const probe = document.createElement('span');
            probe.style.width = '100ch';
            row.append(probe);
            const cell = probe.getBoundingClientRect().width / 100;
            probe.remove();
            let column = 0;
            for (const run of row.children) {
              worst = Math.max(worst, Math.abs(run.getBoundingClientRect().left - left - column * cell));
              column += parseFloat(run.style.width);
            }
            // Tame text fills its run: the font has one width for all of it.
            for (const run of row.children) {
              if (run.classList.contains('glyph')) continue;
              const range = document.createRange();
              range.selectNodeContents(run);
              worst = Math.max(worst, Math.abs(range.getBoundingClientRect().width - run.getBoundingClientRect().width));
            }
          }
          return worst;
        })()"""
    )


def tour(page, check, file, shots):
    page.size(1440, 900)
    page.colours("light")
    page.open(file, "#1/30")
    check.same("the place of a link", hash_of(page), "#1/30")
    check.that("nothing is drawn as an object", "[object" not in page.run("document.body.innerText"))
    check.that("terminals are drawn", page.run("document.querySelectorAll('.terminal').length") >= 4)
    check.that("columns hold", columns_hold(page) < 0.5, columns_hold(page))
    page.shoot(f"{shots}/desktop-light.png")
    before = page.run("document.querySelector('#head h2').textContent")
    page.press("ArrowRight")
    check.same("→", hash_of(page), "#1/31")
    check.that("the step is another", page.run("document.querySelector('#head h2').textContent") != before)
    check.same("one step is marked", page.run("document.querySelectorAll('[aria-current=step]').length"), 1)
    check.that("the step is told", page.run("document.querySelector('#live').textContent").startswith("Step 31 of "))
    page.press("k")
    check.same("k", hash_of(page), "#1/30")
    page.press("j")
    page.press("End")
    check.that("End", page.run("document.querySelector('#next').disabled"))
    page.press("Home")
    check.same("Home", hash_of(page), "#1/1")
    page.click("#next")
    check.same("a click on next", hash_of(page), "#1/2")
    page.click("ol.steps li:nth-child(9) button")
    check.same("a click on a step", hash_of(page), "#1/9")
    page.press("1")
    check.that("a panel folds", not page.run("document.querySelector('#panel').checkVisibility()"))
    page.press("1")
    check.that("and unfolds", page.run("document.querySelector('#panel').checkVisibility()"))
    for key, panel in zip("4123", ("failure", "wire", "decisions", "document")):
        page.press(key)
        check.same(f"the panel of {key}", page.run("document.querySelector('[role=tab][aria-selected=true]').id"), f"tab-{panel}")
    page.press("4")
    check.same("no failure", page.run("document.querySelector('#panel').textContent"), "Nothing failed here.")
    page.press("1")
    check.that("messages are listed", page.run("document.querySelectorAll('.wire li').length") > 0)
    page.click(".wire summary")
    check.that("a message opens", page.until("JSON.parse(document.querySelector('.json')?.textContent ?? '{}').jsonrpc === '2.0'"))
    page.run("document.querySelector('#panels').scrollIntoView()")
    page.shoot(f"{shots}/desktop-wire.png")
    page.press("2")
    check.that("decisions are listed", page.run("document.querySelectorAll('.reasons code').length") > 0)
    page.run("document.querySelector('#panels').scrollIntoView()")
    page.shoot(f"{shots}/desktop-decisions.png")
    edited = page.run(f"{DATA}.scenarios[0].steps.findIndex((step, index) => index > 28 && step.pages && step.text.includes('edits'))")
    page.run(f"location.hash = '#1/{edited + 2}'")
    page.until(f"location.hash === '#1/{edited + 2}'")
    page.run("new Promise((done) => setTimeout(done, 50))")
    page.press("k")
    page.press("3")
    check.that("a document stands there", page.run("document.querySelectorAll('.document').length") > 0)
    page.run("document.querySelector('#panels').scrollIntoView()")
    page.shoot(f"{shots}/desktop-document.png")
    page.press("c")
    check.that("changes are marked", page.run("document.querySelectorAll('.row.changed').length") > 0)
    page.press("t")
    page.press("t")
    check.same("colours by key", page.run("document.documentElement.dataset.theme"), "dark")
    check.that("dark is dark", page.run("getComputedStyle(document.body).backgroundColor") == "rgb(19, 19, 22)")
    page.run("document.querySelector('main').scrollTo(0, 0)")
    page.shoot(f"{shots}/desktop-dark.png")
    page.press("t")
    check.same("colours of the system", page.run("document.documentElement.dataset.theme ?? 'none'"), "none")
    page.press("c")
    page.press("?")
    check.that("help opens", page.run("document.querySelector('#help').open"))
    check.that("help names the keys", "the next failure" in page.run("document.querySelector('#help dl').textContent"))
    page.shoot(f"{shots}/help.png")
    page.press("Escape")
    check.that("help closes", not page.run("document.querySelector('#help').open"))
    page.press("/")
    check.same("search has the keys", page.run("document.activeElement.id"), "search")
    page.press("j")
    check.same("letters go into the search", page.run("document.querySelector('#search').value"), "j")
    page.press("Escape")
    page.press("Home")
    page.press(" ")
    check.same("playing", page.run("document.querySelector('#play').getAttribute('aria-pressed')"), "true")
    page.run("new Promise((done) => setTimeout(done, 1700))")
    check.same("it played on", hash_of(page), "#1/2")
    page.press(" ")
    check.same("standing", page.run("document.querySelector('#play').getAttribute('aria-pressed')"), "false")
    check.that("focus can be seen", page.run(
        "(() => { document.querySelector('#next').focus({focusVisible: true}); return getComputedStyle(document.querySelector('#next')).outlineStyle; })()") == "solid")
    check.same("complaints", page.complaints(), [])


def phone(page, check, file, shots):
    page.colours("light")
    page.size(360, 740, is_phone=True, scale=2)
    page.open(file, "#1/30")
    check.that("a phone scrolls down alone", no_sideways(page))
    page.shoot(f"{shots}/phone-light.png")
    small = page.run(
        "[...document.querySelectorAll('button')].filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && one.getBoundingClientRect().height < 44)"
        ".map((one) => one.id || one.className || one.textContent)")
    check.same("buttons under 44 pixels", small, [])
    page.click("#drawer")
    page.run("new Promise((done) => setTimeout(done, 300))")
    check.same("the drawer", page.run("document.querySelector('#drawer').getAttribute('aria-expanded')"), "true")
    page.shoot(f"{shots}/phone-drawer.png")
    page.click("ol.steps li:nth-child(12) button")
    check.same("a step of the drawer", hash_of(page), "#1/12")
    check.same("the drawer closes", page.run("document.querySelector('#drawer').getAttribute('aria-expanded')"), "false")
    page.colours("dark")
    for key in "2341":
        page.press(key)
        check.that(f"panel {key} fits a phone", no_sideways(page))
    page.press("2")
    page.run("document.querySelector('#panels').scrollIntoView()")
    page.run("new Promise((done) => setTimeout(done, 300))")
    page.shoot(f"{shots}/phone-dark.png")
    check.same("complaints on a phone", page.complaints(), [])


def failing(page, check, file, shots):
    page.colours("light")
    page.size(1440, 900)
    page.open(file)
    check.same("it opens at what failed", hash_of(page), "#1/7")
    check.same("the panel of a failure", page.run("document.querySelector('[role=tab][aria-selected=true]').id"), "tab-failure")
    check.that("expected and actual", page.run("document.querySelectorAll('.besides > div').length") == 2)
    heading = page.run("document.querySelector('.threads h4').textContent")
    check.same("what somebody saw is said behind the name", heading, "Anna saw")
    check.that("the command", "failing.feature" in page.run("document.querySelector('.command code').textContent"))
    page.shoot(f"{shots}/failure-light.png")
    page.run("document.querySelector('#panels').scrollIntoView()")
    page.colours("dark")
    page.shoot(f"{shots}/failure-dark.png")
    page.press("f")
    check.same("f", hash_of(page), "#2/5")
    check.that("the undefined step", "No phrase matches this step" in page.run("document.querySelector('#panel').textContent"))
    page.run("document.querySelector('main').scrollTo(0, 0)")
    page.shoot(f"{shots}/undefined-dark.png")
    page.press("f")
    check.same("f goes around", hash_of(page), "#1/7")
    page.press("ArrowDown")
    page.press("ArrowDown")
    check.same("↓", hash_of(page), "#3/1")
    page.press("ArrowUp")
    check.same("↑", hash_of(page), "#2/5")
    page.click("#filters .chip:nth-child(3)")
    check.that("passed alone", page.until("document.querySelectorAll('.scenario').length === 1"))
    page.colours("light")
    page.size(360, 740, is_phone=True, scale=2)
    page.open(file, "#1/7")
    page.run("document.querySelector('#panels').scrollIntoView()")
    check.that("a failure fits a phone", no_sideways(page))
    page.run("document.querySelector('main').scrollTo(0, 0)")
    check.that("on a phone the failure comes first", page.run(
        "document.querySelector('.message').getBoundingClientRect().bottom < innerHeight"
        " && document.querySelector('#panels').getBoundingClientRect().top < document.querySelector('#terminals').getBoundingClientRect().top"))
    page.shoot(f"{shots}/phone-first.png")
    check.same("only the parts scroll", page.run("document.documentElement.scrollHeight - innerHeight"), 0)
    page.shoot(f"{shots}/phone-failure.png")
    check.same("complaints of a failing story", page.complaints(), [])


def hostile(page, check, file, shots):
    page.colours("light")
    page.size(1440, 900)
    page.open(file)
    count = page.run(f"{DATA}.scenarios[0].steps.length")
    check.that("all is there", count == 10, count)
    for _ in range(count):
        for key in "1234":
            if page.run("document.querySelector('[role=tab][aria-selected=true]').title") != key:
                page.press(key)
        page.run("document.querySelectorAll('details').forEach((one) => one.open = true)")
        check.that("columns hold", columns_hold(page) < 0.5, columns_hold(page))
        check.that("it fits", no_sideways(page), hash_of(page))
        page.press("ArrowLeft")
    check.same("nothing ran", page.run("typeof window.broken"), "undefined")
    check.same("no element came of data", page.run("document.querySelectorAll('img, b:not(#head b, .name b), iframe, script').length"), 10)
    check.that("turned text is shown as such", "⟨202E⟩" in page.run("document.querySelector('.way').textContent"))
    check.same("a tag that is no rule is no button", page.run("[...document.querySelectorAll('[data-rule]')].map((one) => one.dataset.rule)"), ["tap-one", "tap-one"])
    page.run("location.hash = '#1/7'")
    page.run("new Promise((done) => setTimeout(done, 50))")
    page.shoot(f"{shots}/hostile.png")
    page.size(360, 740, is_phone=True, scale=2)
    check.that("it fits a phone", no_sideways(page))
    page.shoot(f"{shots}/phone-hostile.png")
    check.same("complaints of a hostile story", page.complaints(), [])


def go_to(page, fragment):
    """Follows a link to another place of the page."""
    page.run(f"location.hash = {json.dumps(fragment)}")


def lost(page, text):
    """True if the page shows the sentence about a link that leads nowhere."""
    return page.until(f"document.querySelector('#lost')?.hidden === false && document.querySelector('#lost').innerText.includes({json.dumps(text)})", 3)


CHOSEN = "[...document.querySelectorAll('.terminal.chosen .who')].map((one) => one.textContent)"


def links(page, check, file, shots):
    """The address names the scenario, the step and the person."""
    page.size(1440, 900)
    page.colours("light")
    page.open(file, "#1/5/Bea")
    check.same("a link marks a person's terminal", page.run(CHOSEN), ["Bea"])
    check.same("the address stays", hash_of(page), "#1/5/Bea")
    page.press("j")
    check.same("the mark stays at the next step", (hash_of(page), page.run(CHOSEN)), ("#1/6/Bea", ["Bea"]))
    page.click(".who[data-person=Carl]")
    check.same("a click on a name marks that terminal", (hash_of(page), page.run(CHOSEN)), ("#1/6/Carl", ["Carl"]))
    check.same("the name is pressed and has the focus", page.run("[document.activeElement.dataset.person, document.activeElement.getAttribute('aria-pressed')]"), ["Carl", "true"])
    page.shoot(f"{shots}/link.png")
    page.run("history.back()")
    check.that("back returns to the person before", page.until(f"location.hash === '#1/6/Bea' && {CHOSEN}[0] === 'Bea'", 3), hash_of(page))
    page.run("history.forward()")
    check.that("forward returns to the next person", page.until(f"location.hash === '#1/6/Carl' && {CHOSEN}[0] === 'Carl'", 3), hash_of(page))
    page.click(".who[data-person=Carl]")
    check.same("a second click removes the mark", (hash_of(page), page.run(CHOSEN)), ("#1/6", []))
    page.run("document.activeElement.blur()")
    for person in page.run("[...document.querySelectorAll('.terminal .who')].map((one) => one.textContent)"):
        page.press("p")
        check.same("p marks the next person", page.run(CHOSEN), [person])
    page.press("p")
    check.same("p after the last person removes the mark", page.run(CHOSEN), [])
    page.click("ol.steps li:nth-child(4) button")
    page.run("[...document.querySelectorAll('.scenario')].at(-1).click()")
    check.same("a click on a scenario", hash_of(page), "#3/1")
    page.run("history.back()")
    check.that("back returns to the step of the other scenario", page.until("location.hash === '#1/4' && document.querySelectorAll('[aria-current=step]').length === 1", 3), hash_of(page))
    path = page.run(f"{DATA}.features[0].path")
    line = page.run(f"{DATA}.scenarios[1].line")
    page.open(file, f"#{path}:{line}/2/Anna")
    check.same("a link names a scenario by its file and line", (hash_of(page), page.run(CHOSEN)), ("#2/2/Anna", ["Anna"]))
    page.press("l")
    check.that("the link is copied by key", page.until("document.querySelector('#copy').textContent !== 'Copy link'", 3))
    page.run("document.querySelector('.skip').click()")
    check.same("the skip link moves the focus and keeps the address", (page.run("document.activeElement.id"), hash_of(page)), ("step", "#2/2/Anna"))
    for fragment, sentence in (
        ("#99/3", "This trace has no scenario “99”. It has 3 scenarios."),
        ("#0", "This trace has no scenario “0”."),
        ("#gone.feature:7/2", "This trace has no scenario “gone.feature:7”."),
        ("#elsewhere", "This trace has no scenario “elsewhere”."),
        ("#1/400", "Scenario 1 has no step 400."),
        ("#1/0", "Scenario 1 has no step 0."),
        ("#1/5/Zed", "“Zed” has no terminal in scenario 1."),
        ("#1/5/%E0%A4%A", "has no terminal in scenario 1."),
        ("#%E0%A4%A", "This trace has no scenario"),
    ):
        for way in ("opened", "followed"):
            if way == "opened":
                page.open(file, fragment)
            else:
                page.open(file, "#2/1")
                go_to(page, fragment)
            check.that(f"the sentence of {fragment}, {way}", lost(page, sentence), page.run("document.querySelector('#lost')?.innerText"))
            check.that(f"{fragment} shows a step", page.until("document.querySelector('#head h2') !== null", 3))
            check.same("the address stays as it was given", hash_of(page), fragment)
    page.press("j")
    check.that("the next step hides the sentence", page.until("document.querySelector('#lost').hidden", 3))
    for fragment in ("#<img src=x onerror=alert(1)>", "#1/5/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%E2%80%AE", "#%3Cb%3E.feature:1", "#" + "x" * 5000):
        page.open(file, fragment)
        check.that(f"a sentence for {fragment[:50]}", page.until("document.querySelector('#lost')?.hidden === false", 3))
        check.that("the sentence is short", page.run("document.querySelector('#lost').innerText.length") < 200)
        check.same("no element came of the address", page.run("document.querySelectorAll('img, #lost *').length"), 0)
        check.that("no direction mark is shown", "\u202e" not in page.run("document.querySelector('#lost').innerText"))
    check.same("complaints of links", page.complaints(), [])


def rules(page, check, file, shots):
    """The list shows the rules of each scenario, and filters by one."""
    ids = "[...document.querySelectorAll('#list .scenario')].map((one) => [...one.parentElement.querySelectorAll('[data-rule]')].map((rule) => rule.dataset.rule))"
    page.size(1440, 900)
    page.colours("light")
    page.open(file)
    data = page.run(f"(({{rules, scenarios}}) => ({{rules, tags: scenarios.map((one) => (one.tags ?? []).map((tag) => tag.slice(1)))}}))({DATA})")
    # A tag can also be a word that is no rule.
    data["tags"] = [[tag for tag in tags if tag != "restart"] for tags in data["tags"]]
    named = sorted({tag for tags in data["tags"] for tag in tags})
    check.same("the trace has the sentences of its rules, and no other", sorted(data["rules"] or {}), named)
    check.that("each scenario of the list has its rules", page.until(f"JSON.stringify({ids}) === {json.dumps(json.dumps(data['tags'], separators=(',', ':')))}", 5), page.run(ids))
    check.same("no sentence is shown at first", page.run("document.querySelector('#rule').hidden"), True)
    page.shoot(f"{shots}/rules.png")
    page.click("#list [data-rule=tap-one]")
    count = sum("tap-one" in tags for tags in data["tags"])
    check.that("a click on a rule lists its scenarios", page.until(f"document.querySelectorAll('.scenario').length === {count} && {ids}.every((one) => one.includes('tap-one'))", 5), page.run(ids))
    check.that("its sentence is shown", "One tapback a person and message" in page.run("document.querySelector('#rule').innerText"), page.run("document.querySelector('#rule').innerText"))
    check.that("its source is shown", "remembered behaviour of Messages" in page.run("document.querySelector('#rule').innerText"))
    check.same("the choice has the rule", page.run("document.querySelector('#rule-choice').value"), "tap-one")
    check.same("the rule is pressed", page.run("[...new Set([...document.querySelectorAll('[data-rule=tap-one]')].map((one) => one.ariaPressed))]"), ["true"])
    page.shoot(f"{shots}/rule.png")
    page.press("ArrowDown")
    shown = page.run("Number(location.hash.slice(1).split('/')[0])")
    check.that("↓ goes to a scenario of the rule", "tap-one" in data["tags"][shown - 1], shown)
    page.click("#rule button")
    check.that("all scenarios are listed again", page.until(f"document.querySelectorAll('.scenario').length === {len(data['tags'])} && document.querySelector('#rule').hidden", 5))
    page.press("r")
    check.same("r leads to the choice", page.run("document.activeElement.id"), "rule-choice")
    check.same("the choice has each rule with its number of scenarios", page.run("[...document.querySelector('#rule-choice').options].slice(1).map((one) => one.textContent)"), [f"{rule} ({sum(rule in tags for tags in data['tags'])})" for rule in named])
    page.run("(() => { const one = document.querySelector('#rule-choice'); one.value = 'tap-notify'; one.dispatchEvent(new Event('change')); })()")
    check.that("the choice filters", page.until(f"{ids}.length > 0 && {ids}.every((one) => one.includes('tap-notify'))", 5), page.run(ids))
    page.click("#head [data-rule]")
    check.same("the rule of the shown scenario is a button, too", page.run("document.querySelector('#rule b').textContent === document.querySelector('#head [data-rule][aria-pressed=true]')?.dataset.rule"), True)
    page.colours("dark")
    page.shoot(f"{shots}/rule-dark.png")
    page.size(360, 740, is_phone=True, scale=2)
    page.click("#drawer")
    page.run("new Promise((done) => setTimeout(done, 300))")
    page.shoot(f"{shots}/rules-phone.png")
    check.that("rules fit a phone", no_sideways(page) and page.run("document.querySelector('#list').scrollWidth <= document.querySelector('#list').clientWidth"))
    small = page.run("[...document.querySelectorAll('#side button, #side select')].filter((one) => one.checkVisibility({checkVisibilityCSS: true}) && one.getBoundingClientRect().height < 44).map((one) => one.id || one.className)")
    check.same("buttons of the drawer under 44 pixels", small, [])
    check.same("complaints of rules", page.complaints(), [])


def opened(page, file):
    """After how many milliseconds a page has drawn itself, at the best of five, and of how many elements it is then."""
    times = []
    for _ in range(5):
        page.open(file)
        times.append(page.run("performance.getEntriesByName('drawn')[0].startTime"))
    page.run("new Promise((done) => setTimeout(done, 100))")
    return min(times), page.run("document.getElementsByTagName('*').length")


def everything(page, check, file, one, shots):
    page.colours("light")
    page.size(1440, 900)
    alone, few = opened(page, one)
    took, elements = opened(page, file)
    count = page.run(f"{DATA}.scenarios.length")
    check.that("the list draws what is near to what is in sight", elements < few + 1500, (few, elements))
    # Both are a fraction of what reading all of it takes; the bound leaves room for a machine that is busy.
    check.that("many open as one does", took < 2 * alone + 100, (alone, took))
    # A feature that is drawn for the first time may be taller than was reserved for it, so the end moves away once or twice.
    check.that("the end of the list is drawn when it is in sight", page.until(
        "(document.querySelector('#list').scrollTo(0, document.querySelector('#list').scrollHeight),"
        " [...document.querySelectorAll('.feature')].at(-1).querySelector('.scenario') !== null)"))
    check.that("and the beginning is not any more, but for where the reader is", page.until(
        f"document.querySelectorAll('.scenario').length < {count} / 2"))
    page.press("ArrowDown")
    check.same("the scenario that is shown is marked", page.run("document.querySelectorAll('.scenario[aria-current]').length"), 1)
    milliseconds = page.run(
        "(() => { const began = performance.now(); for (let count = 0; count < 100; count += 1) {"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true})); document.body.offsetHeight; }"
        " return (performance.now() - began) / 100; })()")
    search = page.run(
        "(() => { const began = performance.now(); const field = document.querySelector('#search');"
        " field.value = 'pin anna'; field.dispatchEvent(new Event('input')); document.body.offsetHeight; return performance.now() - began; })()")
    print(f"  {count} scenarios, {os.path.getsize(file)} bytes: drawn in {took:.0f} ms with {elements} elements, and one alone in {alone:.0f} ms with {few}; a scenario in {milliseconds:.1f} ms, a search in {search:.0f} ms")
    check.that("a scenario comes at once", milliseconds < 100, milliseconds)
    page.shoot(f"{shots}/all.png")
    check.same("complaints of everything", page.complaints(), [])


def documentation(page, check, file, shots):
    """The page of script/docs-page: it opens, is searched, and every link in it leads somewhere."""
    page.colours("light")
    page.size(1280, 860)
    page.open(file)
    check.same("one page is shown", page.run("[...document.querySelectorAll('article')].filter((one) => !one.hidden).map((one) => one.id)"), ["README"])
    lost = page.run(
        "[...document.querySelectorAll('a[href^=\"#\"]')].map((one) => decodeURIComponent(one.hash.slice(1)))"
        ".filter((id) => document.getElementById(id) === null)")
    check.same("links that lead nowhere", lost, [])
    page.press("/")
    page.run(
        "(() => { const field = document.querySelector('#search'); field.value = 'fence notice'; field.dispatchEvent(new Event('input')); })()")
    check.that("it is found", page.run("document.querySelectorAll('.hit').length") > 0)
    page.shoot(f"{shots}/docs-search.png")
    page.press("Enter")
    check.that("what was found is shown", page.until(
        "document.querySelector('#results').hidden && [...document.querySelectorAll('article')].filter((one) => !one.hidden).length === 1"))
    page.shoot(f"{shots}/docs.png")
    page.size(360, 740, is_phone=True, scale=2)
    check.that("documentation fits a phone", page.run("document.documentElement.scrollWidth <= innerWidth"))
    page.shoot(f"{shots}/docs-phone.png")
    check.same("complaints of the documentation", page.complaints(), [])


def main():
    program, traces, shots = sys.argv[1:]
    os.makedirs(shots, exist_ok=True)
    check = Check()
    with browser(program) as page:
        tour(page, check, f"{traces}/tour.html", shots)
        phone(page, check, f"{traces}/tour.html", shots)
        failing(page, check, f"{traces}/failing.html", shots)
        hostile(page, check, f"{traces}/hostile.html", shots)
        links(page, check, f"{traces}/failing.html", shots)
        rules(page, check, f"{traces}/rules.html", shots)
        everything(page, check, f"{traces}/all.html", f"{traces}/one.html", shots)
        documentation(page, check, f"{traces}/docs.html", shots)
    print(f"script/trace-check: {check.passed} passed, {len(check.failed)} failed; screenshots in {shots}")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
