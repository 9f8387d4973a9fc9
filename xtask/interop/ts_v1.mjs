// Drives the bookshop with @modelcontextprotocol/sdk 1.x, which speaks the legacy era only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { runCases } from './ts_observe.mjs';

await runCases(async ({ url, command, args }, { elicitation, sampling }) => {
  const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command, args });
  // This client tells the negotiated version to its transport only.
  let version;
  const inner = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = negotiated => {
    version = negotiated;
    inner?.(negotiated);
  };
  const capabilities = {};
  if (elicitation) capabilities.elicitation = { form: {} };
  if (sampling) capabilities.sampling = {};
  const client = new Client({ name: 'interop-ts-v1', version: '1.0.0' }, { capabilities });
  if (elicitation) client.setRequestHandler(ElicitRequestSchema, elicitation);
  if (sampling) client.setRequestHandler(CreateMessageRequestSchema, sampling);
  await client.connect(transport);
  return { client, version };
});
