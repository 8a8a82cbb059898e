import { isDeepStrictEqual } from 'node:util';
import { graphqlRequest } from './load.ts';
import type { Server } from './processes.ts';
import type { ServerName } from './servers.ts';

/** Sends an operation as the load does. */
export async function sendOperation(port: number, key: string, operation: object): Promise<unknown> {
  const { path, headers, body } = graphqlRequest(key, operation);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, ...(body && { body }) });
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
  if (errors || !data) throw new Error(`An operation was refused: ${JSON.stringify(errors)}`);
  return data;
}

/** A peer does not sign the addresses of pictures. */
function isEqual(ours: unknown, theirs: unknown, name = ''): boolean {
  if (/url$/i.test(name) || isDeepStrictEqual(ours, theirs)) return true;
  if (typeof ours !== 'object' || typeof theirs !== 'object' || !ours || !theirs) return false;
  const [one, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  return Object.keys({ ...one, ...other }).every((key) => isEqual(one[key], other[key], key));
}

/** An operation to which all servers must give the same answer. */
interface Question {
  /** For a failure. */
  what: string;
  key: string;
  operation: object;
  servers: readonly ServerName[];
}

/** Fails unless all servers give the same answer to every operation that will be timed. */
export async function checkEqual(
  questions: readonly Question[],
  servers: ReadonlyMap<ServerName, Server>,
): Promise<void> {
  for (const { what, key, operation, servers: names } of questions) {
    const answers = new Map<ServerName, unknown>();
    for (const name of names) {
      const server = servers.get(name);
      if (server && name !== 'direct') answers.set(name, await sendOperation(server.port, key, operation));
    }
    const [[first, expected] = [], ...others] = answers;
    for (const [name, answer] of others)
      if (!isEqual(expected, answer)) throw new Error(`${what}: ${name} answers otherwise than ${first}`);
  }
}
