import { type EventType, eventTypeNames, schemaEventType } from '@console/contract/event-types';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform({ signsInAnew: true });
const keyOf = async (who: UserName) => (await platform.signIn(who)).apiKey;

const read = async (key: string, query: Record<string, string | number> | [string, string][] = {}) => {
  const pairs = Array.isArray(query) ? query : Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await platform.call(`GET /consoles/ext/events?${new URLSearchParams(pairs as [string, string][])}`, {
    key,
  });
  return { status: answer.statusCode, ...answer.json() };
};
const done = async (what: Parameters<typeof platform.call>[0], key: string, body: object) =>
  expect([what, (await platform.call(what, { key, body })).statusCode]).toEqual([what, 200]);

/** An event of each type as the activity log stores it. */
const stored: Record<EventType, Record<string, unknown>> = {
  'user.created': { event: 'users:upload', after: { email: 'a@b.example', ent_org_id: 1 } },
  'user.updated': { event: 'users:edit', before: { firstname: 'A' }, after: { firstname: 'B' } },
  'user.role_changed': { event: 'users:edit', before: { role_id: 4 }, after: { role_id: null } },
  'user.activated': { event: 'users:activate' },
  'user.deactivated': { event: 'users:deactivate' },
  'user.taken_over': { event: 'users:takeOver' },
  'user.erased': { event: 'privacy:erase' },
  'invitation.sent': { event: 'mappings:invite', target_type: 'ent_usr', after: { email: 'a@b.example' } },
  'invitation.accepted': { event: 'account:resetPassword', after: { with: 'onboarding' } },
  'invitation.revoked': { event: 'invitations:revoke' },
  'invitation.expired': { event: 'invitations:expire' },
  'mapping.requested': { event: 'mappings:invite', target_type: 'org_mapping', target_id: '999999' },
  'mapping.accepted': { event: 'mappings:answer', after: { activated: true } },
  'mapping.rejected': { event: 'mappings:answer', after: { activated: false } },
  'mapping.ended': { event: 'mappings:end' },
  'mapping.withdrawn': { event: 'mappings:withdraw' },
  'external_user.invited': { event: 'users:inviteExternal' },
  'external_user.accepted': { event: 'users:mapExternal', after: { activated: true } },
  'external_user.rejected': { event: 'users:mapExternal', after: { activated: false } },
  'external_user.removed': { event: 'users:removeExternal' },
  'external_user.withdrawn': { event: 'users:withdrawExternal' },
  'assessment.status_changed': { event: 'assessments:changeStatus' },
  'organisation.created': { event: 'organisations:onboard', after: { brandname: 'A' } },
  'organisation.updated': { event: 'organisations:onboard', before: { city: 'A' }, after: { city: 'B' } },
  'organisation.enabled': { event: 'organisations:enable' },
  'organisation.disabled': { event: 'organisations:disable' },
  'configuration.updated': { event: 'audit:setRetention' },
  'single_sign_on.updated': { event: 'sso:verifyDomain' },
  'single_sign_on.switched': { event: 'sso:activate' },
  'key.created': { event: 'keys:create' },
  'key.rotated': { event: 'keys:rotate' },
  'key.revoked': { event: 'keys:revoke' },
  'key.expired': { event: 'keys:expire' },
  'key.confirmed': { event: 'keys:confirm' },
  'webhook.created': { event: 'webhooks:create' },
  'webhook.updated': { event: 'webhooks:edit' },
  'webhook.secret_changed': { event: 'webhooks:changeSecret' },
  'webhook.switched_off': { event: 'webhooks:switchOff' },
  'webhook.tested': { event: 'webhooks:test' },
  'webhook.deleted': { event: 'webhooks:delete' },
  'factor.reset': { event: 'security:resetFactors' },
  'provider_link.replaced': { event: 'account:replaceProviderLink' },
  'provider_link.removed': { event: 'security:unlinkProvider' },
  'review.started': { event: 'reviews:start', target_type: 'access_review', target_id: '999999' },
  'review.ended': { event: 'reviews:end', target_type: 'access_review', target_id: '999999' },
  'review.cancelled': { event: 'reviews:cancel', target_type: 'access_review', target_id: '999999' },
  'sign_in.succeeded': { event: 'session:signIn' },
  'sign_in.refused': { event: 'session:signIn', code: 'INVALID_OTP' },
  'request.refused': { event: 'users:edit', code: 'FORBIDDEN' },
};
/** Events that are not in the feed. */
const unlisted = [
  { event: 'session:signOut' },
  { event: 'account:resetPassword', after: { with: 'reset' } },
  { event: 'users:mapExternal', after: { firstname: 'A' } },
];
const store = (rows: Record<string, unknown>[]) =>
  platform.db
    .insertInto('audit_entry')
    .values(
      rows.map(({ before, after, ...row }) => ({
        at: platform.now(),
        via: 'session',
        action: String(row.event),
        target_type: 'ent_usr',
        target_id: '1',
        subject_org_id: platform.orgs.A,
        ...row,
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
        // biome-ignore lint/suspicious/noExplicitAny: a row that the test makes up
      })) as any,
    )
    .execute();

