"""The clients for asyncio."""
from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from understudy import Disconnected, NothingCame, Refused, SomethingCame, aio, edit, mention

Make = Callable[..., aio.World]


def test_clients_await_the_same_methods(async_world: Make) -> None:
    async def main() -> None:
        async with async_world("Anna", "Bea", "Carl") as world:
            plan = await world.anna.share("Trip plan", world.conversation)
            notes = await world.anna.app()
            [notice] = await notes.post(mention(world.bea), plan)
            posted = await world.bea.wait_for("notice.posted")
            assert posted["notice"]["text"] == "Anna mentioned you in “Trip plan”"
            await world.carl.is_not_notified("notice.posted")
            assert not (await world.carl.explain(notice))["delivered"]
            created = await world.anna.conversation.create(participants=["bea"])
            await world.anna.send("Hi", created["conversation"])
            with pytest.raises(SomethingCame):
                await world.bea.is_not_notified("message.posted", lambda params: params["message"]["text"] == "Hi")

    asyncio.run(main())


def test_several_tasks_wait_at_the_same_time(async_world: Make) -> None:
    async def main() -> None:
        async with async_world() as world:
            texts = ["One", "Two", "Three"]
            waits = [asyncio.create_task(world.bea.wait_for("message.posted", patience=20)) for _ in texts]
            waits.append(asyncio.create_task(world.carl.wait_for("message.posted", patience=20)))
            await asyncio.gather(*(world.anna.send(text, world.conversation) for text in texts))
            found = await asyncio.gather(*waits)
            assert sorted(params["message"]["text"] for params in found[:3]) == sorted(texts)
            failures = await asyncio.gather(*(person.wait_for("typing") for person in world.people), return_exceptions=True)
            assert [type(each) for each in failures] == [NothingCame] * 3

    asyncio.run(main())


def test_lost_connection_resumes_without_duplicates(async_world: Make) -> None:
    async def main() -> None:
        async with async_world() as world:
            waiting = asyncio.create_task(world.bea.wait_for("typing", patience=20))
            await world.bea.session.ping()
            world.bea.disconnect()
            with pytest.raises(Disconnected):
                await waiting
            for _ in range(2):
                await world.anna.send("Two", world.conversation, client_id="a-retry")
            await world.bea.reconnect()
            received = await world.bea.received("message.posted")
            assert [params["message"]["text"] for params in received] == ["Two"]

    asyncio.run(main())


def test_clock_and_faults_work(async_world: Make) -> None:
    async def main() -> None:
        async with async_world("Anna", "Bea") as world:
            plan = await world.anna.share("Trip plan", world.conversation)
            await world.observer.inject("delay", "notice.posted", seconds=60, to=world.bea)
            await (await world.anna.app()).post(edit(), plan)
            await world.bea.is_not_notified("notice.posted")
            await world.bea.wait_for("notice.posted", within=60)
            await world.advance(60)

    asyncio.run(main())


def test_cancelled_request_leaves_the_session_usable(async_world: Make) -> None:
    async def main() -> None:
        async with async_world() as world:
            task = asyncio.create_task(world.bea.wait_for("typing", patience=20))
            await world.anna.session.ping()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await world.anna.send("Hi", world.conversation)
            await world.bea.wait_for("message.posted")
            with pytest.raises(Refused):
                await world.bea.call("message.sent")

    asyncio.run(main())


def test_world_without_a_server_starts_its_own() -> None:
    async def main() -> None:
        async with aio.World("Anna", "Bea") as world:
            await world.anna.send("Hi", world.conversation)

    asyncio.run(main())
