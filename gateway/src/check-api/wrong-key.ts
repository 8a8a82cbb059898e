import { randomUUID } from 'node:crypto';
import { calls } from '@console/contract/calls/all';
import type { GatewaySettings } from '../base/settings.ts';
import { CheckClient } from './check-client.ts';
import { type Finding, findingOf, type Readers } from './findings.ts';

const check = { call: calls.apiUserDetail, without: 'the end of a session: its user is not signed out' };

/** REST-3 with an invalid key: the response to an ended session. */
export async function findingOfWrongKey(
  settings: GatewaySettings,
  readers: Readers,
  signal?: AbortSignal,
): Promise<Finding> {
  const client = new CheckClient(settings);
  client.key = `wrong-${randomUUID()}`;
  try {
    const reply = await client.send(check.call, { body: { task: { api_key: client.key } } }, signal);
    const finding = { ...findingOf(check, reply, readers, settings), label: 'with a wrong key' };
    if (reply.failure === null) return { ...finding, understood: 'a wrong key is accepted', isGood: false };
    const isEnd = reply.failure.code === 'UNAUTHENTICATED';
    return isEnd ? { ...finding, understood: 'the end of a session', isGood: true } : finding;
  } finally {
    await client.close();
  }
}
