import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';
import type { Database } from './schema.ts';
import { runCommand } from './transaction.ts';

const platform = useTestPlatform();

const rename = (db: Kysely<Database>, brandname: string) =>
  db.updateTable('ent_org').set({ brandname }).where('id', '=', platform.orgs.A).execute();
const state = async () => ({
  names: (await platform.db.selectFrom('ent_org').select('brandname').orderBy('id').limit(1).execute()).map(
    ({ brandname }) => brandname,
  ),
  entries: await platform.db.selectFrom('audit_entry').selectAll().execute(),
});
const actor = () => ({
  userId: platform.users.adm.id,
  organisationId: String(platform.orgs.A),
  via: 'bearer' as const,
  requestId: 'request-1',
});
const audit = () => ({
  action: 'organisations:edit',
  target: { type: 'ent_org', id: platform.orgs.A },
  before: { brandname: 'Organisation A' },
  after: { brandname: 'New' },
});

test('DESIGN-5 a command and its audit entry are committed together, with user, access, action, target, changes and time', async () => {
  const services = { db: platform.db, clock: platform.now, notices: null };
  const answer = await runCommand(services, actor(), async (trx) => {
    await rename(trx, 'New');
    return { answer: 7, audit: audit() };
  });
  expect(answer).toBe(7);
  expect(await state()).toEqual({
    names: ['New'],
    entries: [
      {
        id: 1,
        at: platform.now(),
        ent_usr_id: platform.users.adm.id,
        ent_org_id: platform.orgs.A,
        via: 'bearer',
        action: 'organisations:edit',
        event: 'organisations:edit',
        code: null,
        actor_role: 'ADMINISTRATOR',
        api_key_id: null,
        subject_org_id: platform.orgs.A,
        other_org_id: null,
        target_type: 'ent_org',
        target_id: String(platform.orgs.A),
        before: { brandname: 'Organisation A' },
        after: { brandname: 'New' },
        request_id: 'request-1',
        client_address: null,
        email_hash: null,
        count: 1,
        position: null,
        chain_id: null,
        chain_no: null,
        hash: null,
        hash_version: null,
        salt: null,
        erased: null,
      },
    ],
  });
});

test('DESIGN-5 neither is written if one of them fails', async () => {
  const services = { db: platform.db, clock: platform.now, notices: null };
  const failing = runCommand(services, actor(), async (trx) => {
    await rename(trx, 'New');
    throw new Error('late');
  });
  await expect(failing).rejects.toThrow('late');
  const unwritable = { ...actor(), via: 'unknown' as 'bearer' };
  const unaudited = runCommand(services, unwritable, async (trx) => {
    await rename(trx, 'New');
    return { answer: 7, audit: audit() };
  });
  await expect(unaudited).rejects.toThrow();
  expect(await state()).toEqual({ names: ['Organisation A'], entries: [] });
});
