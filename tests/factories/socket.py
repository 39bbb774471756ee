"""A WebSocket client of an ASGI application (Channels' own needs daphne, which we do not use)."""

import json
from typing import Any

from asgiref.testing import ApplicationCommunicator


class Socket(ApplicationCommunicator):
    """Connects, sends and receives JSON."""

    def __init__(self, application: Any, path: str, user: object) -> None:
        address, _, query = path.partition("?")
        scope = {
            "type": "websocket",
            "path": address,
            "query_string": query.encode(),
            "headers": [],
            "subprotocols": [],
            "user": user,
        }
        super().__init__(application, scope)

    async def connect(self) -> bool:
        """Open the line; whether it was accepted."""
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output(10))["type"] == "websocket.accept"

    async def say(self, content: Any) -> None:
        """Send JSON."""
        await self.say_text(json.dumps(content))

    async def say_text(self, text: str) -> None:
        """Send text as it is."""
        await self.send_input({"type": "websocket.receive", "text": text})

    async def hear(self) -> dict[str, Any]:
        """Return the next message."""
        output = await self.receive_output(10)
        assert output["type"] == "websocket.send", output
        message: dict[str, Any] = json.loads(output["text"])
        return message

    async def closing_code(self) -> int:
        """Return the code with which the server hangs up."""
        while (output := await self.receive_output(10))["type"] != "websocket.close":
            pass
        return int(output["code"])

    async def hang_up(self) -> None:
        """Close the line."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(10)
