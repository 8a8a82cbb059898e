import { randomUUID } from 'node:crypto';
import { calls } from '@console/contract/calls/all';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { isObjectType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import type { TestClient } from './testing/client.ts';
import { createKey, rotateKey } from './testing/key-mutations.ts';
import { inviteExternalUserDocument } from './testing/mapping-mutations.ts';
import { createOrganisation, goodInput, png } from './testing/organisation-mutations.ts';
import { effectsOf, said } from './testing/samples/all.ts';
import { password, testWith, useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser, stateMutation } from './testing/user-mutations.ts';

/** Checks the rules of graphql/idempotent-mutations.ts for some mutations; idempotency.release.test.ts checks every mutation. */

const system = useTestSystem();

let key: Record<string, string>;
beforeEach(() => {
  // Without extensions the gateway stores keyed operations itself, so they also survive a reset of the platform.
  key = { 'idempotency-key': randomUUID() };
});
const effects = () => effectsOf(system);
const create = (tab: TestClient, email: string, headers = key) =>
  tab.graphql(createUserDocument, { input: { ...goodUser, email } }, headers);

test('DESIGN-8 every mutation says how it takes an idempotency key', () => {
  const type = loadSchema().getMutationType();
  expect(mutationNames.toSorted()).toEqual(isObjectType(type) ? Object.keys(type.getFields()).toSorted() : []);
  const ways = new Set(mutationNames.map((name) => mutationOf(name).idempotency));
  expect([...ways].toSorted()).toEqual(['none', 'secret', undefined]);
});

test('DESIGN-8 RELIABILITY-F30 a mutation with one key, in parallel and in sequence, has one effect and equal answers', async () => {
  const tab = await system.signIn('adm');
  const [one, other] = await Promise.all([create(tab, 'one@a.example'), create(tab, 'one@a.example')]);
  expect([one.errors, one.status, said(other)]).toEqual([[], 200, said(one)]);
  const once = await effects();
  expect(once.entries.filter((action) => action === 'users:create')).toHaveLength(1);
  expect(said(await create(tab, 'one@a.example'))).toEqual(said(one));
  expect(await effects()).toEqual(once);

  const conflict = await create(tab, 'two@a.example');
  expect([conflict.status, conflict.code, conflict.data]).toEqual([422, 'IDEMPOTENCY_CONFLICT', undefined]);
  const odd = await create(tab, 'two@a.example', { 'idempotency-key': 'a b' });
  expect([odd.status, odd.code]).toEqual([400, 'INVALID']);
  expect(await effects()).toEqual(once);
  // A key counts as new for another user, a day later, and after a refusal that saved nothing.
  expect((await create(await system.signIn('orgA'), 'three@a.example')).errors).toEqual([]);
  system.platform.moveClock(24 * 3_600_000 + 1);
  const later = await system.signIn('adm');
  expect((await create(later, 'audA@a.example')).code).toBe('INVALID');
  expect((await create(later, 'two@a.example')).errors).toEqual([]);
});

testWith(
  'on',
  'DESIGN-8 RELIABILITY-F24 a mutation that was lost before or after its answer has one effect when it is repeated, extension',
  async () => {
    const tab = await system.signIn('adm');
    for (const [place, { path }] of [calls.createOrgUser, idempotencyCalls.storeOperation].entries()) {
      const [email, own] = [`lost${place}@a.example`, { 'idempotency-key': randomUUID() }];
      const before = await effects();
      // Simulates a gateway that is killed after the product API has received its last call.
      system.upstream.script(path, { lost: true });
      system.upstream.script(idempotencyCalls.endOperation.path, { status: 503, body: {} });
      await create(tab, email, own);
      system.upstream.clear();
      system.platform.moveClock(31_000);
      const again = await create(tab, email, own);
      expect([again.errors, again.data.createUser.user.email]).toEqual([[], email]);
      const once = await effects();
      expect(once.entries).toHaveLength(before.entries.length + 1);
      expect(said(await create(tab, email, own))).toEqual(said(again));
      expect(await effects()).toEqual(once);
    }
  },
);

test('DESIGN-8 files are compared by their content', async () => {
  const tab = await system.signIn('adm');
  const input = goodInput('Files');
  const first = await createOrganisation(tab, input, { logo: png, icon: png }, key);
  expect(said(await createOrganisation(tab, input, { logo: png, icon: png }, key))).toEqual(said(first));
  const changed = Buffer.concat([png, Buffer.from([0])]);
  expect((await createOrganisation(tab, input, { logo: changed, icon: png }, key)).code).toBe('IDEMPOTENCY_CONFLICT');
});

test('DESIGN-8 a partial result is not final: the same key resumes it', async () => {
  const tab = await system.signIn('adm');
  const input = goodInput('Part');
  system.upstream.script(calls.createOrgUser.path, { status: 503, body: {} });
  const part = await createOrganisation(tab, input, undefined, key);
  expect(part.data.createOrganisation.failed).toHaveLength(3);
  system.upstream.script(calls.createOrgUser.path);
  const whole = await createOrganisation(tab, input, undefined, key);
  expect([whole.errors, whole.data.createOrganisation.failed]).toEqual([[], []]);
  expect(whole.data.createOrganisation.organisation.id).toBe(part.data.createOrganisation.organisation.id);
});

testWith(
  'on',
  'DESIGN-8 a repeated creation or rotation of an API key names the key, and its text is not stored, extension',
  async () => {
    const tab = await system.signIn('orgA');
    const created = (await createKey(tab, {}, key)).data.createApiKey;
    const again = (await createKey(tab, {}, key)).data.createApiKey;
    expect([again.apiKey.id, again.secret]).toEqual([created.apiKey.id, null]);
    const rotation = { 'idempotency-key': 'rotation' };
    const rotated = (await rotateKey(tab, created.apiKey.id, rotation)).data.rotateApiKey;
    const rotatedAgain = (await rotateKey(tab, created.apiKey.id, rotation)).data.rotateApiKey;
    expect([rotatedAgain.apiKey.id, rotatedAgain.secret]).toEqual([rotated.apiKey.id, null]);
    const { db } = system.platform;
    const rows = [
      await db.selectFrom('idempotency_key').selectAll().execute(),
      await db.selectFrom('idempotent_operation').selectAll().execute(),
    ];
    expect(rows.flat().length).toBeGreaterThan(0);
    for (const secretText of [created.secret, rotated.secret]) {
      expect(JSON.stringify(rows)).not.toContain(secretText);
      expect(
        rows
          .flat()
          .map(({ answer }) => Buffer.from(answer ?? '', 'base64').toString('latin1'))
          .join(),
      ).not.toContain(secretText);
    }
  },
);

testWith(
  'on',
  'DESIGN-8 SECURITY-T21 the platform cannot read the answer or the reads of an operation, extension',
  async () => {
    const tab = await system.signIn('adm');
    const variables = { email: 'canary@new.example', organisationId: system.platform.orgs.A };
    await tab.graphql(inviteExternalUserDocument, variables, key);
    const [row] = await system.platform.db.selectFrom('idempotent_operation').selectAll().execute();
    expect(row?.answer).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.stringify(row)).not.toContain('canary');
  },
);

