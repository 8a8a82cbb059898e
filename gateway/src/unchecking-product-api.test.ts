import { decideAccess } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { endingsCalls } from '@console/contract/calls/endings';
import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import type { Answer, TestClient } from './testing/client.ts';
import { addExternalUserFor, addMappingFor, mappingMutations, mappingReads } from './testing/mapping-mutations.ts';
import { organisationMutations } from './testing/organisation-mutations.ts';
import { completeUsers } from './testing/rows.ts';
import { ssoMutationNames } from './testing/sso-mutations.ts';
import { mode, useTestSystem } from './testing/system.ts';
import { assessmentsOf, tabMutations } from './testing/tab-mutations.ts';
import { userMutations } from './testing/user-mutations.ts';
import { webhookMutationNames } from './testing/webhook-mutations.ts';

// A product API without permission checks: every call is executed with an Administrator's key.
const system = useTestSystem();
beforeAll(async () => {
  system.watch('tab-canary-secret');
});
beforeEach(() => completeUsers(system));

type Org = 'A' | 'B';
interface Target {
  organisationId: number;
  userId: number;
  inactiveId: number;
  mappingId: string;
  assessmentId: string;
  email: string;
  name: string;
}

/** What every mutation needs of an organisation, own or foreign. */
async function targetIn(org: Org, mutation: string): Promise<Target> {
  const { orgs, users } = system.platform;
  const [assessmentId = ''] = await assessmentsOf(system, org, [{}]);
  const asked = org === 'A' ? 'orgA' : 'orgB';
  const person = mutation === 'changeOrganiser' ? asked : org === 'A' ? 'audA' : 'orgB';
  await addExternalUserFor(system, mutation, 'mfaA', org);
  return {
    organisationId: orgs[org],
    userId: /^(map|reject|end|withdraw)ExternalUser$/.test(mutation) ? users.mfaA.id : users[person].id,
    inactiveId: users[org === 'A' ? 'disA' : 'orgB'].id,
    mappingId: await addMappingFor(system, mutation, org),
    assessmentId,
    email: 'unknown@unknown.example',
    name: org,
  };
}

type Act = (tab: TestClient, target: Target) => Promise<Answer>;
const acts: Record<string, Act> = { ...userMutations, ...organisationMutations, ...mappingMutations, ...tabMutations };

/** What the declared calls are not the whole of. */
const otherEffects: Partial<Record<MutationName, (org: Org) => readonly string[]>> = {
  // The foreign user is active already, and each organisation is enabled.
  activateUser: (org) => (org === 'A' ? ['activateDeactivateUser'] : []),
  enableOrganisation: () => [],
  ...(mode === 'off' && {
    endMapping: () => ['activateDeactivate'],
    endExternalUser: () => ['activateDeactivate'],
  }),
  inviteOrganisation: (org) => [org === 'A' ? 'inviteUser' : 'externalOrgInviteUser'],
};
/** Mutations about the caller alone. */
const ofOneself: readonly string[] = [
  'login',
  'sendOtp',
  'startPasskeySignIn',
  'signInWithPasskey',
  'startPasskey',
  'startPasskeyConfirmation',
  'confirmWithPasskey',
  'startSingleSignOnConfirmation',
  'confirmWithSingleSignOn',
  'addPasskey',
  'removePasskey',
  'logout',
  'adoptSession',
  'switchModule',
  'encrypt',
  'requestPasswordReset',
  'resetPassword',
  'changePassword',
  'updateProfile',
  'onboardOrganisation',
  'createApiKey',
  'rotateApiKey',
  // Of another user by role; only the product API knows the owner.
  'revokeApiKey',
  'endSession',
  'endOtherSessions',
  'forgetDevice',
  'setUpAuthenticatorApp',
  'confirmAuthenticatorApp',
  'removeAuthenticatorApp',
  'renewRecoveryCodes',
  'resetSecondFactors',
  // It mails the caller.
  'sendConfigPasscode',
  // Only the product API knows the organisation.
  'resendInvitation',
  'revokeInvitation',
  'copyInvitationLink',
  // Only the product API knows the rows.
  'startBulkAct',
  'cancelBulkAct',
  'startSingleSignOn',
  'completeSingleSignOn',
  // Tests of the session that has begun them.
  'startSingleSignOnTest',
  'completeSingleSignOnTest',
  'confirmSingleSignOn',
  // These refuse API keys.
  'setAuditRetention',
  ...webhookMutationNames,
  ...ssoMutationNames,
  // It writes nothing.
  'startExport',
];

/** For each mutation that is about an organisation: the right that it takes, and the writes that are its whole effect. */
const rules = Object.fromEntries(
  mutationNames.flatMap((name) => {
    const { action, writes = [] } = mutationOf(name);
    if (!action || ofOneself.includes(name)) return [];
    return [[name, { action, effect: otherEffects[name] ?? (() => writes) }] as const];
  }),
);

const callers = {
  adm: 'ADMINISTRATOR',
  arc: 'ARCHITECT',
  orgA: 'ORGANISER',
  assA: 'ASSESSOR',
  audA: 'AUDITEE',
} as const;

