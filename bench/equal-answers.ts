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

/** The path of the first value in which two answers differ; null for equal ones. A peer does not sign cursors and the addresses of pictures. */
function findDifference(ours: unknown, theirs: unknown, path = ''): string | null {
  if (/(url|cursor)$/i.test(path) || isDeepStrictEqual(ours, theirs)) return null;
  if (typeof ours !== 'object' || typeof theirs !== 'object' || !ours || !theirs)
    return `${path}: ${JSON.stringify(ours)}, ${JSON.stringify(theirs)}`;
  const [one, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  for (const key of Object.keys({ ...one, ...other })) {
    const difference = findDifference(one[key], other[key], `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
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
    for (const [name, answer] of others) {
      const difference = findDifference(expected, answer);
      if (difference !== null) throw new Error(`${what}: ${first} and ${name} differ at ${difference}`);
    }
  }
}
