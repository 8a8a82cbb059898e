import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { chainAllAuditEvents } from '../audit/audit-jobs.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { addMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { useWebhooks } from '../testing/webhooks.ts';

const hosts: string[] = [];
const platform = useTestPlatform({ settings: { outboundHosts: hosts } });
const { receiver, work } = useWebhooks(platform, hosts);
let key = '';
const send = async (name: string, body: object) => {
  const answer = await platform.confirmed(`POST /consoles/ext/${name}`, { key, body });
  expect([name, answer.statusCode]).toEqual([name, 200]);
  return answer.json();
};
const create = async (url: string, more: object = {}) => {
  key ||= (await platform.signIn('adm')).apiKey;
  return send('create_webhook', { organisationId: platform.orgs.A, url, ...more });
};
afterEach(() => {
  key = '';
});
let names = 0;
const rename = async (user: 'audA' | 'assA' | 'orgB' = 'audA') => {
  names += 1;
  const ent_usr = { id: platform.users[user].id, firstname: `Name ${names}` };
  expect((await platform.call('POST /consoles/update_org_user', { key, body: { ent_usr } })).statusCode).toBe(200);
};
const deliveries = async (webhookId: string, state = '') => {
  const query = new URLSearchParams({ webhookId, ...(state && { state }) });
  return (await platform.call(`GET /consoles/ext/webhook_deliveries?${query}`, { key })).json().webhookDeliveries;
};
const webhooks = async () =>
  (await platform.call(`GET /consoles/ext/webhooks?organisationId=${platform.orgs.A}`, { key })).json().webhooks;
const types = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).type);

test('HOOK-5 HOOK-1 an event is sent once, signed, as an Organiser reads it in the feed, and none that was there before', async () => {
  const target = await receiver();
  key = (await platform.signIn('adm')).apiKey;
  await rename();
  const { webhook, secret } = await create(target.url);
  const { deliver } = work();
  await deliver();
  await rename();
  await deliver();
  await deliver();
  expect(types(target.received)).toEqual(['webhook.created', 'user.updated']);
  const { apiKey: organiser } = await platform.signIn('orgA');
  const feed = await platform.call('GET /consoles/ext/events?type=user.updated', { key: organiser });
  const [, sent] = target.received;
  expect(JSON.parse(sent?.body ?? '')).toEqual({ ...feed.json().events.at(-1), type: 'user.updated' });
  const headers = sent?.headers as Record<string, string>;
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^event_\d+$/),
  });
  // The library reads the system's clock, which is not that of the tests.
  const signed = `${headers['webhook-id']}`;
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(signed, at, sent?.body ?? ''));
  expect(Math.abs(at.getTime() - platform.now().getTime())).toBeLessThan(1_000);
  expect(await deliveries(webhook.id)).toMatchObject([
    {
      eventType: 'USER_UPDATED',
      state: 'DELIVERED',
      attempts: 1,
      status: 204,
      problem: null,
      response: '',
      request: sent?.body,
    },
    { eventType: 'WEBHOOK_CREATED', state: 'DELIVERED' },
  ]);
});

test('HOOK-5 only the types that were chosen, and only events of the organisation and its mappings, without persons of the other', async () => {
  const target = await receiver();
  const { webhook } = await create(target.url, { types: ['USER_UPDATED', 'MAPPING_ACCEPTED'] });
  const { deliver } = work();
  await rename('orgB');
  await rename('audA');
  const { orgs, users, db } = platform;
  await addMapping(db, orgs.B, orgs.A, { requested_by_org_id: orgs.A, mapped_user_id: users.orgB.id, activated: null });
  const { apiKey: other } = await platform.signIn('orgB');
  const answered = await platform.call('POST /consoles/activate_deactivate', {
    key: other,
    body: { vendor_id: orgs.B, customer_id: orgs.A, user_id: users.orgB.id, activated: true },
  });
  expect(answered.statusCode).toBe(200);
  await deliver();
  expect(types(target.received).toSorted()).toEqual(['mapping.accepted', 'user.updated']);
  const accepted = target.received.find(({ body }) => JSON.parse(body).type === 'mapping.accepted');
  expect(JSON.parse(accepted?.body ?? '')).toMatchObject({
    organisationId: String(orgs.B),
    otherOrganisationId: String(orgs.A),
    actor: { roleKey: 'ORGANISER', userId: null, clientAddress: null },
  });
  expect((await webhooks())[0]).toMatchObject({
    id: webhook.id,
    pendingCount: 0,
    lastDelivery: { state: 'DELIVERED' },
  });
});

