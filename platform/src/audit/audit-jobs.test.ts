import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAllAuditEvents, deleteOldAuditEvents, markNewChainHeadsLogged, signChainStarts } from './audit-jobs.ts';
import { verifyChain } from './verify-chain.ts';

const platform = useTestPlatform({ signsInAnew: true });
const pepper = createPepper(['a secret of the tests']);
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
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  expect(await left()).toEqual([1, 2]);
  await platform.signIn('arc');
  platform.moveClock(dayMs);
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  expect(await left()).toEqual([null]);
  await chainAllAuditEvents(platform.db);
  expect(await left()).toEqual([3]);
  expect(await verifyChain({ db: platform.db, pepper }, org)).toMatchObject({
    checked: 1,
    broken: null,
    head: { number: 3 },
  });
  await platform.db.deleteFrom('audit_entry').execute();
  expect((await verifyChain({ db: platform.db, pepper }, org)).broken).toMatchObject({ kind: 'cut_off', number: 3 });
});

test('DESIGN-5 an organisation sets how long its events are kept; the chain of the rest is whole', async () => {
  const { A } = platform.orgs;
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.signIn('orgB');
  const body = { organisationId: A, days: 30 };
  expect((await platform.confirmed('POST /consoles/ext/set_audit_retention', { key, body })).statusCode).toBe(200);
  await chainAllAuditEvents(platform.db);
  platform.moveClock(31 * dayMs);
  await platform.signIn('arc');
  await chainAllAuditEvents(platform.db);
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  const rest = platform.db.selectFrom('audit_entry').select(['chain_id', 'chain_no']).orderBy('id');
  expect(await rest.execute()).toEqual([
    { chain_id: platform.orgs.B, chain_no: 1 },
    { chain_id: A, chain_no: 4 },
  ]);
  expect(await verifyChain({ db: platform.db, pepper }, A)).toMatchObject({
    checked: 1,
    broken: null,
    head: { number: 4 },
  });
});

test('DESIGN-5 refusals without an organisation are deleted after a year', async () => {
  const body = { api: true, ent_usr: { email: 'x@unknown.example', password: 'x' } };
  await platform.call('POST /login', { body });
  await chainAllAuditEvents(platform.db);
  platform.moveClock(365 * dayMs);
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  expect(await left()).toEqual([1]);
  platform.moveClock(1);
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  expect(await left()).toEqual([]);
});

test('DESIGN-5 the head of each chain is logged once for each time it has grown', async () => {
  await platform.signIn('adm');
  await chainAllAuditEvents(platform.db);
  const { head } = await verifyChain({ db: platform.db, pepper }, platform.orgs.A);
  expect(await markNewChainHeadsLogged(platform.db)).toEqual([{ organisation: platform.orgs.A, ...head }]);
  expect(await markNewChainHeadsLogged(platform.db)).toEqual([]);
  await platform.signIn('orgB');
  await chainAllAuditEvents(platform.db);
  expect(await markNewChainHeadsLogged(platform.db)).toMatchObject([{ organisation: platform.orgs.B, number: 1 }]);
});

/** The chain of A with three events, without the first, which retention has deleted. */
const shortened = async () => {
  await platform.signIn('adm');
  await chainAllAuditEvents(platform.db);
  platform.moveClock(1_096 * dayMs);
  await platform.signIn('orgA');
  await platform.signIn('arc');
  await chainAllAuditEvents(platform.db);
  await deleteOldAuditEvents(platform.db, platform.now, pepper);
  const verify = async (by = pepper) => (await verifyChain({ db: platform.db, pepper: by }, platform.orgs.A)).broken;
  expect(await verify()).toBeNull();
  return verify;
};

test.each([
  [
    'moved to a later event',
    sql`with cut as (delete from audit_entry where chain_no = 2 returning hash)
    update audit_chain set first_no = 2, first_hash = (select hash from cut) where first_no = 1`,
  ],
  ['without a proof', sql`update audit_chain set start_proof = null where first_no = 1`],
  ['of another chain', sql`update audit_chain set start_proof = repeat('0', 64) where first_no = 1`],
])('DESIGN-5 a start of a chain is found that retention has not made: %s', async (_how, change) => {
  const verify = await shortened();
  await change.execute(platform.db);
  expect(await verify()).toMatchObject({ kind: 'removed', event_id: null });
  await signChainStarts(platform.db, pepper);
  expect(await verify()).toMatchObject({ kind: 'removed' });
});

test('DESIGN-5 each start signs the starts of an earlier secret again', async () => {
  const verify = await shortened();
  await signChainStarts(platform.db, createPepper(['new', 'a secret of the tests']));
  expect(await verify(createPepper(['new']))).toBeNull();
});
