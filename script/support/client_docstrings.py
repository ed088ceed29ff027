"""The docstrings of generated Python, and the examples in docstrings."""

CONTRACT_EXAMPLE = """\
    def title(share: contract.ShareView) -> str:
        return share["title"]

    assert title(plan) == "Trip plan"
"""
AIO_EXAMPLE = """\
    async def main() -> None:
        async with aio.World("Anna", "Bea", server=server) as pair:
            await pair.anna.send("Hi", pair.conversation)
            await pair.bea.wait_for("message.posted")

    asyncio.run(main())
"""
WAITS = {
    "wait_for": """Returns the params of the first matching notification that no earlier wait has returned. `within` are the
        seconds that the world's clock may advance until it arrives, `patience` the real seconds that another program may
        need. Raises NothingCame with the reasons.

            for _ in range(2):
                anna.app().post(edit(), plan)
            grown = bea.wait_for("notice.posted", lambda params: params["notice"]["count"] == 2)
            assert grown["notice"]["text"] == "Anna made 2 edits to “Trip plan”"
        """,
    "is_not_notified": """Checks that no matching notification has arrived, once everything earlier has (`session.fence`).
        Raises SomethingCame with the rules.

            notes.post(mention(bea), plan)
            carl.is_not_notified("notice.posted")
        """,
    "received": """Returns the params of all received notifications of a kind, oldest first, once everything earlier has
        arrived.

            for text in ("One", "Two"):
                anna.send(text, conversation)
            assert [params["message"]["text"] for params in bea.received("message.posted")] == ["One", "Two"]
        """,
}


def split_docstring(docstring):
    """Returns the text of a docstring, and its example: the last paragraphs, if they are indented."""
    lines = docstring.split("\n")
    indent = lines.pop() if len(lines) > 1 else None
    count = len(lines)
    while indent is not None and count > 1 and (not lines[count - 1] or lines[count - 1].startswith(indent + "    ")):
        count -= 1
    example = "\n".join(line.removeprefix(f"{indent}    ") for line in lines[count:]).strip("\n")
    return "\n".join(lines[:count]).rstrip("\n") if example else docstring, example


def without_example(match):
    """Returns a docstring in its quotes without its example."""
    docstring = match[0].strip('"')
    text, example = split_docstring(docstring)
    end = docstring[docstring.rindex("\n"):] if example and "\n\n" in text else ""
    return f'"""{text}{end}"""'
