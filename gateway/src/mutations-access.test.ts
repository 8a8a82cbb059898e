import { calls as specified } from '@console/contract/calls/all';
import { endingsCalls } from '@console/contract/calls/endings';
import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import { accessMatrix, permissionFields } from '@console/contract/testing/access-matrix';
import { expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { programHeaders } from './testing/documents.ts';
import { completeUsers } from './testing/rows.ts';
import { isPossible, sampleOf, sendSample, targetFor, unknownTarget } from './testing/samples/all.ts';
import type { Target } from './testing/samples/sample.ts';
import { mode, useTestSystem } from './testing/system.ts';

const system = useTestSystem();

/** Write calls for which the gateway itself must deny permission. Calls of other extensions are left out: our platform decides them. */
const writes = Object.values({ ...specified, ...endingsCalls }).filter(
  ({ kind, name }) => kind !== 'read' && name !== 'validPassword',
);
const ofGateway = (names: readonly string[] = []) => names.filter((name) => writes.some((call) => call.name === name));
const written = (): string[] =>
  system.upstream.requests
    .flatMap(({ method, path }) => writes.filter((call) => call.method === method && call.path === path))
    .map(({ name }) => name);

/** The permission of a mutation. Mutations of invitations are tested with invitations of users. */
const permissionOf = (name: MutationName) =>
  mutationOf(name).action ?? (/Invitation(Link)?$/.test(name) ? 'users:create' : null);
/** Mutations that change the result of others come last. */
const last: readonly MutationName[] = ['updateConfig', 'disableOrganisation'];
const isTried = (name: string) => isPossible(name) || name.startsWith('withdraw');
const guarded = [...mutationNames.filter((name) => !last.includes(name)), ...last].filter(
  (name) => permissionOf(name) !== null && isTried(name),
);

/** The callers with the column of their role in the permission matrix; the last one has no organisation. */
const callers = { adm: 0, arc: 1, orgA: 2, assA: 3, audA: 4, nowhere: 2 } as const;
type Caller = keyof typeof callers;
const places = ['own', 'foreign', 'unknown'] as const;
type Place = (typeof places)[number];

const scopeFor = (user: Caller, name: MutationName) => accessMatrix[permissionOf(name) ?? '']?.[callers[user]];

function expectedCode(user: Caller, name: MutationName, place: Place): string {
  const scope = scopeFor(user, name);
  if (scope === '-') return 'FORBIDDEN';
  if (scope === 'o' && (place !== 'own' || user === 'nowhere')) return 'NOT_FOUND';
  if (mode === 'off' && name.startsWith('withdraw')) return 'CAPABILITY_UNAVAILABLE';
  // Only an Administrator verifies a domain without its record.
  if (name === 'verifySsoDomain' && user !== 'adm') return 'FORBIDDEN';
  if (name === 'disableOrganisation' && place === 'own') return 'FORBIDDEN';
  // A new organisation has no id.
  if (place === 'unknown' && name !== 'createOrganisation') return 'NOT_FOUND';
  // The connection has no valid client secret, so the test by signing in cannot start.
  return name === 'startSingleSignOnTest' ? 'CONFLICT' : 'done';
}

/** Mutations for which only our platform knows the organisation of the user. */
const decidedByOurs: readonly MutationName[] = mode === 'on' ? ['activateUser', 'deactivateUser'] : [];

/** The write calls of a successful mutation. */
function expectedWrites(name: MutationName, place: Place): readonly string[] {
  // The organisation is enabled already.
  if (name === 'enableOrganisation' && mode === 'off') return [];
  if (name === 'inviteOrganisation' && place === 'foreign') return ['externalOrgInviteUser'];
  if (mode === 'off' && /^(endMapping|removeExternalUser)$/.test(name)) return ['activateDeactivate'];
  return ofGateway(mutationOf(name).writes);
}

// biome-ignore lint/suspicious/noExplicitAny: an object as the document selects it
type Body = any;

/** Where each type with permission fields is read, and the id of the target in a list. */
const objects: Record<string, [around: string, id?: (target: Target) => number | string]> = {
  Organisation: ['organisation(id: $organisationId) { # }'],
  User: ['user(id: $userId) { # }'],
  MappingEdge: [
    'organisation(id: $organisationId) { mappings(first: 100) { nodes: edges { node { id } # } } }',
    ({ mappingId }) => mappingId,
  ],
  ExternalUser: [
    'organisation(id: $organisationId) { externalUsers(first: 100) { nodes { node: user { id } # } } }',
    ({ userId }) => userId,
  ],
  Assessment: ['assessment(id: $assessmentId) { # }'],
  ApiKey: ['organisation(id: $organisationId) { apiKeys { id # } }', ({ keyId }) => keyId],
  OrganisationApiKey: ['organisation(id: $organisationId) { organisationApiKeys { id # } }', ({ keyId }) => keyId],
  Invitation: [
    'organisation(id: $organisationId) { invitations(first: 100) { nodes { id # } } }',
    ({ invitationId }) => invitationId,
  ],
};
/** The permission field of a mutation, with its type. */
const fieldOf = (mutation: string): [type: string, field: string] | undefined =>
  Object.keys(objects).flatMap((type): [string, string][] => {
    const fields = permissionFields[type] ?? {};
    const field = Object.keys(fields).findLast((name) => fields[name] === mutation);
    return field ? [[type, field]] : [];
  })[0];

/** Reads the permission field of each mutation for a target, with one request per type. False if the object is not listed. */
async function readPermissions(tab: TestClient, mutations: readonly string[], target: Target) {
  const fields = mutations.flatMap((mutation) => {
    const [type, field = ''] = fieldOf(mutation) ?? [];
    const [around, idOf] = objects[type ?? ''] ?? [];
    if (!around) return [];
    const isInactive = /^(activateUser|erasePerson)$/.test(mutation);
    return [{ mutation, field, idOf, around: isInactive ? around.replace('$userId', '$inactiveId') : around }];
  });
  const read = new Map<string, boolean>();
  for (const [around, of = []] of Object.entries(Object.groupBy(fields, (one) => one.around))) {
    const [, id = ''] = /\$(\w+)/.exec(around) ?? [];
    const query = `query($${id}: ID!) { object: ${around.replace('#', of.map(({ field }) => field).join(' '))} }`;
    const { data, text } = await tab.graphql(query, target);
    expect(data, text).toHaveProperty('object');
    const [list]: Body[] = Object.values(data.object ?? {});
    const rows: Body[] = Array.isArray(list) ? list : (list?.nodes ?? []);
    for (const { mutation, field, idOf } of of) {
      const object = idOf ? rows.find((row) => (row.node?.id ?? row.id) === String(idOf(target))) : data.object;
      read.set(mutation, object?.[field] ?? false);
    }
  }
  return read;
}

test('ROLE-5 every mutation has a sample', () => {
  expect(mutationNames.filter((name) => !sampleOf(name).args && !sampleOf(name).send)).toEqual([]);
});

// A product API without extensions checks nothing: every call is executed with an Administrator's key.
test.each(Object.keys(callers) as Caller[])(
  'CASES-26 CASES-28 CASES-31 ROLE-5 GQL-14 NAV-9 NAV-17 USER-9 USER-34 BULK-2 ORG-4 ORG-5 ORG-11 NOM-2 NOM-10 MAP-15 MAP-16 INVITE-2 XUSER-6 ENDING-4 ENDING-8 ENDING-11 ASMT-9 SSO-7 CONF-7 OPEN-22 OPEN-44 OPEN-46 what the matrix refuses %s is not sent, and the permission field says the same',
  async (user) => {
    await completeUsers(system);
    const tab = await system.signIn(user);
    const { apiKey } = await system.platform.signIn('adm');
    const refused = { own: await targetFor(system, null, 'A'), foreign: await targetFor(system, null, 'B') };
    const useKey = () => mode === 'off' && system.upstream.useKey(apiKey);
    useKey();
    const forbidden = guarded.filter((name) => scopeFor(user, name) === '-');
    for (const target of Object.values(refused))
      expect([...(await readPermissions(tab, forbidden, target))].filter(([, may]) => may)).toEqual([]);
    const wanted: unknown[] = [];
    const seen: unknown[] = [];
    for (const name of guarded)
      for (const place of places) {
        const code = expectedCode(user, name, place);
        const isForbidden = scopeFor(user, name) === '-';
        const isKnown = !isForbidden && place !== 'unknown';
        system.upstream.useKey(null);
        const known = isKnown
          ? await targetFor(system, name, place === 'own' ? 'A' : 'B')
          : refused[place === 'foreign' ? place : 'own'];
        if (name === 'sendConfigPasscode') system.platform.moveClock(60_000);
        useKey();
        const may = isKnown ? (await readPermissions(tab, [name], known)).get(name) : undefined;
        system.upstream.requests.length = 0;
        const target = place === 'unknown' ? { ...unknownTarget, name: `${known.name}x` } : known;
        const answer = await sendSample(tab, name, target);
        // Only the product API knows whether an id exists, so the call is sent.
        const isUnknown = place === 'unknown' && scopeFor(user, name) === 'a';
        const sent = isUnknown || (code === 'NOT_FOUND' && decidedByOurs.includes(name)) ? [] : written();
        wanted.push([name, place, code, code === 'done' && place !== 'unknown' ? expectedWrites(name, place) : []]);
        seen.push([name, place, answer.code ?? 'done', sent]);
        if (may !== undefined)
          expect([name, place, may]).toEqual([name, place, code === 'done' && name !== 'enableOrganisation']);
      }
    system.upstream.useKey(null);
    expect(seen).toEqual(wanted);
  },
);

test('CASES-31 GQL-5 GQL-13 an anonymous caller has no rights, and a program those of its user', async () => {
  await completeUsers(system);
  const [auditee, organiser] = [await system.integrationKey('audA'), await system.integrationKey('orgA')];
  const own = await targetFor(system, null, 'A');
  const foreign = await targetFor(system, null, 'B');
  for (const name of guarded) {
    const send = async (target: Target, apiKey?: string) =>
      (await sendSample(system.client(), name, target, apiKey === undefined ? {} : programHeaders(apiKey))).code;
    expect([name, await send(own)]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, await send(own, auditee)]).toEqual([name, 'FORBIDDEN']);
    if (mutationOf(name).scopes.length > 0 && !name.startsWith('copy'))
      expect([name, await send(foreign, organiser)]).toEqual([name, expectedCode('orgA', name, 'foreign')]);
    if (decidedByOurs.includes(name)) system.upstream.requests.length = 0;
  }
  expect(written()).toEqual([]);
});
