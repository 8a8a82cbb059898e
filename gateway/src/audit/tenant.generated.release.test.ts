import { generatedRuns, requestCount } from '@console/platform/testing/generated-runs';
import { numberUpTo } from '@console/platform/testing/hostile-values';
import { addUserMapping } from '@console/platform/testing/mappings';
import { addIntegrationKey } from '@console/platform/testing/users';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSchema } from '../graphql/schema.ts';
import type { TestClient } from '../testing/client.ts';
import { type KnownValues, operationOf } from '../testing/generated-operations.ts';
import { addInvitation } from '../testing/invitation-mutations.ts';
import { addDevice, addSession } from '../testing/security-mutations.ts';
import { useTestSystem } from '../testing/system.ts';
import { assessmentsOf } from '../testing/tab-mutations.ts';

const system = useTestSystem();
const schema = loadSchema();
const count = requestCount(60);

/** Texts that belong to A, M or D: names, emails, keys, URLs, values and titles. */
const foreign =
  /@[amd]\.example|Organisation [AMD]\b|(?:key|title|value|person)-of-[AMD]\b|192\.0\.2\.1[AMD]|203\.0\.113\.[134]\b/;
const orgs = ['A', 'B', 'D', 'M'] as const;
const addressOf = { A: '203.0.113.1', B: '203.0.113.2', D: '203.0.113.3', M: '203.0.113.4' };

/** Users, keys, assessments and invitations of all organisations, marked with their organisation. */
async function addMarked(): Promise<void> {
  const { db, orgs: ids, users } = system.platform;
  for (const org of orgs) {
    const named = { firstname: `person-of-${org}`, lastname: `person-of-${org}` };
    await db.updateTable('ent_usr').set(named).where('ent_org_id', '=', ids[org]).execute();
    await assessmentsOf(system, org, [{ title: `title-of-${org}` }]);
    const email = `invited-${org}@${org}.example`.toLowerCase();
    await addInvitation(system, email, { org, kind: 'user', state: 'pending' });
  }
  for (const [user, org] of [
    ['adm', 'A'],
    ['orgA', 'A'],
    ['orgB', 'B'],
    ['mfaA', 'M'],
  ] as const) {
    await addIntegrationKey(db, users[user].id);
    await db
      .updateTable('api_key')
      .set({ name: `key-of-${org}` })
      .where('ent_usr_id', '=', users[user].id)
      .execute();
    await addSession(system, user);
    await addDevice(system, user);
  }
  await addUserMapping(db, users.mfaB.id, ids.A);
}

/** Events of every organisation, by actors of any, with keys and targets of any. */
async function addEvents(): Promise<void> {
  const { db, orgs: ids } = system.platform;
  const users = await db.selectFrom('ent_usr').select(['id', 'ent_org_id']).orderBy('id').limit(12).execute();
  const keys = await db.selectFrom('api_key').select(['id', 'ent_usr_id']).execute();
  const oneOf = <T>(list: readonly T[], place: number) => list[place % list.length] as T;
  const rows = Array.from({ length: 600 }, (_, n) => {
    const actor = oneOf(users, n);
    const home = orgs.find((name) => ids[name] === actor.ent_org_id);
    const org = oneOf(orgs, Math.floor(n / 12));
    const value = JSON.stringify({ firstname: `value-of-${org}` });
    const key = n % 4 === 1 ? keys.find(({ ent_usr_id }) => ent_usr_id === actor.id) : undefined;
    return {
      at: new Date(Date.UTC(2026, 10, 1) + n * 60_000),
      ent_usr_id: actor.id,
      ent_org_id: actor.ent_org_id,
      subject_org_id: ids[org],
      via: oneOf(['session', 'bearer', 'rest', 'public'] as const, n),
      action: 'users:edit',
      event: oneOf(['users:edit', 'sso:edit', 'keys:revoke'] as const, n),
      code: n % 7 === 0 ? 'FORBIDDEN' : null,
      target_type: oneOf(['ent_org', 'ent_usr', 'api_key', 'asmt', 'invitation'], n),
      target_id: String((n % 13) + 1),
      before: value,
      after: value,
      request_id: `request-${n}`,
      client_address: home ? addressOf[home] : null,
      api_key_id: key?.id ?? null,
    };
  });
  await db.insertInto('audit_entry').values(rows).execute();
}

const known: KnownValues = (name) => {
  if (/email/i.test(name)) return ['orgb@b.example', 'unknown@new.example'];
  if (/^id$|Id$/.test(name)) return Array.from({ length: 13 }, (_, place) => String(place + 1));
  if (/^(first|last)$/.test(name)) return [5, 25];
  if (/token|cursor|after|before|head/i.test(name)) return ['unknown'];
  return [];
};

/** Texts of another organisation in a response. */
async function leaksOf(tab: TestClient, query: string, variables: object): Promise<string[]> {
  const { text } = await tab.graphql(query, variables);
  const [leak] = foreign.exec(text) ?? [];
  return leak === undefined ? [] : [`${leak}: ${query} ${JSON.stringify(variables)} → ${text.slice(0, 2_000)}`];
}

const events = `query($organisationId: ID, $filter: AuditEventFilter, $last: Int) {
  auditEvents(organisationId: $organisationId, filter: $filter, last: $last) { nodes {
    sentence changes { field from to } requestId organisation { id brandName }
    actor { name roleKey apiKeyName apiKeyPrefix clientAddress user { id organisationId email } }
    target { kind id name organisationId } } }
  verifyActivity(organisationId: $organisationId) { whole checked } }`;

test('DESIGN-5 CASES-26 CASES-27 nothing of another organisation is in generated reads of activity, retention, invitations and sessions', async () => {
  await addMarked();
  await addEvents();
  const tab = await system.signIn('orgB');
  const own = await tab.graphql(events, { last: 100 });
  expect(own.data.auditEvents.nodes.length).toBeGreaterThan(90);
  expect(own.text).toContain('person-of-B');
  const kinds = ['USER', 'ORGANISATION', 'API_KEY', 'ASSESSMENT', 'INVITATION'];
  const leaks = await generatedRuns({ first: 0, runs: count }, async (g) => {
    const isOf = (share: number) => numberUpTo(g, share) === 0;
    const id = String(1 + numberUpTo(g, 12));
    const filter = {
      ...(isOf(2) && { actorId: id }),
      ...(isOf(2) && { targetKind: g(fc.constantFrom, ...kinds), targetId: String(1 + numberUpTo(g, 12)) }),
      ...(isOf(3) && { outcome: g(fc.constantFrom, 'DONE', 'REFUSED') }),
      ...(isOf(3) && { ways: [g(fc.constantFrom, 'CONSOLE', 'KEY', 'API', 'PUBLIC')] }),
    };
    const organisationId = isOf(2) ? id : undefined;
    const { query, variables } = operationOf(g, () => false, schema, known);
    return [
      ...(await leaksOf(tab, events, { filter, last: 25, organisationId })),
      ...(query.startsWith('query') ? await leaksOf(tab, query, variables) : []),
    ];
  });
  expect(leaks).toEqual([]);
});
