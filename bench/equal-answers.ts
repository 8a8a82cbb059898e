import { isDeepStrictEqual } from 'node:util';
import type { Server } from './processes.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { ServerName } from './servers.ts';

/** Sends an operation as the load does. */
export async function sendOperation(port: number, key: string, operation: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(operation),
  });
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
  if (errors || !data) throw new Error(`An operation was refused: ${JSON.stringify(errors)}`);
  return data;
}

/** The body of a REST call, from the proxy or from the stub. */
async function rest(port: number, request: Buffer): Promise<string> {
  const [head = '', body] = request.toString().split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const [method = 'GET', path = '/'] = line.split(' ');
  const sent = lines.map((text) => text.split(': ', 2) as [string, string]);
  const headers = sent.filter(([name]) => name !== 'host' && name !== 'content-length');
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body || undefined });
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.text();
}

async function proxyEqual({ name, direct }: Scenario, proxy: Server, stub: Server): Promise<void> {
  // A list that changes at each call cannot be compared.
  if (name === 'changing') return;
  for (const request of direct.flat())
    if ((await rest(proxy.port, request)) !== (await rest(stub.port, request)))
      throw new Error(`${name}: the proxy answers otherwise than the product API`);
}

/** Fails unless all servers give the same answer to every operation that will be timed. */
export async function checkEqual(
  wanted: ReadonlySet<string>,
  servers: ReadonlyMap<ServerName, Server>,
  stub: Server,
): Promise<void> {
  for (const scenario of scenarios.filter(({ name }) => wanted.has(name))) {
    const answers = new Map<ServerName, unknown>();
    for (const name of scenario.servers) {
      const server = servers.get(name);
      if (!server) continue;
      if (name === 'direct') await proxyEqual(scenario, server, stub);
      else answers.set(name, await sendOperation(server.port, scenario.key, scenario.operation));
    }
    const [[first, expected] = [], ...others] = answers;
    for (const [name, answer] of others)
      if (!isDeepStrictEqual(answer, expected))
        throw new Error(`${scenario.name}: ${name} answers otherwise than ${first}`);
  }
}
