# Drives the bookshop with the Python SDK's client; one JSON line per case.
import asyncio
import json
import sys

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters


async def observe(run, case):
    asked, sampled = [], []

    async def answer(_context, params):
        fields = params.requested_schema["properties"]
        properties = {
            name: {"type": field["type"], "description": field["description"]}
            for name, field in fields.items()
        }
        asked.append({"message": params.message, "properties": properties})
        return types.ElicitResult(**case["answer"])

    async def sample(_context, params):
        sampled.append(params)
        text = types.TextContent(type="text", text=case["model"])
        return types.CreateMessageResult(role="assistant", content=text, model="scripted")

    server = run.get("url") or StdioServerParameters(command=run["command"], args=run["args"])
    client = Client(
        server,
        mode=run["era"],
        elicitation_callback=answer if case.get("answer") else None,
        sampling_callback=sample if case.get("model") else None,
    )
    async with client:
        seen = {"version": client.protocol_version}
        if "list" in case:
            listed = await client.list_tools()
            meta = (listed.meta or {}).get("io.modelcontextprotocol/serverInfo", {})
            seen["server"] = client.server_info.name if client.server_info else meta.get("name")
            [tool] = [tool for tool in listed.tools if tool.name == case["list"]]
            seen["properties"] = list(tool.input_schema["properties"])
            return seen
        try:
            result = await client.call_tool(case["tool"], case["arguments"])
            seen["text"] = result.content[0].text
            seen["isError"] = result.is_error
        except MCPError as error:
            seen["error"] = {"code": error.code, "message": error.message, "data": error.data}
        return seen | {"asked": asked, "sampled": len(sampled)}


async def main():
    run = json.load(sys.stdin)
    for case in run["cases"]:
        try:
            seen = await observe(run, case)
        except Exception as error:
            seen = {"exception": repr(error)}
        print(json.dumps({"name": case["name"], "seen": seen}), flush=True)


asyncio.run(main())
