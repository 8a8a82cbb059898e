import { calls as specified } from '@console/contract/calls/all';
import { endingsCalls } from '@console/contract/calls/endings';
import { type MutationName, mutationNames, mutationOf } from '@console/contract/mutations';
import { accessMatrix } from '@console/contract/testing/access-matrix';
import { expect, test } from 'vitest';
import { type AccessTarget, accessSenders, readPermission, targetFor } from './testing/access-senders.ts';
import { programHeaders } from './testing/documents.ts';
import { isPossible } from './testing/idempotent-mutations.ts';
import { completeUsers } from './testing/rows.ts';
import { mode, useTestSystem } from './testing/system.ts';

const system = useTestSystem();

/** Whether the gateway itself must refuse them: those of an extension only our platform has, and it decides. */
const writes = Object.values({ ...specified, ...endingsCalls }).filter(
  ({ kind, name }) => kind !== 'read' && name !== 'validPassword',
);
const ofGateway = (names: readonly string[] = []) => names.filter((name) => writes.some((call) => call.name === name));
const written = (): string[] =>
  system.upstream.requests
    .flatMap(({ method, path }) => writes.filter((call) => call.method === method && call.path === path))
    .map(({ name }) => name);

/** The permission of a mutation; those on invitations are tried on users' invitations. */
const permissionOf = (name: MutationName) =>
  mutationOf(name).action ?? (/Invitation(Link)?$/.test(name) ? 'users:create' : null);
/** What decides whether others succeed comes last. */
const last: readonly MutationName[] = ['updateConfig', 'disableOrganisation'];
const isTried = (name: string) =>
  isPossible(name) ? mode === 'on' || !/^(copy|startSingle)/.test(name) : name.startsWith('withdraw');
const guarded = [...mutationNames.filter((name) => !last.includes(name)), ...last].filter(
  (name) => permissionOf(name) !== null && isTried(name),
);

/** The callers, and the place of their role in the matrix; the last one has no organisation. */
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
  // The stored secret of the connection is none.
  return name === 'startSingleSignOnTest' ? 'CONFLICT' : 'done';
}

/** Of which our platform alone knows whether the organisation of the user is the caller's. */
const decidedByOurs: readonly MutationName[] = mode === 'on' ? ['activateUser', 'deactivateUser'] : [];

/** The writes of a mutation that succeeds. */
function expectedWrites(name: MutationName, place: Place): readonly string[] {
  // The organisation is enabled already.
  if (name === 'enableOrganisation' && mode === 'off') return [];
  if (name === 'inviteOrganisation' && place === 'foreign') return ['externalOrgInviteUser'];
  if (mode === 'off' && /^(endMapping|removeExternalUser)$/.test(name)) return ['activateDeactivate'];
  return ofGateway(mutationOf(name).writes);
}

/** A target that there is not. */
const unknown = ({ name, ...ids }: AccessTarget): AccessTarget => ({
  ...(Object.fromEntries(Object.keys(ids).map((key) => [key, '999999'])) as unknown as AccessTarget),
  ...{ email: 'x@unheard.example', name: `${name}x` },
});

const groups = Object.groupBy(guarded, (name) => permissionOf(name)?.split(':')[0] ?? '');
const cases = Object.keys(groups).flatMap((group) =>
  (Object.keys(callers) as Caller[]).map((user) => [group, user] as const),
);

test('ROLE-5 every mutation that takes a permission is sent here', () => {
  const missing = mutationNames.filter((name) => permissionOf(name) !== null && !accessSenders[name]);
  expect(missing, 'a mutation without a `sample` is sent by gateway/src/testing/access-senders.ts').toEqual([]);
});

// Without extensions, the product API checks nothing: every call is executed with an Administrator's key.
test.each(cases)(
  'CASES-26 CASES-28 CASES-31 ROLE-5 GQL-14 NAV-9 NAV-17 USER-9 USER-34 BULK-2 ORG-4 ORG-5 ORG-11 NOM-2 NOM-10 MAP-15 MAP-16 INVITE-2 XUSER-6 ENDING-4 ENDING-8 ENDING-11 ASMT-9 SSO-7 CONF-7 OPEN-22 OPEN-44 OPEN-46 %s: what the matrix refuses %s is not sent, and the permission field says the same',
  async (group, user) => {
    await completeUsers(system);
    const tab = await system.signIn(user);
    const { apiKey } = await system.platform.signIn('adm');
    const refused = { own: await targetFor(system, '', 'A'), foreign: await targetFor(system, '', 'B') };
    const wanted: unknown[] = [];
    const seen: unknown[] = [];
    for (const name of groups[group] ?? [])
      for (const place of places) {
        const code = expectedCode(user, name, place);
        const isKnown = scopeFor(user, name) !== '-' && place !== 'unknown';
        const org = place === 'foreign' ? 'B' : 'A';
        const target = isKnown ? await targetFor(system, name, org) : refused[place === 'foreign' ? place : 'own'];
        if (name === 'sendConfigPasscode') system.platform.moveClock(60_000);
        if (mode === 'off') system.upstream.useKey(apiKey);
        const may = place === 'unknown' ? null : await readPermission(tab, name, target);
        system.upstream.requests.length = 0;
        const answer = await accessSenders[name]?.(tab, place === 'unknown' ? unknown(target) : target);
        system.upstream.useKey(null);
        // Whether an id exists only the product API knows.
        const isUnknown = place === 'unknown' && scopeFor(user, name) === 'a';
        const sent = isUnknown || (code === 'NOT_FOUND' && decidedByOurs.includes(name)) ? [] : written();
        const mayWanted = code === 'done' && name !== 'enableOrganisation';
        wanted.push([name, place, code, code === 'done' && place !== 'unknown' ? expectedWrites(name, place) : []]);
        seen.push([name, place, answer?.code ?? 'done', sent]);
        if (may !== null) expect([name, place, may]).toEqual([name, place, mayWanted]);
      }
    expect(seen).toEqual(wanted);
  },
);

test('CASES-31 GQL-5 GQL-13 an anonymous caller has no rights, and a program those of its user', async () => {
  await completeUsers(system);
  const [auditee, organiser] = [await system.integrationKey('audA'), await system.integrationKey('orgA')];
  const own = await targetFor(system, '', 'A');
  const foreign = await targetFor(system, '', 'B');
  for (const name of guarded) {
    const send = async (target: AccessTarget, apiKey?: string) =>
      (await accessSenders[name]?.(system.client(), target, apiKey === undefined ? {} : programHeaders(apiKey)))?.code;
    expect([name, await send(own)]).toEqual([name, 'UNAUTHENTICATED']);
    expect([name, await send(own, auditee)]).toEqual([name, 'FORBIDDEN']);
    if (mutationOf(name).scopes.length > 0 && !name.startsWith('copy'))
      expect([name, await send(foreign, organiser)]).toEqual([name, expectedCode('orgA', name, 'foreign')]);
    if (decidedByOurs.includes(name)) system.upstream.requests.length = 0;
  }
  expect(written()).toEqual([]);
});
