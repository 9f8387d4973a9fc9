// Drives the bookshop with @modelcontextprotocol/client, in the eras it can be told to speak.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runCases } from './ts_observe.mjs';

await runCases(async ({ era, url, command, args }, { elicitation, sampling }) => {
  const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command, args });
  const capabilities = {};
  if (elicitation) capabilities.elicitation = { form: {} };
  if (sampling) capabilities.sampling = {};
  const mode = ['legacy', 'auto'].includes(era) ? era : { pin: era };
  const client = new Client(
    { name: 'interop-ts-v2', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  if (elicitation) client.setRequestHandler('elicitation/create', elicitation);
  if (sampling) client.setRequestHandler('sampling/createMessage', sampling);
  await client.connect(transport);
  return { client, version: client.getNegotiatedProtocolVersion() };
});