test('HOOK-3 for a day both secrets sign, then the new one alone', async () => {
  const target = await receiver();
  const { webhook, secret } = await create(target.url);
  const { secret: changed } = await send('rotate_webhook_secret', { id: webhook.id });
  const { deliver } = work();
  const signers = () => {
    const { headers, body } = target.received.at(-1) as (typeof target.received)[number];
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signatures = String(headers['webhook-signature']).split(' ');
    const by = (one: string) => new Webhook(one).sign(String(headers['webhook-id']), at, body);
    return signatures.map((signature) =>
      signature === by(changed) ? 'new' : signature === by(secret) ? 'old' : 'none',
    );
  };
  await deliver();
  expect(signers()).toEqual(['new', 'old']);
  platform.moveClock(dayMs);
  key = (await platform.signIn('adm')).apiKey;
  await rename();
  await deliver();
  expect(signers()).toEqual(['new']);
});

test('HOOK-7 what fails is tried again after pauses that grow, for 24 hours, and then given up', async () => {
  const target = await receiver((response) => response.writeHead(500).end('<h1>no</h1>'));
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  const start = platform.now().getTime();
  const minutes: number[] = [];
  for (let last = 0; platform.now().getTime() < start + 30 * hourMs; platform.moveClock(5 * secondMs)) {
    const [next] = await platform.db.selectFrom('webhook_delivery').select(['due_at', 'state']).execute();
    if (next && next.state !== 'waiting') break;
    if (next) platform.moveClock(Math.max(0, next.due_at.getTime() - platform.now().getTime()));
    await deliver();
    minutes.push((platform.now().getTime() - start - last) / minuteMs);
    last = platform.now().getTime() - start;
  }
  expect(minutes.length).toBeGreaterThan(8);
  for (const [index, pause] of minutes.slice(2).entries())
    expect(pause).toBeGreaterThan((minutes[index + 1] ?? 0) * 0.9);
  const total = minutes.reduce((sum, pause) => sum + pause, 0) / 60;
  expect(total).toBeGreaterThan(14);
  expect(total).toBeLessThan(24);
  key = (await platform.signIn('adm')).apiKey;
  expect(await deliveries(webhook.id, 'FAILED')).toMatchObject([
    { attempts: minutes.length, status: 500, problem: 'STATUS', response: '<h1>no</h1>', nextAttemptAt: null },
  ]);
  await rename();
  target.answer = (response) => response.writeHead(204).end();
  await deliver();
  expect(await deliveries(webhook.id)).toMatchObject([{ state: 'DELIVERED' }, { state: 'FAILED' }]);
});

test('HOOK-7 when a receiver that could not be reached answers again, what waits is sent at once; what it has refused is not', async () => {
  const target = await receiver();
  let refused = '';
  target.answer = (response, { body }) => {
    if (target.received.length <= 3) response.destroy();
    else response.writeHead(body === refused ? 422 : 204).end();
  };
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  for (let count = 0; count < 3; count += 1) await rename();
  await deliver();
  expect((await webhooks())[0]).toMatchObject({
    status: 'FAILING',
    pendingCount: 3,
    failingSince: platform.now().toISOString(),
  });
  refused = target.received[1]?.body ?? '';
  platform.moveClock(secondMs);
  await rename();
  await deliver();
  const states = (await deliveries(webhook.id)).map(({ state, problem }: Record<string, unknown>) => [state, problem]);
  expect(states.toSorted()).toEqual([
    ['DELIVERED', null],
    ['DELIVERED', null],
    ['DELIVERED', null],
    ['PENDING', 'STATUS'],
  ]);
  const count = target.received.length;
  await rename();
  await deliver();
  expect(target.received).toHaveLength(count + 1);
});

test.each([
  ['seconds', 429, () => '7200', 2 * hourMs],
  ['a date', 503, () => new Date(platform.now().getTime() + 3 * hourMs).toUTCString(), 3 * hourMs],
  ['longer than a day', 429, () => '999999', dayMs],
])('HOOK-21 Retry-After in %s is obeyed for all events of the webhook', async (_as, status, after, pauseMs) => {
  const target = await receiver((response) => response.writeHead(status, { 'retry-after': after() }).end());
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  const end = Math.floor((platform.now().getTime() + pauseMs) / secondMs) * secondMs;
  const waiting = { state: 'PENDING', attempts: 1, nextAttemptAt: expect.any(String) };
  const [delivery] = await deliveries(webhook.id);
  expect(delivery).toMatchObject(waiting);
  expect(Math.abs(Date.parse(delivery.nextAttemptAt) - end)).toBeLessThanOrEqual(secondMs);
  target.answer = (response) => response.writeHead(204).end();
  await rename();
  platform.moveClock(pauseMs - 2 * secondMs);
  await deliver();
  expect(target.received).toHaveLength(1);
  platform.moveClock(3 * secondMs);
  await deliver();
  key = (await platform.signIn('adm')).apiKey;
  expect(await deliveries(webhook.id)).toMatchObject([{ state: 'DELIVERED' }, { state: 'DELIVERED', attempts: 2 }]);
});

