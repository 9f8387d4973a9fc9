// Runs the cases for both TypeScript clients; each passes its own way to connect.
import { readFileSync } from 'node:fs';

export async function runCases(connect) {
  const run = JSON.parse(readFileSync(0, 'utf8'));
  for (const test of run.cases) {
    const seen = await observe(connect, run, test).catch(error => ({ exception: String(error) }));
    console.log(JSON.stringify({ name: test.name, seen }));
  }
  process.exit(0);
}

async function observe(connect, run, test) {
  const asked = [];
  let sampled = 0;
  const handlers = {};
  if (test.answer) {
    handlers.elicitation = async ({ params }) => {
      const properties = {};
      for (const [name, { type, description }] of Object.entries(params.requestedSchema.properties)) {
        properties[name] = { type, description };
      }
      asked.push({ message: params.message, properties });
      return test.answer;
    };
  }
  if (test.model) {
    handlers.sampling = async () => {
      sampled += 1;
      return { role: 'assistant', content: { type: 'text', text: test.model }, model: 'scripted' };
    };
  }
  const { client, version } = await connect(run, handlers);
  try {
    if (test.list) {
      return { version, ...(await list(client, test.list)) };
    }
    return { version, ...(await call(client, test)), asked, sampled };
  } finally {
    await client.close();
  }
}

async function list(client, name) {
  const { tools, _meta } = await client.listTools();
  const info = client.getServerVersion() ?? _meta?.['io.modelcontextprotocol/serverInfo'];
  const tool = tools.find(tool => tool.name === name);
  return { server: info?.name, properties: Object.keys(tool.inputSchema.properties) };
}

async function call(client, test) {
  try {
    const result = await client.callTool({ name: test.tool, arguments: test.arguments });
    return { text: result.content[0].text, isError: result.isError ?? false };
  } catch (error) {
    // The v1 client puts its own words before the server's message.
    const message = error.message.replace(/^MCP error -?\d+: /, '');
    return { error: { code: error.code, message, data: error.data } };
  }
}
