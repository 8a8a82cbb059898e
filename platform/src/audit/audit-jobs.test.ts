import { expect, test } from 'vitest';
import { day } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { deleteOldEvents, sealAllEvents, takeNewHeads } from './audit-jobs.ts';
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
  await sealAllEvents(platform.db);
  platform.moveClock(1_095 * day);
  await deleteOldEvents(platform.db, platform.now);
  expect(await left()).toEqual([1, 2]);
  await platform.signIn('arc');
  platform.moveClock(day);
  await deleteOldEvents(platform.db, platform.now);
  expect(await left()).toEqual([null]);
  await sealAllEvents(platform.db);
  expect(await left()).toEqual([3]);
  expect(await verifyChain(platform.db, org)).toMatchObject({ checked: 1, broken: null, head: { number: 3 } });
  await platform.db.deleteFrom('audit_entry').execute();
  expect((await verifyChain(platform.db, org)).broken).toMatchObject({ kind: 'cut_off', number: 3 });
});

test('DESIGN-5 refusals without an organisation are deleted after a year', async () => {
  const body = { api: true, ent_usr: { email: 'x@unknown.example', password: 'x' } };
  await platform.call('POST /login', { body });
  await sealAllEvents(platform.db);
  platform.moveClock(365 * day);
  await deleteOldEvents(platform.db, platform.now);
  expect(await left()).toEqual([1]);
  platform.moveClock(1);
  await deleteOldEvents(platform.db, platform.now);
  expect(await left()).toEqual([]);
});

test('DESIGN-5 the head of each chain is logged once for each time it has grown', async () => {
  await platform.signIn('adm');
  await sealAllEvents(platform.db);
  const { head } = await verifyChain(platform.db, platform.orgs.A);
  expect(await takeNewHeads(platform.db)).toEqual([{ organisation: platform.orgs.A, ...head }]);
  expect(await takeNewHeads(platform.db)).toEqual([]);
  await platform.signIn('orgB');
  await sealAllEvents(platform.db);
  expect(await takeNewHeads(platform.db)).toMatchObject([{ organisation: platform.orgs.B, number: 1 }]);
});
