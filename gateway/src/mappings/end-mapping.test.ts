import { endingsCalls } from '@console/contract/calls/endings';
import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import {
  addExternalUser,
  addMapping,
  endDocument,
  mapPaths as paths,
  rejectDocument,
  rejectExternalUserDocument,
  removeExternalUserDocument,
  withdrawDocument,
  withdrawExternalUserDocument,
} from '../testing/mapping-mutations.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const own = Object.values(endingsCalls).map(({ path }) => path);
const decisions = () =>
  system.upstream.requests.filter(({ path }) => path === paths.answer || own.includes(path as never));

/** A mapping of A and its vendor B: a request of B, or of A itself. */
const add = (activated: boolean | null) =>
  addMapping(system, 'orgA', 'orgB', { activated, status: activated ? 'Accepted' : 'Pending' });

async function stop(user: UserName, document: string, variables: object) {
  const tab = await system.signIn(user);
  system.upstream.requests.length = 0;
  const { data, errors, code } = await tab.graphql(document, { organisationId: system.platform.orgs.A, ...variables });
  return { result: data && (Object.values(data)[0] as never), errors, code } as {
    // biome-ignore lint/suspicious/noExplicitAny: the payload as the document selects it
    result: any;
    errors: { message: string; extensions: { fields?: object[] } }[];
    code: string | undefined;
  };
}

test('ENDING-4 ENDING-5 ENDING-7 an accepted mapping is ended by the call for it, else by REST-36 with activated false', async () => {
  const id = await add(true);
  const { result, errors } = await stop('orgA', endDocument, { id });
  expect([errors, result.edge]).toMatchObject([
    [],
    { node: { id, state: 'ENDED' }, statusText: 'Ended', action: 'STATUS', viewerCanEnd: false },
  ]);
  const { orgs, users } = system.platform;
  const ids = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A };
  expect(decisions()).toMatchObject([
    mode === 'on'
      ? { path: endingsCalls.endMapping.path, body: { org_id: orgs.A, mapping_id: Number(id) } }
      : { path: paths.answer, body: { ...ids, activated: false } },
  ]);
  // Ending the mapping again sends no call.
  expect((await stop('orgA', endDocument, { id })).result.edge.node.state).toBe('ENDED');
  expect(decisions()).toEqual([]);
});

test('ENDING-7 what another product API answers for an ended mapping is what its lists say', async () => {
  const id = await add(true);
  if (mode === 'on') return;
  const { orgs } = system.platform;
  const party = { vendor: { id: orgs.B, brandname: 'B' }, customer: { id: orgs.A, brandname: 'A' } };
  const states = [];
  for (const more of [{ status: 'Rejected' }, { status: null }, { status: 'Accepted' }, { activated: false }]) {
    system.upstream.script(paths.answer, { body: { mapping: { id, ...party, ...more } } });
    const { edge } = (await stop('orgA', endDocument, { id })).result;
    states.push([edge.node.state, edge.statusText]);
  }
  expect(states).toEqual([
    ['REJECTED', 'Rejected'],
    ['ENDED', 'Ended'],
    ['REJECTED', 'Accepted'],
    ['ENDED', 'Ended'],
  ]);
});

test('ENDING-7 a refusal counts as done when the mapping is no longer accepted', async () => {
  const id = await add(true);
  const { orgs } = system.platform;
  const accepted = {
    id: Number(id),
    vendor_id: orgs.B,
    customer_id: orgs.A,
    activated: true,
    status: 'Accepted',
    vendor: { id: orgs.B, brandname: 'B' },
    customer: { id: orgs.A, brandname: 'A' },
  };
  const path = mode === 'on' ? endingsCalls.endMapping.path : paths.answer;
  system.upstream.script(path, { status: 409, body: { message: 'late' } });
  system.upstream.script(paths.pending, { body: { pending_org_list: [] } });
  const lists = (after: object[]) =>
    system.upstream.script(
      paths.accepted,
      { body: { accepted_org_list: [accepted] }, times: 1 },
      { body: { accepted_org_list: after } },
    );
  lists([]);
  expect((await stop('orgA', endDocument, { id })).result.edge.node.state).toBe('ENDED');
  lists([accepted]);
  expect((await stop('orgA', endDocument, { id })).code).toBe('CONFLICT');
});

test('ENDING-4 ENDING-8 what is pending is not ended, what is accepted not withdrawn, and the asked side does not withdraw', async () => {
  const id = await add(null);
  expect((await stop('orgA', endDocument, { id })).code).toBe('CONFLICT');
  const organisationId = system.platform.orgs.B;
  const refused = mode === 'on' ? ['FORBIDDEN', 'CONFLICT'] : ['CAPABILITY_UNAVAILABLE', 'CAPABILITY_UNAVAILABLE'];
  const byOther = await stop('orgB', withdrawDocument, { id, organisationId });
  await system.platform.db.updateTable('org_mapping').set({ activated: true, status: 'Accepted' }).execute();
  expect([byOther.code, (await stop('orgA', withdrawDocument, { id })).code]).toEqual(refused);
  expect(decisions()).toEqual([]);
});

