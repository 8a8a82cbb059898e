import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAllAuditEvents } from './audit-jobs.ts';
import { type ErasedUntil, eraseOldSignIns } from './erase-sign-ins.ts';
import { verifyChain } from './verify-chain.ts';

const platform = useTestPlatform({ signsInAnew: true });
const pepper = createPepper(['the secret']);

test('PRIVACY-72 people and addresses are erased from old sign-ins and refusals, once a day, and the chain stays valid', async () => {
  const { A, B } = platform.orgs;
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.signIn('orgB');
  const body = { organisationId: B, days: 90 };
  await platform.call('POST /consoles/ext/set_audit_retention', { key, body });
  await platform.db.updateTable('ent_org').set({ sign_in_retention_days: 30 }).where('id', '=', A).execute();
  await chainAllAuditEvents(platform.db);
  platform.moveClock(31 * dayMs);
  await platform.signIn('orgA');
  const erasedUntil: ErasedUntil = new Map();
  const run = () => eraseOldSignIns(platform.db, { clock: platform.now, pepper }, erasedUntil);
  await run();
  const rows = await platform.db
    .selectFrom('audit_entry')
    .select(['event', 'code', 'subject_org_id', 'ent_usr_id', 'target_id', 'client_address', 'after'])
    .orderBy('id')
    .execute();
  const erased = { ent_usr_id: null, target_id: null, client_address: null };
  expect(rows).toMatchObject([
    { event: 'session:signIn', subject_org_id: A, ...erased },
    { event: 'session:signIn', subject_org_id: B, ent_usr_id: platform.users.orgB.id },
    { event: 'audit:setRetention', code: 'NOT_FOUND', after: { reason: 'boundary' }, ...erased },
    { event: 'session:signIn', subject_org_id: A, ent_usr_id: platform.users.orgA.id },
    { event: 'audit:redact', subject_org_id: A, after: { events: 2, first: 1, last: 2 } },
  ]);
  platform.moveClock(dayMs / 24);
  await run();
  expect(await verifyChain({ db: platform.db, pepper }, A)).toMatchObject({ checked: 4, redacted: 2, broken: null });
});

test('PRIVACY-72 an event that was changed in the database stops the job for no other organisation', async () => {
  const { A, B } = platform.orgs;
  for (const user of ['orgA', 'orgB'] as const) await platform.signIn(user);
  await platform.db.updateTable('ent_org').set({ sign_in_retention_days: 30 }).where('id', 'in', [A, B]).execute();
  await chainAllAuditEvents(platform.db);
  await platform.db.updateTable('audit_entry').set({ erased: '"?"' }).where('subject_org_id', '=', A).execute();
  platform.moveClock(31 * dayMs);
  const erasedUntil: ErasedUntil = new Map();
  await expect(eraseOldSignIns(platform.db, { clock: platform.now, pepper }, erasedUntil)).rejects.toThrow();
  expect([...erasedUntil.keys()]).toEqual([B]);
});
