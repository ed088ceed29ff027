"""The operations of apps, which run as a person."""

from mix import token


class Skip(Exception):
    """The step has nothing to choose from."""


class AppWork:
    """The part of `Chooser` that makes the requests of apps."""

    def do_appOpen(self):
        return "document." + self.choose("kind", ("open", "close")), {"url": self.url()}

    def do_display(self):
        return "highlight.display", {"highlight": self.choose("highlight", sorted(self.known.highlights) or ["none"]),
                                     "context": self.choose("context", ("summary", "detail"))}

    def do_attach(self):
        return "attribution.attach", {"highlight": self.choose("highlight", sorted(self.known.highlights) or ["none"])}

    def do_appLook(self):
        return self.choose("kind", ("clock.now", "document.list", "app.get")), {}

    def url(self):
        shares = [s["id"] for s in self.stage.everything.shares.values() if s["app"] == self.app]
        joined = [s["id"] for s in self.stage.knowledge[(self.person, None)].shares.values() if s["app"] == self.app
                  and any(p["handle"] == self.person and p["acceptance"] == "accepted" for p in s["participants"])]
        if joined and self.rng.random() < 0.8:
            shares = joined
        return self.url_of(self.pick("share", sorted(shares)))

    def do_post(self):
        trigger = self.choose("trigger", ("edit", "edit", "edit", "comment"))
        return "highlightCenter.postNotice", {"url": self.url(), "event": {"type": "change", "trigger": trigger}}

    def do_persist(self):
        trigger = self.choose("trigger", ("created", "moved", "renamed"))
        title = {"title": "Plan " + token(self.step["n"], "d")} if trigger == "renamed" else {}
        return "highlightCenter.postNotice", {
            "url": self.url(), "event": {"type": "persistence", "trigger": trigger, **title}}

    def do_mention(self):
        return "highlightCenter.postNotice", {"url": self.url(), "event": {"type": "mention", "mentioned": self.other()}}

    def do_clear(self):
        return "highlightCenter.clearNotices", {"url": self.url()}

    def do_appShelf(self):
        return "highlight.list", {}

    def do_appLookUp(self):
        return "highlightCenter." + self.choose("kind", ("getHighlight", "getCollaborationHighlight")), {"url": self.url()}

    def do_appDocument(self):
        return "document.get", {"url": self.url()}

    def do_appWrite(self):
        url = self.url()
        revision = self.known.documents.get(url, {}).get("revision", 0)
        return "document.edit", {"url": url, "text": "Text " + token(self.step["n"], "b"), "revision": revision}