testWith('on', 'ENDING-8 ENDING-9 a request is withdrawn by its call, with the reason', async () => {
  const id = await add(null);
  const { result, errors } = await stop('orgA', withdrawDocument, { id, reason: ' Wrong company ' });
  expect([errors, result.edge]).toMatchObject([
    [],
    { node: { id, state: 'WITHDRAWN' }, statusText: 'Withdrawn', viewerCanWithdraw: false },
  ]);
  expect(decisions()).toMatchObject([
    { path: endingsCalls.withdrawMapping.path, body: { mapping_id: Number(id), reason: 'Wrong company' } },
  ]);
});

const withReason = [
  ['rejectMapping', 'orgB', rejectDocument, null],
  ['endMapping', 'orgB', endDocument, true],
  ['withdrawMapping', 'orgA', withdrawDocument, null],
  ['rejectExternalUser', 'orgA', rejectExternalUserDocument, null],
  ['removeExternalUser', 'orgA', removeExternalUserDocument, true],
  ['withdrawExternalUser', 'orgA', withdrawExternalUserDocument, null],
] as const;
test.each(withReason)(
  'ENDING-7 ENDING-9 ENDING-13 the reason of %s is sent where the product API takes one, and checked before',
  async (_name, user, document, activated) => {
    const id = await add(activated);
    await addExternalUser(system, 'mfaA', 'A', activated);
    const organisationId = system.platform.orgs[user === 'orgA' ? 'A' : 'B'];
    const target = { id, userId: system.platform.users.mfaA.id, organisationId };
    const long = await stop(user, document, { ...target, reason: 'x'.repeat(501) });
    const isWithdrawal = document === withdrawDocument || document === withdrawExternalUserDocument;
    if (mode === 'on' || !isWithdrawal)
      expect([long.code, long.errors[0]?.extensions.fields]).toMatchObject([
        'INVALID',
        [{ path: 'reason', message: 'must have at most 500 characters' }],
      ]);
    expect(decisions()).toEqual([]);
    const { code, errors } = await stop(user, document, { ...target, reason: 'Because\nof this' });
    if (mode === 'off') expect([code, decisions()]).toEqual(['CAPABILITY_UNAVAILABLE', []]);
    else expect([errors, decisions()]).toMatchObject([[], [{ body: { reason: 'Because\nof this' } }]]);
  },
);

test('ENDING-11 ENDING-7 an external user is ended by the call for it, else by REST-36 with activated false', async () => {
  const { orgs, users } = system.platform;
  await addExternalUser(system, 'mfaA', 'A', true);
  const variables = { userId: users.mfaA.id };
  const { result, errors } = await stop('orgA', removeExternalUserDocument, variables);
  expect([errors, result.externalUser]).toMatchObject([
    [],
    { state: 'ENDED', viewerCanRemove: false, viewerCanMap: false },
  ]);
  const ids = { user_id: users.mfaA.id, vendor_id: orgs.M, customer_id: orgs.A };
  expect(decisions()).toMatchObject([
    mode === 'on'
      ? { path: endingsCalls.removeExternalUser.path, body: { ent_usr_id: users.mfaA.id, mapped_org_id: orgs.A } }
      : { path: paths.answer, body: { ...ids, activated: false } },
  ]);
});

testWith('on', 'ENDING-11 an Assessor, who may invite, withdraws an invitation', async () => {
  await addExternalUser(system, 'mfaA', 'A');
  const variables = { userId: system.platform.users.mfaA.id };
  const { result, errors } = await stop('assA', withdrawExternalUserDocument, variables);
  expect([errors, result.externalUser]).toMatchObject([[], { state: 'WITHDRAWN', viewerCanWithdraw: false }]);
  expect((await stop('assA', removeExternalUserDocument, variables)).code).toBe('FORBIDDEN');
});

testWith('on', 'ENDING-12 a user of no other organisation is signed out of the gateway at once', async () => {
  await addExternalUser(system, 'nowhere', 'A', true);
  await addExternalUser(system, 'orgB', 'A', true);
  const [external, home] = [await system.signIn('nowhere'), await system.signIn('orgB')];
  const codes = async () =>
    Promise.all([external, home].map(async (tab) => (await tab.graphql('{ viewer { user { id } } }')).code));
  expect(await codes()).toEqual([undefined, undefined]);
  for (const user of ['nowhere', 'orgB'] as const) {
    const ended = await stop('orgA', removeExternalUserDocument, { userId: system.platform.users[user].id });
    expect(ended.errors).toEqual([]);
  }
  expect(await codes()).toEqual(['UNAUTHENTICATED', undefined]);
  const record = await (await system.signIn('orgA')).graphql('query($id: ID!) { user(id: $id) { id } }', {
    id: system.platform.users.orgB.id,
  });
  expect([record.code, record.data?.user ?? null]).toEqual(['NOT_FOUND', null]);
});
