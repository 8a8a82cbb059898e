import { readFileSync } from 'node:fs';
import { calls as specified } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { type KeyScope, keyScopes, missingScopeText, requiredKeyScope } from '@console/contract/key-scopes';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { isEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from '../graphql/schema.ts';
import type { Answer } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { createOrganisation, disable, enable, goodInput } from '../testing/organisation-mutations.ts';
import { completeUsers } from '../testing/rows.ts';
import { sendSample, targetFor } from '../testing/samples/all.ts';
import { mode, password, testWith, useTestSystem } from '../testing/system.ts';
import {
  createUserDocument,
  goodUser,
  stateMutation,
  updateUserDocument,
  userMutationDocument,
} from '../testing/user-mutations.ts';

const calls = { ...specified, ...extensionCalls };
const integrating = readFileSync(new URL('../../../docs/integrating.md', import.meta.url), 'utf8');
const activate = stateMutation('activateUser');
const system = useTestSystem({ settings: { REQUIRE_PASSWORD_ON_ACTIVATE: 'on' } });

const headersWith = async (...scopes: KeyScope[]) => programHeaders(await system.integrationKey('adm', scopes));
const writes: readonly string[] = Object.values(calls)
  .filter(({ kind, name }) => kind !== 'read' && name !== 'validPassword')
  .map(({ path }) => path);
const written = () =>
  system.upstream.requests.flatMap(({ path }) => (writes.includes(path.split('?')[0] ?? '') ? path : []));

testWith(
  'on',
  'DESIGN-8 a key with READ reads, and createUser is FORBIDDEN, names the scope and is not sent',
  async () => {
    const headers = await headersWith('read');
    const { data } = await system.client().graphql('{ organisations { totalCount } }', {}, headers);
    expect(data.organisations.totalCount).toBeGreaterThan(0);
    const input = { ...goodUser, email: 'one@a.example', organisationId: system.platform.orgs.A };
    const { errors } = await system.client().graphql(createUserDocument, { input }, headers);
    expect(errors).toMatchObject([
      {
        message: 'This requires an API key with the scope users:write.',
        extensions: { code: 'FORBIDDEN', saved: 'NOTHING' },
      },
    ]);
    expect(written()).toEqual([]);
  },
);

type Headers = Awaited<ReturnType<typeof headersWith>>;
/** Mutations that a key may send. One that returns a secret and one for invited users have separate tests. */
const forKeys = mutationNames.filter((name) => mutationOf(name).scopes.length > 0 && !/^(copy|onboard)/.test(name));

/** Mutations for which a user must always enter the password. */
const withPassword = mutationNames.filter((name) => {
  const { isConfirmed, sample } = mutationOf(name);
  return isConfirmed && sample && 'currentPassword' in sample.args;
});

/** The documentation of a scope: its row in docs/integrating.md and its description in the schema. */
function textsOf(scope: KeyScope): [row: string, description: string] {
  const value = scope.toUpperCase().replace(':', '_');
  const row = integrating.split('\n').find((line) => line.startsWith(`| \`${scope}\` |`)) ?? '';
  const type = loadSchema().getType('ApiKeyScope');
  return [row, (isEnumType(type) && type.getValue(value)?.description) || ''];
}

test.each(keyScopes.filter((scope) => scope !== 'read'))(
  'DESIGN-8 the texts of %s name its mutations and no others',
  (scope) => {
    const own = mutationNames.filter((name) => {
      const { scopes, scopeOfField } = mutationOf(name);
      return scopes.includes(scope) || scopeOfField?.[1] === scope;
    });
    for (const text of textsOf(scope)) {
      const named = mutationNames.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      const shared = own.filter((name) => mutationOf(name).scopes[0] !== scope && !named.includes(name));
      // The documentation of a scope may also name mutations that mainly need another scope.
      expect(own.filter((name) => !named.includes(name) && !shared.includes(name))).toEqual([]);
      if (scope !== 'sensitive:write') expect(named.filter((name) => !own.includes(name))).toEqual([]);
      else expect(named).toEqual(expect.arrayContaining(withPassword));
    }
  },
);

test.each(mode === 'on' ? forKeys : [])(
  'DESIGN-8 %s needs the scopes of all its calls, and is not sent without them',
  async (mutation) => {
    await completeUsers(system);
    const target = await targetFor(system, mutation, mutation === 'disableOrganisation' ? 'B' : 'A');
    const send = async (scopes: readonly KeyScope[]) => {
      system.upstream.requests.length = 0;
      return sendSample(system.client(), mutation, target, await headersWith(...scopes));
    };
    const needed = mutationOf(mutation).scopes.filter((scope) => scope !== 'sensitive:write');
    for (const scope of needed) {
      const answer = await send(keyScopes.filter((one) => one !== scope));
      expect([answer?.code, answer?.errors[0]?.message, written()]).toEqual([
        ...['FORBIDDEN', missingScopeText(scope), []],
      ]);
    }
    expect((await send(['read', 'sensitive:write', ...needed]))?.code).toBeUndefined();
    const sent = Object.values(calls).filter(({ path }) => written().some((one) => one.split('?')[0] === path));
    expect([...new Set(sent.map(requiredKeyScope))].toSorted()).toEqual(needed.toSorted());
  },
);

testWith('on', 'DESIGN-8 SENSITIVE_WRITE replaces the password where a person is asked for it', async () => {
  const { users: people, orgs } = system.platform;
  const headers = await headersWith('read', 'users:write', 'organisations:write', 'sensitive:write');
  const program = system.client();
  const outcomes = [
    await program.graphql(userMutationDocument('deactivateUser'), { id: people.assA.id }, headers),
    await activate(program, people.disA.id, undefined, headers),
    await disable(program, orgs.B, '', headers),
    await enable(program, orgs.B, undefined, headers),
  ];
  expect(outcomes.map(({ code }) => code)).toEqual([undefined, undefined, undefined, undefined]);
  expect(system.upstream.sent(calls.validPassword.path)).toEqual([]);
});

testWith(
  'on',
  'DESIGN-8 a key without SENSITIVE_WRITE is FORBIDDEN without the password, and asked for the right one',
  async () => {
    const headers = await headersWith('read', 'users:write');
    const deactivate = async (currentPassword?: string) => {
      const id = system.platform.users.assA.id;
      const { errors } = await system
        .client()
        .graphql(userMutationDocument('deactivateUser'), { id, currentPassword }, headers);
      return errors[0] && [errors[0].extensions.code, errors[0].message];
    };
    expect(await deactivate()).toEqual(['FORBIDDEN', 'This requires an API key with the scope sensitive:write.']);
    expect((await deactivate('wrong'))?.[0]).toBe('WRONG_PASSWORD');
    expect(await deactivate(password)).toBeUndefined();
  },
);

testWith('off', 'DESIGN-8 a product API that says nothing of scopes decides itself what a key may do', async () => {
  const program = system.client();
  const id = system.platform.users.assA.id;
  const headers = await headersWith(...keyScopes);
  expect((await program.graphql(userMutationDocument('deactivateUser'), { id }, headers)).code).toBe('WRONG_PASSWORD');
  const { errors } = await program.graphql(
    createUserDocument,
    { input: { ...goodUser, email: 'one@a.example', organisationId: system.platform.orgs.A } },
    await headersWith('read'),
  );
  expect(errors[0]).toMatchObject({ message: 'This requires an API key with the scope users:write.' });
});

testWith(
  'on',
  'DESIGN-8 T11 a key without SENSITIVE_WRITE gives no role of its owner’s level, and copies no link',
  async () => {
    const { orgs, users } = system.platform;
    const program = system.client();
    const scopes = keyScopes.filter((scope) => scope !== 'sensitive:write');
    const [plain, sensitive] = [await headersWith(...scopes), await headersWith(...keyScopes)];
    const own = { roleId: '1' };
    const createPeer = { ...own, deptLead: false };
    const create = (email: string, more: object, headers: Headers) =>
      program.graphql(createUserDocument, { input: { ...goodUser, email, organisationId: orgs.A, ...more } }, headers);
    const attempts: ((headers: Headers) => Promise<Answer>)[] = [
      (headers) => create('peer@a.example', createPeer, headers),
      (headers) => program.graphql(updateUserDocument, { input: { id: users.assA.id, ...own } }, headers),
      (headers) => createOrganisation(program, withRole('Keyed', own), undefined, headers),
    ];
    for (const attempt of attempts) {
      system.upstream.requests.length = 0;
      const { errors } = await attempt(plain);
      expect(errors).toMatchObject([
        {
          message: 'This requires an API key with the scope sensitive:write.',
          extensions: { code: 'FORBIDDEN', saved: 'NOTHING' },
        },
      ]);
      expect(written()).toEqual([]);
    }
    expect((await create('lower@a.example', {}, plain)).errors).toEqual([]);
    for (const attempt of attempts) expect((await attempt(sensitive)).errors).toEqual([]);
  },
);

const withRole = (brandName: string, more: object) => {
  const input = goodInput(brandName);
  const [ceo, ...others] = input.seniorManagement;
  return { ...input, seniorManagement: [{ ...ceo, person: { ...ceo?.person, ...more } }, ...others] };
};
