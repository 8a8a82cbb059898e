import { isDeepStrictEqual } from 'node:util';
import { capabilitiesCall } from '../contract/src/calls/extensions.ts';
import { graphqlRequest } from './load.ts';
import type { Server } from './processes.ts';
import { type RecordedCall, setMode } from './upstream/answer-mode.ts';

/** Sends an operation as the load does. */
export async function sendOperation(port: number, key: string, operation: object): Promise<unknown> {
  const { path, headers: usual, body = null } = graphqlRequest(key, operation);
  // A server may close an idle connection at the moment at which it is used again.
  const headers = { ...usual, connection: 'close' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
  if (errors || !data) throw new Error(`An operation was refused: ${JSON.stringify(errors)}`);
  return data;
}

/** An operation to which all servers must give the same answer, by the same calls. */
export interface Question {
  /** For a failure. */
  what: string;
  key: string;
  operation: object;
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

/** A call as text; the order of its parameters does not matter. */
function textOf({ method, path, key, body }: RecordedCall): string {
  const { pathname, searchParams } = new URL(path, 'http://product-api');
  searchParams.sort();
  return `${method} ${pathname}?${searchParams} ${body} with ${key}`;
}

/** The answer of a server that has been asked before, and the calls that it makes for it. */
async function answerAndCalls({ port }: Server, { key, operation }: Question, productApi: Server) {
  // Fills the lists of options.
  await sendOperation(port, key, operation);
  await setMode(productApi, { recordsCalls: true });
  const answer = await sendOperation(port, key, operation);
  const recorded = await setMode(productApi, {});
  // The gateway asks at most once a minute what the product API can do.
  const counted = recorded.filter(({ path }) => path !== capabilitiesCall.path);
  return { answer, calls: counted.map(textOf).sort() };
}

/** Fails unless all servers give the same answer to every operation that will be timed, and make the same calls for it. */
export async function checkEqual(
  questions: readonly Question[],
  servers: ReadonlyMap<string, Server>,
  productApi: Server,
): Promise<void> {
  for (const question of questions) {
    const found: { name: string; answer: unknown; calls: string[] }[] = [];
    for (const [name, server] of servers) found.push({ name, ...(await answerAndCalls(server, question, productApi)) });
    const [first, ...others] = found;
    for (const { name, answer, calls } of others) {
      const both = `${question.what}: ${first?.name} and ${name}`;
      const difference = findDifference(first?.answer, answer);
      if (difference !== null) throw new Error(`${both} differ at ${difference}`);
      if (!isDeepStrictEqual(first?.calls, calls))
        throw new Error(`${both} make other calls:\n${first?.calls.join('\n')}\n\n${calls.join('\n')}`);
    }
  }
}