testWith('off', 'DESIGN-8 with a spec-only product API a write with an unknown result is not sent again', async () => {
  const tab = await system.signIn('adm');
  const send = () => stateMutation('deactivateUser')(tab, system.platform.users.audA.id, password, key);
  system.upstream.script(calls.activateDeactivateUser.path, { status: 504, body: {} });
  const first = await send();
  expect(first.errors[0]?.extensions.saved).toBe('UNKNOWN');
  system.upstream.script(calls.activateDeactivateUser.path);
  const again = await send();
  expect([again.code, again.errors[0]?.extensions.saved]).toEqual([first.code, 'UNKNOWN']);
  expect(system.upstream.sent(calls.activateDeactivateUser.path)).toHaveLength(1);
});

test('DESIGN-8 who was demoted gets no answer that was stored before, and writes nothing', async () => {
  const tab = await system.signIn('orgA');
  expect((await create(tab, 'stored@a.example')).errors).toEqual([]);
  const before = await effects();
  const { db, users } = system.platform;
  await db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', users.orgA.id).execute();
  const repeated = await create(tab, 'stored@a.example');
  expect([repeated.data ?? null, repeated.code]).toEqual([null, 'IDEMPOTENCY_CONFLICT']);
  expect(await effects()).toEqual(before);
});
