"""A line that can be cut: bytes stop on their way, and nobody is told, as in a real network."""

import asyncio
import threading

from labeling.config.demo.federation import free_port

__all__ = ["WireCutter"]

CHUNK = 65_536


class WireCutter:
    """Carries bytes from its own port to another one, unless it is cut."""

    def __init__(self) -> None:
        self.port = free_port()
        self._whole = asyncio.Event()
        self._whole.set()
        self._loop = asyncio.new_event_loop()
        self._lines: set[asyncio.StreamWriter] = set()

    def begin(self, target: int) -> None:
        """Listen, in a thread of its own."""
        threading.Thread(target=self._serve, args=(target,), daemon=True).start()

    def cut(self) -> None:
        """Let nothing through any more: connections stay open, and silent."""
        self._loop.call_soon_threadsafe(self._whole.clear)

    def mend(self) -> None:
        """Drop what was open, as a firewall that was restarted does, and carry again."""
        self._loop.call_soon_threadsafe(self._mend)

    def _mend(self) -> None:
        for line in self._lines:
            line.transport.abort()
        self._lines.clear()
        self._whole.set()

    def _serve(self, target: int) -> None:
        asyncio.set_event_loop(self._loop)

        async def listen() -> None:
            async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                await self._whole.wait()
                try:
                    there, back = await asyncio.open_connection("127.0.0.1", target)
                except OSError:
                    # The coordinator is not up yet.
                    writer.close()
                    return
                self._lines |= {writer, back}
                await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
                self._lines -= {writer, back}

            server = await asyncio.start_server(carry, "127.0.0.1", self.port)
            await server.serve_forever()

        self._loop.run_until_complete(listen())

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while chunk := await reader.read(CHUNK):
                await self._whole.wait()
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