test('EVENT-2 each type is given to what was done or refused, and what has none is left out', async () => {
  const key = await keyOf('adm');
  await store([...unlisted, ...Object.values(stored)]);
  const { events } = await read(key, { limit: 100, org_id: platform.orgs.A });
  const types = events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(['SIGN_IN_SUCCEEDED', ...eventTypeNames.map(schemaEventType)]);
  for (const type of eventTypeNames) {
    const { events: some, end } = await read(key, { type, limit: 100 });
    expect([type, new Set(some.map((event: { type: string }) => event.type))]).toEqual([
      ...[type, new Set([schemaEventType(type)])],
    ]);
    expect(end).toBe(events.at(-1).number);
  }
});

test('EVENT-1 EVENT-5 an event has ids, who, what changed and no secret, and a reader continues after its last number', async () => {
  const { users, orgs } = platform;
  const key = await keyOf('adm');
  const program = await addIntegrationKey(platform.db, users.adm.id);
  const start = (await read(key)).end;
  await done('POST /consoles/update_org_user', program, { ent_usr: { id: users.audA.id, firstname: 'Maya' } });
  const adfs = { ent_org_id: orgs.A, client_id: 'id', tenant_id: 'tenant', client_secret: 'do not show' };
  await done('POST /consoles/update_adfs', key, { adfs });
  const first = await read(key, { after: start, limit: 1 });
  expect(first).toMatchObject({
    events: [
      {
        number: start + 1,
        at: platform.now().toISOString(),
        type: 'USER_UPDATED',
        organisationId: String(orgs.A),
        otherOrganisationId: null,
        refusal: null,
        actor: { kind: 'KEY', roleKey: 'ADMINISTRATOR', userId: String(users.adm.id), apiKeyId: expect.any(String) },
        target: { kind: 'USER', id: String(users.audA.id) },
        changes: [{ field: 'firstName', from: 'audA', to: 'Maya' }],
      },
    ],
    end: start + 1,
    has_next: true,
  });
  const rest = await read(key, { after: first.end });
  expect(rest).toMatchObject({ events: [{ type: 'SINGLE_SIGN_ON_UPDATED' }], end: start + 2, has_next: false });
  expect(rest.events[0].changes).toContainEqual({ field: 'clientSecret', from: null, to: 'changed' });
  expect(JSON.stringify(rest)).not.toContain('do not show');
  expect(await read(key, { after: rest.end })).toMatchObject({ events: [], end: rest.end, has_next: false });
});

test('EVENT-5 a role is its name, and a refusal has its action, code and number instead of changes', async () => {
  const { users, orgs } = platform;
  const key = await keyOf('adm');
  await done('POST /consoles/update_org_user', key, {
    ent_usr: { id: users.assA.id, role_id: 5, department_name: 'Legal', supervisor: 'adm@a.example' },
  });
  await platform.call('POST /consoles/update_org_user', {
    key: await keyOf('orgA'),
    body: { ent_usr: { id: users.orgB.id, firstname: 'X' } },
  });
  const { events } = await read(key, [
    ['type', 'user.role_changed'],
    ['type', 'request.refused'],
  ]);
  expect(events[0].changes).toContainEqual({ field: 'role', from: 'ASSESSOR', to: 'AUDITEE' });
  expect(events[1]).toMatchObject({
    type: 'REQUEST_REFUSED',
    organisationId: String(orgs.A),
    changes: [],
    refusal: { action: 'USERS_EDIT', code: 'NOT_FOUND', count: 1 },
  });
});

test('EVENT-3 Administrators and Architects read any feed, Organisers their own, others none', async () => {
  const { A, B } = platform.orgs;
  for (const who of ['adm', 'arc'] as const) {
    const key = await keyOf(who);
    expect((await read(key)).status).toBe(200);
    expect((await read(key, { org_id: B })).status).toBe(200);
    expect((await read(key, { org_id: 999_999 })).status).toBe(404);
  }
  const own = await keyOf('orgB');
  const { events } = await read(own);
  expect(new Set(events.map(({ organisationId }: { organisationId: string }) => organisationId))).toEqual(
    new Set([String(B)]),
  );
  expect((await read(own, { org_id: B })).events).toEqual((await read(own)).events.slice(0, events.length));
  expect((await read(own, { org_id: A })).status).toBe(404);
  for (const who of ['assA', 'audA'] as const) expect((await read(await keyOf(who))).status).toBe(403);
  const key = await keyOf('adm');
  for (const [name, value] of Object.entries({ limit: 0, after: 'x', type: 'user.made', org_id: 'x' }))
    expect([name, (await read(key, { [name]: value })).status]).toEqual([name, 422]);
  expect((await read(key, { limit: 101 })).status).toBe(422);
});

