import { randomUUID } from 'node:crypto';
import { calls } from '@console/contract/calls/all';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { isObjectType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import type { Answer } from './testing/client.ts';
import { isPossible, prepareMutation } from './testing/idempotent-acts.ts';
import { createKey, rotateKey } from './testing/key-mutations.ts';
import { inviteExternalUserDocument } from './testing/mapping-mutations.ts';
import { createOrganisation, goodInput, png } from './testing/organisation-mutations.ts';
import { mode, testWith, useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser, userMutations } from './testing/user-mutations.ts';

const system = useTestSystem();

const type = loadSchema().getMutationType();
const declaredAs = (idempotency: 'none' | 'secret' | undefined) =>
  mutationNames.filter((name) => mutationOf(name).idempotency === idempotency);
const secret: readonly string[] = declaredAs('secret');
const stored: readonly string[] = declaredAs(undefined);
const newKey = () => ({ 'idempotency-key': randomUUID() });
let key = newKey();
beforeEach(() => {
  key = newKey();
});

const { endOperation } = idempotencyCalls;

/** The effects of everything so far: audit entries without refusals, and mails. */
async function effects() {
  const { db } = system.platform;
  const entries = await db.selectFrom('audit_entry').select('action').where('action', 'not like', '%:refuse').execute();
  const isEffect = (action: string) => action === 'session:sendPasscode' || !/^(session|account):/.test(action);
  return {
    // People are created side by side.
    entries: entries
      .map(({ action }) => action)
      .filter(isEffect)
      .sort(),
    mails: (await db.selectFrom('mail').select('id').execute()).length,
  };
}
/** Times, cursors, addresses of files and the starts of API keys differ between two runs. */
const withoutTimes = ({ data }: Answer) =>
  JSON.stringify(data).replace(/"[\d-]+T[\d:.]+Z"|"\/files\/[^"]+"|"key_\w+"|"cursor":"[^"]+"/g, '…');
const said = ({ status, data, errors }: Answer) => ({
  status,
  data,
  codes: errors.map((error) => error.extensions.code),
});

test('DESIGN-8 the tests below are about every mutation that takes an idempotency key', () => {
  expect(mutationNames.toSorted()).toEqual(isObjectType(type) ? Object.keys(type.getFields()).toSorted() : []);
  expect(stored.length + secret.length + declaredAs('none').length).toBe(mutationNames.length);
});

test.each(stored.filter(isPossible))(
  'DESIGN-8 RELIABILITY-F30 %s with one key, in sequence and in parallel, has one effect, one mail and equal answers',
  async (name) => {
    const send = await prepareMutation(system, name);
    const first = await send(key);
    expect([first.errors, first.status]).toEqual([[], 200]);
    const once = await effects();
    expect(once.entries.length > 0).toBe(name !== 'previewUserUpload');
    expect(said(await send(key))).toEqual(said(first));
    expect(await effects()).toEqual(once);

    await system.reset();
    key = newKey();
    const parallel = await prepareMutation(system, name);
    const [one, other] = await Promise.all([parallel(key), parallel(key)]);
    expect([one.errors, said(other)]).toEqual([[], said(one)]);
    expect(await effects()).toEqual(once);
  },
);

if (mode === 'on')
  test.each(stored)(
    'DESIGN-8 RELIABILITY-F24 %s that was lost before or after its answer has one effect when it is repeated, extension',
    async (name) => {
      const whole = await prepareMutation(system, name);
      system.upstream.requests.length = 0;
      const expected = await whole(key);
      const once = await effects();
      const writes = system.upstream.requests.filter(({ headers }) => headers['idempotency-key']);
      const paths = [...new Set(writes.map(({ path }) => path))];
      for (const path of [...paths, idempotencyCalls.storeOperation.path]) {
        await system.reset();
        key = newKey();
        const send = await prepareMutation(system, name);
        // What a gateway does that is killed after the product API has received its last call.
        system.upstream.script(path, { lost: true });
        system.upstream.script(endOperation.path, { status: 503, body: {} });
        await send(key);
        system.upstream.clear();
        system.platform.moveClock(31_000);
        const again = await send(key);
        expect([path, again.errors, withoutTimes(again)]).toEqual([path, [], withoutTimes(expected)]);
        expect([path, await effects()]).toEqual([path, once]);
        expect(said(await send(key))).toEqual(said(again));
      }
    },
  );

test('DESIGN-8 other input with the same key is IDEMPOTENCY_CONFLICT with status 422, and has no effect', async () => {
  const tab = await system.signIn('adm');
  const input = { ...goodUser, email: 'one@a.example' };
  await tab.graphql(createUserDocument, { input }, key);
  const other = await tab.graphql(createUserDocument, { input: { ...input, email: 'two@a.example' } }, key);
  expect([other.status, other.code, other.data]).toEqual([422, 'IDEMPOTENCY_CONFLICT', undefined]);
  const reordered = { input: Object.fromEntries(Object.entries(input).toReversed()) };
  expect((await tab.graphql(createUserDocument, reordered, key)).errors).toEqual([]);
  const orgA = await system.signIn('orgA');
  expect(
    (await orgA.graphql(createUserDocument, { input: { ...input, email: 'three@a.example' } }, key)).errors,
  ).toEqual([]);
  system.platform.moveClock(24 * 3_600_000 + 1);
  const later = await system.signIn('adm');
  expect(
    (await later.graphql(createUserDocument, { input: { ...input, email: 'two@a.example' } }, key)).errors,
  ).toEqual([]);
});

test('DESIGN-8 files are compared by their content', async () => {
  const tab = await system.signIn('adm');
  const input = goodInput('Files');
  const first = await createOrganisation(tab, input, { logo: png, icon: png }, key);
  expect(said(await createOrganisation(tab, input, { logo: png, icon: png }, key))).toEqual(said(first));
  const changed = Buffer.concat([png, Buffer.from([0])]);
  expect((await createOrganisation(tab, input, { logo: changed, icon: png }, key)).code).toBe('IDEMPOTENCY_CONFLICT');
});

test('DESIGN-8 a key with other signs is INVALID with status 400', async () => {
  const tab = await system.signIn('adm');
  const headers = { 'idempotency-key': 'a b' };
  const answer = await tab.graphql(createUserDocument, { input: { ...goodUser, email: 'one@a.example' } }, headers);
  expect([answer.status, answer.code]).toEqual([400, 'INVALID']);
});

test('DESIGN-8 a refused mutation stores nothing: the same key sends it again, also with other input', async () => {
  const tab = await system.signIn('adm');
  const send = (email: string) => tab.graphql(createUserDocument, { input: { ...goodUser, email } }, key);
  expect((await send('audA@a.example')).code).toBe('INVALID');
  expect((await send('free@a.example')).errors).toEqual([]);
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
    const rotated = (await rotateKey(tab, created.apiKey.id, undefined, rotation)).data.rotateApiKey;
    const rotatedAgain = (await rotateKey(tab, created.apiKey.id, undefined, rotation)).data.rotateApiKey;
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
  const send = () =>
    userMutations.deactivateUser?.(
      tab,
      { organisationId: '', userId: system.platform.users.audA.id, inactiveId: '', name: '' },
      key,
    );
  system.upstream.script(calls.activateDeactivateUser.path, { status: 504, body: {} });
  const first = await send();
  expect(first?.errors[0]?.extensions.saved).toBe('UNKNOWN');
  system.upstream.script(calls.activateDeactivateUser.path);
  const again = await send();
  expect([again?.code, again?.errors[0]?.extensions.saved]).toEqual([first?.code, 'UNKNOWN']);
  expect(system.upstream.sent(calls.activateDeactivateUser.path)).toHaveLength(1);
});

test('DESIGN-8 who was demoted gets no answer that was stored before, and writes nothing', async () => {
  const { db, users, orgs } = system.platform;
  const tab = await system.signIn('orgA');
  const input = { ...goodUser, email: 'stored@a.example', organisationId: orgs.A };
  const send = () => tab.graphql(createUserDocument, { input }, key);
  expect((await send()).errors).toEqual([]);
  const before = await effects();
  await db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', users.orgA.id).execute();
  const repeated = await send();
  expect([repeated.data ?? null, repeated.code]).toEqual([null, 'IDEMPOTENCY_CONFLICT']);
  expect(await effects()).toEqual(before);
});