test('HOOK-21 a Retry-After of another status, or one that is not understood, changes no pause', async () => {
  const target = await receiver((response) => response.writeHead(500, { 'retry-after': '7200' }).end());
  await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  expect((await webhooks())[0]).toMatchObject({ pausedUntil: null });
  platform.moveClock(minuteMs);
  target.answer = (response) => response.writeHead(429, { 'retry-after': 'soon' }).end();
  await deliver();
  expect(target.received).toHaveLength(2);
  expect((await webhooks())[0]).toMatchObject({ pausedUntil: null });
});

test('HOOK-21 what is sent by hand ends the pause that a receiver has asked for', async () => {
  const target = await receiver((response) => response.writeHead(503, { 'retry-after': '7200' }).end());
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  expect((await webhooks())[0]).toMatchObject({ pausedUntil: expect.any(String) });
  target.answer = (response) => response.writeHead(204).end();
  const [{ id }] = await deliveries(webhook.id);
  await send('resend_webhook_delivery', { id });
  await deliver();
  expect((await webhooks())[0]).toMatchObject({ pausedUntil: null, lastDelivery: { state: 'DELIVERED' } });
});

test('HOOK-22 a receiver that answers 410 switches its webhook off at once, with an event and an email', async () => {
  const target = await receiver((response) => response.writeHead(410).end());
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  expect((await webhooks())[0]).toMatchObject({
    status: 'TURNED_OFF',
    pendingCount: 0,
    lastDelivery: { state: 'FAILED', status: 410, nextAttemptAt: null },
  });
  expect(await platform.auditEntries('webhooks:switchOff')).toMatchObject([{ target_id: String(webhook.id) }]);
  expect((await platform.mails('orgA')).at(-1)).toContain('responded with 410 (Gone)');
  await rename();
  await deliver();
  expect(target.received).toHaveLength(1);
});