test('EVENT-4 the events of a mapping are in the feeds of both organisations, once, with the persons of the other as a role', async () => {
  const { orgs, users, db } = platform;
  const [a, b] = [await keyOf('orgA'), await keyOf('orgB')];
  await done('POST /consoles/invite_user', a, { user: { email: users.orgB.email } });
  const mapping = await db
    .selectFrom('org_mapping')
    .selectAll()
    .where('mapped_user_id', '=', users.orgB.id)
    .executeTakeFirstOrThrow();
  const { vendor_id, customer_id } = mapping;
  const answer = (activated: boolean) => ({ vendor_id, customer_id, user_id: users.orgB.id, activated });
  await done('POST /consoles/activate_deactivate', b, answer(true));
  await done('POST /consoles/ext/end_mapping', a, { org_id: orgs.A, mapping_id: mapping.id });
  const mine = [
    ['type', 'mapping.requested'],
    ['type', 'mapping.accepted'],
    ['type', 'mapping.ended'],
  ] as [string, string][];
  const [ofA, ofB] = [(await read(a, mine)).events, (await read(b, mine)).events];
  const types = ['MAPPING_REQUESTED', 'MAPPING_ACCEPTED', 'MAPPING_ENDED'];
  for (const events of [ofA, ofB]) {
    expect(events.map(({ type }: { type: string }) => type)).toEqual(types);
    expect(events.map(({ target }: { target: object }) => target)).toEqual(
      types.map(() => ({ kind: 'MAPPING', id: String(mapping.id) })),
    );
  }
  expect(ofB[0]).toMatchObject({
    organisationId: String(orgs.A),
    otherOrganisationId: String(orgs.B),
    actor: { kind: 'PERSON', roleKey: 'ORGANISER', userId: null, apiKeyId: null, clientAddress: null },
  });
  expect(ofA[0].actor.userId).toBe(String(users.orgA.id));
  expect(ofA[1]).toMatchObject({
    organisationId: String(orgs.B),
    otherOrganisationId: String(orgs.A),
    actor: { roleKey: 'ORGANISER', userId: null },
  });
  expect(ofA[1].changes).toContainEqual({ field: 'activated', from: null, to: 'true' });
  expect([ofA[2].organisationId, ofB[2].organisationId]).toEqual([orgs.A, orgs.B].map(String));
  const persons = [users.orgA.id, users.orgB.id].map(String);
  for (const { changes } of [...ofA, ...ofB])
    for (const { field, to } of changes)
      expect([field, /usr|user/i.test(field) && persons.includes(to)]).toEqual([field, false]);
  expect((await read(await keyOf('nowhere'), mine)).events).toEqual([]);
});

test('EVENT-13 a page without an event of the wanted types says how far it has read, so that a reader never reads twice', async () => {
  const key = await keyOf('adm');
  await sql`insert into audit_entry (at, via, action, event, target_type, subject_org_id)
    select ${platform.now()}, 'session', 'session:signOut', 'session:signOut', 'session', ${platform.orgs.A}
    from generate_series(1, 1200)`.execute(platform.db);
  await store([stored['key.expired']]);
  const pages: [number, boolean][] = [];
  let end = 0;
  for (let more = true; more; ) {
    const page = await read(key, { type: 'key.expired', org_id: platform.orgs.A, after: end });
    pages.push([page.events.length, page.has_next]);
    expect(page.end).toBeGreaterThan(end);
    end = page.end;
    more = page.has_next;
  }
  expect(pages.slice(0, -1).every(([events]) => events === 0)).toBe(true);
  expect(pages.at(-1)).toEqual([1, false]);
  expect(pages.length).toBeGreaterThan(2);
});

test('EVENT-1 an event of the release before has the other organisation of its mapping too', async () => {
  const { db, orgs } = platform;
  const id = await addMapping(db, orgs.A, orgs.B);
  await store([
    { event: 'mappings:answer', target_type: 'org_mapping', target_id: String(id), after: { activated: true } },
  ]);
  const { events } = await read(await keyOf('orgB'), { type: 'mapping.accepted' });
  expect(events).toMatchObject([{ organisationId: String(orgs.A), otherOrganisationId: String(orgs.B) }]);
});
