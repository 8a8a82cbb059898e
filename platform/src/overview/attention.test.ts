import { type AttentionKind, attentionKindNames } from '@console/contract/attention';
import { expect, test } from 'vitest';
import { addAssessments } from '../testing/assessments.ts';
import type { UserName } from '../testing/fixtures.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addProvisionedUser } from '../testing/provisioned-users.ts';
import { addIntegrationKey, addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
const day = 24 * 60;
const inDays = (days: number) => minutesAgo(-days * day);

/** Reads with a key, because signing in would be recorded. */
async function read(path: string, user: UserName = 'adm') {
  const key = await addIntegrationKey(platform.db, platform.users[user].id);
  return platform.call(`GET /consoles/ext/${path}`, { key });
}
const readItems = async (org: number | null, user?: UserName) => {
  const answer = await read(`attention${org === null ? '' : `?organisationId=${org}`}`, user);
  return answer.json().attention as { kind: AttentionKind; count: number; organisations: number | null }[] | null;
};
const kindsOf = async (org: number | null, user?: UserName) =>
  (await readItems(org, user))?.map(({ kind }) => kind) ?? null;

/** Adds one or two items of every kind to organisation A, and some that do not count. */
async function addEverything() {
  const { db, orgs, users } = platform;
  await addAssessments(db, orgs.A, [
    { end_date: minutesAgo(3 * day) },
    { end_date: minutesAgo(1) },
    { end_date: minutesAgo(-1) },
    { end_date: minutesAgo(1), audit_status: 'Completed' },
  ]);
  // A received the first request and sent the second.
  await addMapping(db, orgs.A, orgs.M, { created_at: minutesAgo(9 * day) });
  await addMapping(db, orgs.B, orgs.A, { created_at: minutesAgo(2 * day) });
  await addUserMapping(db, users.orgB.id, orgs.A, { created_at: minutesAgo(5 * day) });
  await addUserMapping(db, users.mfaA.id, orgs.A, { activated: true });
  await db
    .insertInto('app_factor')
    .values({ ent_usr_id: users.assA.id, secret_sealed: 'x', last_step: 0, created_at: minutesAgo(1) })
    .execute();
  const sso = { client_id: 'c', tenant_id: 't', client_secret_sealed: 'x', updated_at: minutesAgo(1) };
  await db
    .insertInto('sso')
    .values({ ...sso, ent_org_id: orgs.A, enabled_at: minutesAgo(1), secret_expires_on: '2026-12-20' })
    .execute();
  const { create, inviteOrganisation } = invitationCalls(platform);
  await create('soon@a.example');
  await create('later@a.example');
  await inviteOrganisation('organisation@new.example');
  const soon = db.updateTable('invitation').set({ expires_at: inDays(1) });
  await soon.where('kind', '=', 'organisation').execute();
  const { id } = await db
    .selectFrom('ent_usr')
    .select('id')
    .where('email', '=', 'soon@a.example')
    .executeTakeFirstOrThrow();
  await soon.where('ent_usr_id', '=', id).execute();
  // Active users: five of A, and the two invited ones.
  const limit = { user_limit: 7, factor_required_at: minutesAgo(1) };
  await db.updateTable('ent_org').set(limit).where('id', '=', orgs.A).execute();
  const key = { name: 'k', scopes: [], created_at: minutesAgo(1), ent_usr_id: users.orgA.id };
  await db
    .insertInto('api_key')
    .values([
      { ...key, key_hash: 'one', expires_at: inDays(3) },
      { ...key, key_hash: 'two', expires_at: inDays(8) },
      { ...key, key_hash: 'three', expires_at: inDays(2), rotated_at: minutesAgo(1) },
    ])
    .execute();
  await addProvisionedUser(db, orgs.A, users.audA, []);
  const issue = { ent_org_id: orgs.A, ent_usr_id: users.audA.id, detail: '1', at: minutesAgo(day) };
  await db
    .insertInto('provisioning_issue')
    .values([
      { ...issue, kind: 'DEACTIVATION_FAILED' },
      { ...issue, kind: 'RETURNED_AFTER_REVIEW', at: minutesAgo(2 * day) },
      { ...issue, kind: 'EMAIL_DIFFERS' },
      // Users who are no longer managed, inactive, or of another organisation.
      { ...issue, kind: 'EMAIL_DIFFERS', ent_usr_id: users.assA.id },
      { ...issue, kind: 'RETURNED_AFTER_REVIEW', ent_usr_id: users.disA.id },
      { ...issue, kind: 'RETURNED_AFTER_REVIEW', ent_org_id: orgs.B },
    ])
    .execute();
}

const ofA = {
  OVERDUE_ASSESSMENTS: { urgency: 'HIGH', count: 2, since: minutesAgo(3 * day).toISOString() },
  FAILED_DEACTIVATIONS: { urgency: 'HIGH', count: 1, since: minutesAgo(day).toISOString() },
  MAPPING_REQUESTS: { urgency: 'MEDIUM', count: 1, since: minutesAgo(9 * day).toISOString() },
  EXTERNAL_USERS: { urgency: 'MEDIUM', count: 1, since: minutesAgo(5 * day).toISOString() },
  RETURNED_AFTER_REVIEW: { urgency: 'MEDIUM', count: 1, since: minutesAgo(2 * day).toISOString() },
  PROVIDER_EMAIL_DIFFERS: { urgency: 'MEDIUM', count: 1, since: minutesAgo(day).toISOString() },
  USER_LIMIT_REACHED: { urgency: 'MEDIUM', count: 1 },
  // adm, arc, orgA, audA and the two invited users. Not assA, who has a second factor, nor disA, who is inactive.
  MISSING_SECOND_FACTORS: { urgency: 'MEDIUM', count: 6 },
  EXPIRING_CLIENT_SECRETS: { urgency: 'MEDIUM', count: 1, until: '2026-12-20T00:00:00.000Z' },
  EXPIRING_USER_INVITATIONS: { urgency: 'LOW', count: 1, until: inDays(1).toISOString() },
  EXPIRING_ORGANISATION_INVITATIONS: { urgency: 'LOW', count: 1, until: inDays(1).toISOString() },
  EXPIRING_API_KEYS: { urgency: 'LOW', count: 1, until: inDays(3).toISOString() },
} as const;
const itemsOf = (kinds: readonly (keyof typeof ofA)[], organisations: number | null) =>
  kinds.map((kind) => {
    const dueInDays = kind === 'EXPIRING_CLIENT_SECRETS' && organisations === null ? 30 : null;
    return { kind, since: null, until: null, dueInDays, organisations, ...ofA[kind] };
  });

test('ATTENTION-1 what needs attention in an organisation is counted by hand, the most urgent first', async () => {
  const { orgs } = platform;
  expect(await readItems(orgs.A)).toEqual([]);
  await addEverything();
  expect(await readItems(orgs.A)).toEqual(itemsOf(Object.keys(ofA) as (keyof typeof ofA)[], null));
  // Disabled.
  await addAssessments(platform.db, orgs.D, [{ end_date: minutesAgo(1) }]);
  expect(await readItems(orgs.D)).toEqual([]);
});

test('ATTENTION-12 external users invited by the reader are not counted for the reader', async () => {
  const { db, orgs, users } = platform;
  await addEverything();
  await db.updateTable('user_mapping').set({ requester_id: users.orgA.id }).execute();
  expect(await kindsOf(orgs.A, 'orgA')).not.toContain('EXTERNAL_USERS');
  expect(await kindsOf(orgs.A, 'adm')).toContain('EXTERNAL_USERS');
  const listed = async () => (await read('all_orgs?attention=EXTERNAL_USERS')).json().total_count;
  const before = await listed();
  await db.updateTable('user_mapping').set({ requester_id: users.adm.id }).execute();
  expect([before > 0, await listed(), (await kindsOf(null))?.includes('EXTERNAL_USERS')]).toEqual([true, 0, false]);
});

test('ATTENTION-1 a user limit is nearly reached from 90 % on', async () => {
  const { db, orgs } = platform;
  await addUsers(
    db,
    orgs.B,
    Array.from({ length: 8 }, (_, place) => ({ email: `more${place}@b.example` })),
  );
  const kindsWith = async (user_limit: number | null) => {
    await db.updateTable('ent_org').set({ user_limit }).where('id', '=', orgs.B).execute();
    return kindsOf(orgs.B);
  };
  expect(await kindsWith(null)).toEqual([]);
  expect(await kindsWith(11)).toEqual([]);
  expect(await kindsWith(10)).toEqual(['USER_LIMIT_NEARLY_REACHED']);
  expect(await kindsWith(9)).toEqual(['USER_LIMIT_REACHED']);
  expect(await kindsWith(8)).toEqual(['USER_LIMIT_REACHED']);
});

test('ATTENTION-2 each role sees what it can do something about; a role that sees none has no list', async () => {
  const { orgs } = platform;
  await addEverything();
  const all = Object.keys(ofA);
  const without = (...kinds: string[]) => all.filter((kind) => !kinds.includes(kind));
  expect(await kindsOf(orgs.A, 'adm')).toEqual(all);
  expect(await kindsOf(orgs.A, 'arc')).toEqual(
    without(
      ...['MISSING_SECOND_FACTORS', 'EXPIRING_ORGANISATION_INVITATIONS', 'EXPIRING_API_KEYS'],
      ...['FAILED_DEACTIVATIONS', 'RETURNED_AFTER_REVIEW', 'PROVIDER_EMAIL_DIFFERS'],
    ),
  );
  expect(await kindsOf(orgs.A, 'orgA')).toEqual(without('OVERDUE_ASSESSMENTS'));
  expect(await kindsOf(orgs.A, 'assA')).toEqual([
    ...['USER_LIMIT_REACHED', 'EXPIRING_CLIENT_SECRETS', 'EXPIRING_USER_INVITATIONS'],
  ]);
  expect(await kindsOf(orgs.A, 'audA')).toBeNull();
  // Without the Administrator and the Architect: an Organiser cannot see their security.
  const ofOrganiser = (await readItems(orgs.A, 'orgA'))?.find(({ kind }) => kind === 'MISSING_SECOND_FACTORS');
  expect(ofOrganiser?.count).toBe(4);
  expect((await read(`attention?organisationId=${orgs.B}`, 'orgA')).statusCode).toBe(404);
  expect((await read('attention', 'orgA')).statusCode).toBe(403);
});

test('ATTENTION-4 the list of organisations is filtered by a kind to as many as are counted', async () => {
  const { orgs } = platform;
  await addEverything();
  const items = await readItems(null);
  expect(items?.find(({ kind }) => kind === 'MAPPING_REQUESTS')).toMatchObject({ count: 2, organisations: 2 });
  expect(items?.find(({ kind }) => kind === 'WITHOUT_ORGANISER')).toMatchObject({ count: 3, organisations: 3 });
  const listed = async (kind: string, user?: UserName) => read(`all_orgs?attention=${kind}`, user);
  for (const kind of attentionKindNames) {
    const counted = items?.find((item) => item.kind === kind)?.organisations ?? 0;
    expect([kind, (await listed(kind)).json().total_count]).toEqual([kind, counted]);
  }
  const [overdue] = (await listed('OVERDUE_ASSESSMENTS')).json().orgs;
  expect(overdue.id).toBe(orgs.A);
  expect((await listed('EXPIRING_API_KEYS', 'arc')).statusCode).toBe(403);
  expect((await listed('OVERDUE_ASSESSMENTS', 'arc')).statusCode).toBe(200);
});

test('REALUSE-29 a senior position is pending from the deactivation of its holder until another user holds it', async () => {
  const { db, orgs, users } = platform;
  const update = (id: number, change: object) => db.updateTable('ent_usr').set(change).where('id', '=', id).execute();
  const isPending = async () => {
    const answer = await read(`attention?organisationId=${orgs.A}&kinds=VACANT_SENIOR_POSITIONS`);
    return answer.json().attention.length > 0;
  };
  await update(users.audA.id, { designation: 'CFO' });
  expect(await isPending()).toBe(false);
  await update(users.audA.id, { is_disabled: true });
  expect(await isPending()).toBe(true);
  await update(users.assA.id, { designation: 'CFO' });
  expect(await isPending()).toBe(false);
});
