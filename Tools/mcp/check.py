"""Checks `ghostvault mcp` with the protocol's own client, in each version that it speaks.

Usage: check.py PROGRAM
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

RULE = """rule {
    name = "Kelp", when = { description = word "KELP" }, set = { category = "shopping" },
    tests = { match = { "SQ *KELP 12" }, no_match = { "KELPIE BOOKS" } },
}
"""

CALLS = {
    "overview": [{}],
    "spending": [{}, {"period": "2026-03", "by": "payee"}, {"category": "dining"}],
    "income": [{"period": "2026"}, {"by": "payee"}],
    "transactions": [{"text": "kelp", "limit": 1}, {"min": "10", "sort": "amount"}],
    "explain": [{"id": 1}],
    "upcoming": [{}],
    "plan": [{}],
    "propose_rule": [{"lua": RULE, "reason": "it sells cups"}],
}

BANK = {
    "errors": [],
    "accounts": [
        {
            "org": {"domain": "kelp.example", "sfin-url": "https://bridge.example/simplefin"},
            "id": "C1",
            "name": "Checking",
            "currency": "USD",
            "balance": "100.00",
            "balance-date": 1773532800,
            "transactions": [
                {"id": str(n), "posted": 1772366400 + n, "amount": f"-{n}.50",
                 "description": "SQ *KELP 0042"}
                for n in range(1, 30)
            ],
        }
    ],
}


async def check(server, mode, version):
    """Lists and calls every tool, and makes the usual mistakes."""
    async with Client(server, mode=mode) as client:
        assert client.protocol_version == version, client.protocol_version
        assert client.server_info is None or client.server_info.name == "ghostvault"
        if version < "2026":
            await client.send_ping()
        tools = (await client.list_tools()).tools
        assert sorted(tool.name for tool in tools) == sorted(CALLS), tools
        for tool in tools:
            Draft202012Validator.check_schema(tool.input_schema)
            for arguments in CALLS[tool.name]:
                Draft202012Validator(tool.input_schema).validate(arguments)
                result = await client.call_tool(tool.name, arguments)
                assert not result.is_error, (tool.name, arguments, result)
                assert json.loads(result.content[0].text) == result.structured_content
        assert (await client.call_tool("explain", {"id": 999})).is_error
        assert (await client.call_tool("explain", {"id": "last"})).is_error
        try:
            await client.call_tool("sync", {})
        except MCPError as error:
            assert error.error.code == -32602, error
        else:
            raise AssertionError("an unknown tool was called")
        both = await asyncio.gather(*(client.call_tool("spending", {}) for _ in range(5)))
        assert all(not result.is_error for result in both)
    print(f"{version} ({mode}): {len(tools)} tools")


async def main(program):
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "GHOSTVAULT_VAULT": f"{folder}/vault", "GHOSTVAULT_TODAY": "2026-03-15",
            "HOME": folder, "TZ": "UTC", "LANG": "C.UTF-8", "PATH": os.environ["PATH"],
        }
        with open(f"{folder}/bank.json", "w", encoding="utf-8") as file:
            json.dump(BANK, file)
        subprocess.run(
            [program, "import", "--format", "simplefin", f"{folder}/bank.json"],
            env=environment, check=True, stdout=subprocess.DEVNULL)
        server = StdioServerParameters(command=program, args=["mcp"], env=environment)
        for mode, version in [
            ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28"), ("legacy", "2025-11-25"),
        ]:
            await check(server, mode, version)


if __name__ == "__main__":
    asyncio.run(main(os.path.abspath(sys.argv[1])))
