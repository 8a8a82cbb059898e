import { erasedText } from '@console/contract/event-form';
import { beforeEach, expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAuditEvents } from './audit-chain.ts';
import { readAuditBatch } from './audit-stream.ts';
import { redactEvents } from './redact-events.ts';

const platform = useTestPlatform({ signsInAnew: true });
let key: string;

beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
  const change = { id: platform.users.audA.id, firstname: 'Aurelia' };
  await platform.call('POST /consoles/update_org_user', { key, body: { ent_usr: change } });
  const { id } = await platform.db
    .selectFrom('audit_entry')
    .select('id')
    .where('event', '=', 'users:edit')
    .executeTakeFirstOrThrow();
  const services = { clock: platform.now, pepper: createPepper(['the secret']) };
  await platform.db.transaction().execute((trx) => redactEvents(trx, services, { events: [id], erases: () => true }));
});

const change = { from: erasedText, to: erasedText };

test('PRIVACY-49 the list, its search and the event feed show an event with erased values', async () => {
  const list = async (query: string) =>
    (await platform.call(`GET /consoles/ext/audit_events?action=users:edit${query}`, { key })).json().events;
  const event = {
    actor_kind: 'unknown',
    ent_usr: null,
    client_address: null,
    target: { type: 'ent_usr', id: null, name: null, org_id: null },
    changes: [{ field: 'firstname', ...change }],
  };
  expect(await list('')).toMatchObject([event]);
  expect(await list('&search=erased')).toHaveLength(1);
  expect(await list('&search=Aurelia')).toEqual([]);
  const feed = (await platform.call('GET /consoles/ext/events?type=user.updated', { key })).json().events;
  expect(feed).toMatchObject([
    { type: 'USER_UPDATED', actor: { userId: null }, changes: [{ field: 'firstName', ...change }] },
  ]);
});

test('PRIVACY-50 the audit stream has an event with erased values, and its redaction', async () => {
  await chainAuditEvents(platform.db);
  const { events } = await readAuditBatch(platform.db, { number: 0, hash: null, begun: 0 });
  const lines = events.map(({ line }) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'USERS_EDIT', changes: [{ field: 'firstName', ...change }] }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ action: 'AUDIT_REDACT', type: null }));
  expect(JSON.stringify(lines)).not.toContain('Aurelia');
});