/** The access table, and that a user cannot disable their own organisation. */
function expected(user: keyof typeof callers, mutation: string, org: Org): string {
  const { orgs } = system.platform;
  const action = rules[mutation]?.action ?? 'organisations:create';
  const caller = { role: callers[user], organisationId: String(orgs.A) };
  const decision = decideAccess(caller, action, mutation === 'createOrganisation' ? '' : String(orgs[org]));
  if (decision === 'allowed' && mode === 'off' && mutation.startsWith('withdraw')) return 'CAPABILITY_UNAVAILABLE';
  if (decision === 'allowed') return mutation === 'disableOrganisation' && org === 'A' ? 'FORBIDDEN' : 'done';
  return decision === 'forbidden' ? 'FORBIDDEN' : 'NOT_FOUND';
}

let saved: { apiKey: string; restore: () => Promise<void> } | undefined;

/** A session key of the Administrator; a sign-in takes longer than most tests here, so the first one is used again. */
async function administratorKey(): Promise<string> {
  const { platform } = system;
  if (saved) await saved.restore();
  else saved = { apiKey: (await platform.signIn('adm')).apiKey, restore: await platform.saveSession('adm') };
  return saved.apiKey;
}

const writes = Object.values({ ...calls, ...endingsCalls }).filter(
  ({ kind, name }) => kind !== 'read' && name !== 'validPassword',
);
/** The names of the writes that reached the product API. */
const written = (): string[] =>
  system.upstream.requests
    .flatMap(({ method, path }) => writes.filter((call) => call.method === method && call.path === path))
    .map(({ name }) => name);

test('ROLE-5 every mutation of the schema is about the caller alone or has a rule here', () => {
  const type = loadSchema().getMutationType();
  const mutations = isObjectType(type) ? Object.keys(type.getFields()) : [];
  expect(
    [...Object.keys(rules), ...ofOneself].toSorted(),
    'a mutation has its `action` in contract/src/mutations.ts, or is about the caller alone',
  ).toEqual(mutations.toSorted());
  expect(
    Object.keys(rules).filter((name) => !acts[name]),
    'a mutation has a `sample` in contract/src/mutations.ts, or is sent by gateway/src/testing/…-mutations.ts',
  ).toEqual([]);
});

const cases = Object.keys(callers).flatMap((user) => Object.keys(rules).map((mutation) => [user, mutation] as const));

test.each(cases as [keyof typeof callers, string][])(
  'CASES-31 ROLE-5 %s and %s: what is refused has no effect upstream, and what is permitted exactly one',
  async (user, mutation) => {
    const tab = await system.signIn(user);
    const apiKey = await administratorKey();
    for (const org of ['A', 'B'] as const) {
      const target = await targetIn(org, mutation);
      system.upstream.useKey(apiKey);
      system.upstream.requests.length = 0;
      const answer = await acts[mutation]?.(tab, target);
      const outcome = expected(user, mutation, org);
      expect([org, answer?.code ?? 'done']).toEqual([org, outcome]);
      const effect = outcome === 'done' ? (rules[mutation]?.effect(org) ?? []) : [];
      expect([org, written()]).toEqual([org, effect]);
      system.upstream.useKey(null);
    }
  },
);

/** Every field of an organisation, as it is asked for. */
function organisationFields(): string[] {
  const type = loadSchema().getType('Organisation');
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.map(({ name, args, type }) => {
    const given = args.filter(isRequiredArgument).map((arg) => `${arg.name}: "1"`);
    const selection = isLeafType(getNamedType(type)) ? '' : ' { __typename }';
    return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection}`;
  });
}

test.each([
  ['orgA', 'NOT_FOUND', 'NOT_FOUND'],
  ['assA', 'NOT_FOUND', 'FORBIDDEN'],
  ['audA', 'FORBIDDEN', 'FORBIDDEN'],
] as const)(
  'CASES-26 CASES-27 CASES-31 to %s nothing of another organisation is shown',
  async (user, ofUsers, ofMappings) => {
    const tab = await system.signIn(user);
    const target = await targetIn('B', '');
    system.upstream.useKey(await administratorKey());
    for (const field of organisationFields()) {
      const { data, code } = await tab.graphql(`query($id: ID!) { organisation(id: $id) { ${field} } }`, {
        id: target.organisationId,
      });
      expect([field, data, code]).toEqual([field, { organisation: null }, 'NOT_FOUND']);
    }
    const ask = async (query: string) => (await tab.graphql(query)).code;
    expect(await ask(`{ user(id: "${target.userId}") { id } }`)).toBe(ofUsers);
    expect(await ask(`{ assessment(id: "${target.assessmentId}") { id } }`)).toBe('FORBIDDEN');
    expect(await ask('{ organisations { totalCount } }')).toBe('FORBIDDEN');
    for (const read of ['organisationInvite', 'externalUser'])
      expect([read, (await mappingReads[read]?.(tab, target))?.code]).toEqual([read, ofMappings]);
  },
);
