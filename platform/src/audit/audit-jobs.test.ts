import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { chainAllAuditEvents, deleteOldAuditEvents, markNewChainHeadsLogged } from './audit-jobs.ts';
import { verifyChain } from './verify-chain.ts';

const platform = useTestPlatform();
const left = async () =>
  (await platform.db.selectFrom('audit_entry').select('chain_no').orderBy('id').execute()).map(
    ({ chain_no }) => chain_no,
  );

test('DESIGN-5 events that are older than three years are deleted, and the chain of the rest is whole', async () => {
  const org = platform.orgs.A;
  await platform.signIn('adm');
  await platform.signIn('orgA');
  await chainAllAuditEvents(platform.db);
  platform.moveClock(1_095 * dayMs);
  await deleteOldAuditEvents(platform.db, platform.now);
  expect(await left()).toEqual([1, 2]);
  await platform.signIn('arc');
  platform.moveClock(dayMs);
  await deleteOldAuditEvents(platform.db, platform.now);
  expect(await left()).toEqual([null]);
  await chainAllAuditEvents(platform.db);
  expect(await left()).toEqual([3]);
  expect(await verifyChain(platform.db, org)).toMatchObject({ checked: 1, broken: null, head: { number: 3 } });
  await platform.db.deleteFrom('audit_entry').execute();
  expect((await verifyChain(platform.db, org)).broken).toMatchObject({ kind: 'cut_off', number: 3 });
});

test('DESIGN-5 an organisation sets how long its events are kept, which is an event; the chain of the rest is whole', async () => {
  const { A } = platform.orgs;
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.signIn('orgB');
  const set = (days: number, by: string = key) =>
    platform.call('POST /consoles/ext/set_audit_retention', { key: by, body: { org_id: A, days } });
  for (const days of [29, 3_651, 30.5, -1])
    expect((await set(days)).json()).toEqual({ errors: { days: ['must be a whole number from 30 to 3650'] } });
  const done = await set(30);
  expect([done.statusCode, done.json().ent_org.audit_retention_days]).toEqual([200, 30]);
  expect((await set(30)).statusCode).toBe(200);
  const detail = await platform.call(`GET /consoles/org_detail?org_id=${A}`, { key });
  expect(detail.json().org).toMatchObject({ audit_retention_days: 30 });
  const program = await addIntegrationKey(platform.db, platform.users.orgA.id);
  expect((await set(60, program)).statusCode).toBe(403);
  const events = platform.db.selectFrom('audit_entry').select(['before', 'after', 'subject_org_id', 'code']);
  expect(await events.where('event', '=', 'audit:setRetention').orderBy('id').execute()).toEqual([
    { before: { audit_retention_days: 1_095 }, after: { audit_retention_days: 30 }, subject_org_id: A, code: null },
    expect.objectContaining({ code: 'FORBIDDEN' }),
  ]);
  await chainAllAuditEvents(platform.db);
  platform.moveClock(31 * dayMs);
  await platform.signIn('arc');
  await chainAllAuditEvents(platform.db);
  await deleteOldAuditEvents(platform.db, platform.now);
  const rest = platform.db.selectFrom('audit_entry').select(['chain_id', 'chain_no']).orderBy('id');
  expect(await rest.execute()).toEqual([
    { chain_id: platform.orgs.B, chain_no: 1 },
    { chain_id: A, chain_no: 4 },
  ]);
  expect(await verifyChain(platform.db, A)).toMatchObject({ checked: 1, broken: null, head: { number: 4 } });
});

test('DESIGN-5 refusals without an organisation are deleted after a year', async () => {
  const body = { api: true, ent_usr: { email: 'x@unknown.example', password: 'x' } };
  await platform.call('POST /login', { body });
  await chainAllAuditEvents(platform.db);
  platform.moveClock(365 * dayMs);
  await deleteOldAuditEvents(platform.db, platform.now);
  expect(await left()).toEqual([1]);
  platform.moveClock(1);
  await deleteOldAuditEvents(platform.db, platform.now);
  expect(await left()).toEqual([]);
});

test('DESIGN-5 the head of each chain is logged once for each time it has grown', async () => {
  await platform.signIn('adm');
  await chainAllAuditEvents(platform.db);
  const { head } = await verifyChain(platform.db, platform.orgs.A);
  expect(await markNewChainHeadsLogged(platform.db)).toEqual([{ organisation: platform.orgs.A, ...head }]);
  expect(await markNewChainHeadsLogged(platform.db)).toEqual([]);
  await platform.signIn('orgB');
  await chainAllAuditEvents(platform.db);
  expect(await markNewChainHeadsLogged(platform.db)).toMatchObject([{ organisation: platform.orgs.B, number: 1 }]);
});
