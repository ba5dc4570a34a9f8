"""Nodes that talk to a server on the loopback, in real time (rule W9)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from gumption.flow import Selector, message, race, sleep
from gumption.flow.aio import Driver
from tests.flow.aio_stage import Being, Doing, doing, play


@contextlib.asynccontextmanager
async def echo_server() -> AsyncIterator[int]:
    """Sends each line back; its port."""
    open_connections: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_connections.add(writer)
        try:
            while line := await reader.readline():
                if line != b"quiet\n":
                    writer.write(line)
                    await writer.drain()
        finally:
            open_connections.discard(writer)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
        for _ in range(200):
            if not open_connections:
                break
            await asyncio.sleep(0.01)
        assert not open_connections, "some node has left its connection open"
    finally:
        server.close()
        await server.wait_closed()


async def until_logged(agents: list[Being], count: int) -> None:
    """Wait until each has noted so many things down."""
    while any(len(each.log) < count for each in agents):
        await asyncio.sleep(0.01)


def talking(port: int, lines: list[str]) -> Any:
    """A node's run: says the lines, and notes the answers down."""

    async def run(agent: Being, context: Any) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            for line in lines:
                async with asyncio.timeout(10.0):
                    writer.write(f"{line}\n".encode())
                    await writer.drain()
                    agent.log.append((await reader.readline()).decode().strip())
                await sleep(0.001)
            await message("bye")
        finally:
            writer.close()
            agent.log.append("closed")

    return run


def test_a_hundred_nodes_talk_to_an_echo_server() -> None:
    async def main() -> None:
        agents = [Being() for _ in range(100)]
        async with echo_server() as port:
            async with Driver() as driver:
                selector = doing(talking(port, ["one", "two", "three"]))
                for each in agents:
                    driver.add(each, selector)
                await until_logged(agents, 3)
            assert [each.log for each in agents] == [["one", "two", "three", "closed"]] * 100

    play(main(), real=True)


def test_a_node_is_left_in_the_middle_of_a_read() -> None:
    """W3: the connection of the one is closed before the other begins."""

    async def calm(agent: Being, context: Any) -> None:
        agent.log.append("calm")
        await sleep(100.0)

    async def main() -> None:
        agent = Being()
        async with echo_server() as port:

            async def first(agent: Being, context: Any) -> None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                agent.log.append("listens")
                try:
                    await reader.readline()
                finally:
                    writer.close()
                    agent.log.append("closed")

            async with Driver() as driver:
                mind = driver.add(agent, Selector([Doing("first", first), Doing("second", calm)], period=50.0))
                await until_logged([agent], 1)
                agent.wants = "second"
                mind.poke()
                await until_logged([agent], 3)
        assert agent.log == ["listens", "closed", "calm"]

    play(main(), real=True)


def test_a_read_that_lost_a_race_does_not_harm_the_next_one() -> None:
    """The reader is used on."""

    async def main() -> None:
        agent = Being()
        async with echo_server() as port:

            async def first(agent: Being, context: Any) -> None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"quiet\n")
                    agent.log.append(f"{await race(reader.readline(), sleep(0.02))}")
                    writer.write(b"hello\n")
                    agent.log.append(f"{await race(reader.readline(), sleep(10.0))!r}")
                    await sleep(100.0)
                finally:
                    writer.close()
                    await asyncio.sleep(0)

            async with Driver() as driver:
                driver.add(agent, doing(first))
                await until_logged([agent], 2)
        assert agent.log == ["None", r"b'hello\n'"]

    play(main(), real=True)


def test_a_node_waits_for_a_thread_and_for_a_queue() -> None:
    async def main() -> None:
        agent = Being()
        queue: asyncio.Queue[int] = asyncio.Queue()

        async def first(agent: Being, context: Any) -> None:
            agent.log.append(await asyncio.to_thread(str, 7))
            agent.log.append(f"{await queue.get()}")
            await queue.get()

        async with Driver() as driver:
            driver.add(agent, doing(first))
            await until_logged([agent], 1)
            await queue.put(8)
            await until_logged([agent], 2)
        assert agent.log == ["7", "8"]

    play(main(), real=True)