test('HOOK-11 after 3 days of failure a webhook is switched off, with an event and a mail, and switched on it begins anew', async () => {
  const target = await receiver((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  const { webhook } = await create(`${target.url}?token=hidden`);
  const { deliver } = work();
  for (let hours = 0; hours <= 72; hours += 8) {
    key = (await platform.signIn('adm')).apiKey;
    await rename();
    await deliver();
    platform.moveClock(8 * hourMs);
  }
  await deliver();
  key = (await platform.signIn('adm')).apiKey;
  expect((await webhooks())[0]).toMatchObject({ status: 'TURNED_OFF' });
  const [entry] = await platform.auditEntries('webhooks:switchOff');
  expect(entry).toMatchObject({ via: 'system', target_id: String(webhook.id), subject_org_id: platform.orgs.A });
  const mail = (await platform.mails('orgA')).at(-1);
  expect(mail).toContain('every delivery failed for 3 days');
  expect(mail).not.toContain('hidden');
  const count = target.received.length;
  await rename();
  await deliver();
  expect(target.received).toHaveLength(count);
  target.answer = (response) => response.writeHead(204).end();
  await send('update_webhook', { id: webhook.id, enabled: true });
  await rename();
  await deliver();
  expect(types(target.received.slice(count)).toSorted()).toEqual(['user.updated', 'webhook.updated']);
  expect((await webhooks())[0]).toMatchObject({ status: 'ACTIVE', failingSince: null });
});

test('HOOK-10 a test reaches the tested webhook alone, whatever its types', async () => {
  const [one, other] = [await receiver(), await receiver()];
  const { webhook } = await create(one.url, { types: ['USER_CREATED'] });
  await create(other.url);
  const { deliver } = work();
  await send('test_webhook', { id: webhook.id });
  await deliver();
  expect([types(one.received), types(other.received)]).toEqual([['webhook.tested'], ['webhook.created']]);
});

test('HOOK-9 an event is sent again with its id, also one that was given up', async () => {
  const target = await receiver();
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  const [{ id }] = await deliveries(webhook.id);
  platform.moveClock(2 * hourMs);
  key = (await platform.signIn('adm')).apiKey;
  await send('resend_webhook_delivery', { id });
  await deliver();
  const ids = target.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  const timestamps = target.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect((timestamps[1] ?? 0) - (timestamps[0] ?? 0)).toBe(7_200);
  await send('update_webhook', { id: webhook.id, enabled: false });
  const refused = await platform.call('POST /consoles/ext/resend_webhook_delivery', { key, body: { id } });
  expect(refused.statusCode).toBe(409);
});

test('HOOK-9 a delivery of a deleted event says so, and those of a week ago are deleted', async () => {
  const target = await receiver();
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver, sendAll, idle } = work();
  await rename();
  await deliver();
  const [{ id }] = await deliveries(webhook.id);
  await send('resend_webhook_delivery', { id });
  await platform.db.deleteFrom('audit_entry').execute();
  await sendAll();
  await idle();
  expect(target.received).toHaveLength(1);
  const deleted = { state: 'FAILED', problem: 'EVENT_DELETED', request: null };
  expect(await deliveries(webhook.id)).toMatchObject([deleted]);
  platform.moveClock(7 * dayMs + 1);
  await deleteExpiredRows(platform.db, platform.now);
  expect(await platform.db.selectFrom('webhook_delivery').selectAll().execute()).toEqual([]);
});

test('HOOK-16 at most 1,000 events wait, the rest stays in the activity, and of those that have ended the last 1,000 are listed', async () => {
  const target = await receiver((response) => response.destroy());
  const { webhook } = await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver, sendAll } = work();
  const at = platform.now();
  const event = { at, via: 'session', action: 'users:edit', event: 'users:edit', target_type: 'ent_usr' } as const;
  const row = { ...event, target_id: '1', subject_org_id: platform.orgs.A, after: JSON.stringify({ firstname: 'A' }) };
  for (let batch = 0; batch < 2; batch += 1)
    await platform.db
      .insertInto('audit_entry')
      // biome-ignore lint/suspicious/noExplicitAny: a row that the test makes up
      .values(Array(550).fill(row) as any)
      .execute();
  await chainAllAuditEvents(platform.db);
  await sendAll();
  await sendAll();
  const count = async (state: string) =>
    (
      await platform.db
        .selectFrom('webhook_delivery')
        .select('id')
        .where('state', '=', state as 'waiting')
        .execute()
    ).length;
  expect(await count('waiting')).toBe(1_000);
  target.answer = (response) => response.writeHead(204).end();
  platform.moveClock(minuteMs);
  for (let round = 0; round < 4; round += 1) {
    await deliver();
    platform.moveClock(minuteMs);
  }
  expect(await count('waiting')).toBe(0);
  await rename();
  await deliver();
  expect(await count('delivered')).toBe(1_001);
  const numbers = new Set(target.received.map(({ body }) => JSON.parse(body).number));
  expect(numbers.size).toBe(1_101);
  expect(await deliveries(webhook.id)).toHaveLength(100);
});

test('HOOK-2 nothing is sent for a disabled organisation, and its events follow when it is enabled, also those that were due', async () => {
  const target = await receiver((response) => response.writeHead(500).end());
  await create(target.url, { types: ['USER_UPDATED'] });
  const { deliver } = work();
  await rename();
  await deliver();
  expect(target.received.splice(0)).toHaveLength(1);
  target.answer = (response) => response.writeHead(204).end();
  await rename();
  const set = (is_disabled: boolean) =>
    platform.db.updateTable('ent_org').set({ is_disabled }).where('id', '=', platform.orgs.A).execute();
  await set(true);
  platform.moveClock(8 * dayMs);
  await deleteExpiredRows(platform.db, platform.now);
  await deliver();
  expect(target.received).toEqual([]);
  await set(false);
  await deleteExpiredRows(platform.db, platform.now);
  await deliver();
  expect(types(target.received)).toEqual(['user.updated', 'user.updated']);
});

test('HOOK-22 the email about a webhook that was turned off is of its organisation, and not before the emails of others', async () => {
  const target = await receiver((response) => response.writeHead(410).end());
  await create(target.url);
  await work().deliver();
  const mails = platform.db.selectFrom('mail').select('ent_org_id').where('body_text', 'like', '%(Gone)%');
  expect(await mails.execute()).toEqual([{ ent_org_id: platform.orgs.A }]);
});
