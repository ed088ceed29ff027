"""The people, their apps, and how often each operation is chosen: all from one seed."""

APPS = {"com.example.notes": "notes.example", "com.example.board": "board.example"}
HEARTS = ["heart", "thumbsUp", "thumbsDown", "haHa", "exclamation", "question", "🎉", "👍"]
NAMES = {"anna": "Anna", "bea": "Bea", "carl": "Carl", "dana": "Dana", "emil": "Emil", "frida": "Frida"}

# How often each operation is chosen, for a person and for an app that runs as a person.
PERSON = {
    "group": 4, "pair": 3, "send": 34, "edit": 8, "unsend": 3, "react": 7, "read": 8, "mark": 3, "mute": 4,
    "top": 2, "rename": 3, "photo": 1, "add": 5, "remove": 4, "leave": 2, "typing": 3, "delete": 3, "recover": 2,
    "bin": 1, "unbin": 1, "pin": 5, "unpin": 2, "settings": 4, "consent": 4, "contact": 2, "hide": 1, "open": 1,
    "share": 3, "sendShare": 6, "accept": 9, "addToShare": 2, "dropFromShare": 2, "permit": 1, "leaveShare": 1,
    "stopShare": 1, "write": 6, "comment": 2, "retitle": 2, "dismiss": 1, "start": 2, "history": 3, "list": 2,
    "search": 2, "probe": 4, "wrong": 2, "answerNotice": 2, "shelf": 1, "draft": 1,
    "erase": 1, "openDocument": 3, "closeDocument": 2, "move": 1, "deleteDocument": 0.4, "inviting": 1, "access": 0.4,
    "role": 1, "cancel": 1, "look": 3,
}
APP = {"post": 16, "persist": 3, "mention": 5, "clear": 1, "appShelf": 3, "appDocument": 2, "appWrite": 4, "appLookUp": 2, "appOpen": 2,
       "display": 1, "attach": 1, "appLook": 1}


def token(step, letter="t"):
    return f"{letter}{step:05d}x"


def steps_of(mix, devices, seconds, rate, rng, first):
    """Returns steps over so many seconds, at a mean of `rate` a second."""
    kinds, weights = list(mix), list(mix.values())
    steps, at = [], 0.0
    while True:
        at += rng.expovariate(rate)
        if at > seconds:
            return steps
        steps.append({"n": first + len(steps), "at": round(at, 3), "by": rng.choice(devices),
                      "do": rng.choices(kinds, weights)[0], "roll": rng.getrandbits(32)})
