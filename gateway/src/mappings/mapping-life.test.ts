import { expect, test } from 'vitest';
import {
  acceptDocument,
  externalUserDocument,
  externalUsersDocument,
  goodDetails,
  invitationDocument,
  inviteExternalUserDocument,
  inviteOrganisationDocument,
  mapExternalUserDocument,
  mappingsDocument,
  rejectDocument,
  rejectExternalUserDocument,
} from '../testing/mapping-mutations.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const both = async () => {
  const { orgs, users } = system.platform;
  const [a, b] = [await system.signIn('orgA'), await system.signIn('orgB')];
  const rows = async (side: 'a' | 'b') => {
    const [tab, id] = side === 'a' ? [a, orgs.A] : [b, orgs.B];
    const { data, errors } = await tab.graphql(mappingsDocument(), { id });
    expect(errors).toEqual([]);
    return data.organisation.mappings.edges.map(
      (edge: { action: string; statusText: string; counterpart: { brandName: string }; node: { state: string } }) => [
        edge.counterpart.brandName,
        edge.node.state,
        edge.action === 'STATUS' ? edge.statusText : edge.action,
      ],
    );
  };
  return { a, b, orgs, users, rows };
};

test('MAP-2 MAP-7 MAP-12 MAP-13 OPEN-43 requested, rejected, requested again and accepted: each side sees its own', async () => {
  const { a, b, orgs, users, rows } = await both();
  const email = users.orgB.email;
  const ask = async () => (await a.graphql(inviteOrganisationDocument, { email })).data.inviteOrganisation.edge;
  const state = async () => (await a.graphql(invitationDocument, { email })).data.organisationInvite.state;
  expect(await state()).toBe('ORGANISATION_EXISTS');
  const { node } = await ask();
  expect([await rows('a'), await rows('b'), await state()]).toEqual([
    [['Organisation B', 'PENDING', 'Pending']],
    [['Organisation A', 'PENDING', 'ACCEPT_OR_REJECT']],
    'MAPPING_EXISTS',
  ]);
  expect((await a.graphql(inviteOrganisationDocument, { email })).code).toBe('CONFLICT');
  expect((await b.graphql(inviteOrganisationDocument, { email: users.orgA.email })).code).toBe('CONFLICT');
  expect((await a.graphql(acceptDocument, { organisationId: orgs.A, id: node.id })).code).toBe('FORBIDDEN');
  const answer = { organisationId: orgs.B, id: node.id };
  const no = await b.graphql(rejectDocument, answer);
  expect(no.data.rejectMapping.edge).toMatchObject({
    node: { id: node.id, state: 'REJECTED' },
    statusText: 'Rejected',
  });
  expect([await rows('a'), await rows('b'), await state()]).toEqual([
    [['Organisation B', 'REJECTED', 'Rejected']],
    [],
    'ORGANISATION_EXISTS',
  ]);
  // A product API without extensions does not list mappings that the organisation rejected.
  const noAgain = await b.graphql(rejectDocument, answer);
  if (mode === 'on') expect(noAgain.data).toEqual(no.data);
  else expect(noAgain.code).toBe('NOT_FOUND');
  expect((await b.graphql(acceptDocument, answer)).code).toBe(mode === 'on' ? 'CONFLICT' : 'NOT_FOUND');
  expect(await ask()).toMatchObject({ node: { id: node.id, state: 'PENDING' } });
  const yes = await b.graphql(acceptDocument, answer);
  expect(yes.data.acceptMapping.edge).toMatchObject({ node: { state: 'ACCEPTED' }, statusText: 'Accepted' });
  expect([await rows('a'), await rows('b')]).toEqual([
    [['Organisation B', 'ACCEPTED', 'Accepted']],
    [['Organisation A', 'ACCEPTED', 'Accepted']],
  ]);
  const yesAgain = await b.graphql(acceptDocument, answer);
  expect([yesAgain.errors, yesAgain.data.acceptMapping.edge.node]).toEqual([[], yes.data.acceptMapping.edge.node]);
  expect((await b.graphql(rejectDocument, answer)).code).toBe('CONFLICT');
});

test.each([
  ['MAP-12', acceptDocument, 'ACCEPTED'],
  ['MAP-13', rejectDocument, 'REJECTED'],
] as const)('%s of two simultaneous answers that are the same both succeed', async (_item, document, state) => {
  const { a, b, orgs, users } = await both();
  const { data } = await a.graphql(inviteOrganisationDocument, { email: users.orgB.email });
  const answer = { organisationId: orgs.B, id: data.inviteOrganisation.edge.node.id };
  const answers = await Promise.all([document, document].map((sent) => b.graphql(sent, answer)));
  const states = answers.map(({ errors, data: given }) => [
    errors,
    (given?.acceptMapping ?? given?.rejectMapping)?.edge?.node.state,
  ]);
  expect(states).toEqual([
    [[], state],
    [[], state],
  ]);
});

test('CASES-32 RELIABILITY-F43 MAP-12 of a simultaneous acceptance and rejection one wins, and the other is CONFLICT', async () => {
  const { a, b, orgs, users } = await both();
  const { data } = await a.graphql(inviteOrganisationDocument, { email: users.orgB.email });
  const answer = { organisationId: orgs.B, id: data.inviteOrganisation.edge.node.id };
  const answers = await Promise.all([acceptDocument, rejectDocument].map((document) => b.graphql(document, answer)));
  const codes = answers.map(({ code }) => code ?? 'done');
  expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  // A party that decides later does not even find a request that the other one rejected.
  expect(['CONFLICT', 'NOT_FOUND']).toContain(codes.find((code) => code !== 'done'));
});

test('INVITE-15 INVITE-18 XUSER-1 XUSER-5 XUSER-8 a user of another organisation is invited by one user and accepted by another', async () => {
  const { a, b, orgs, users } = await both();
  const colleague = await system.signIn('adm');
  const invite = async () => (await a.graphql(inviteExternalUserDocument, { email: users.orgB.email })).data;
  const id = `${orgs.A}:${users.orgB.id}`;
  const brandName = 'Organisation B';
  const home = mode === 'on' ? { id: String(orgs.B), brandName } : null;
  expect((await invite()).inviteExternalUser).toMatchObject({
    state: 'REQUESTED',
    externalUser: {
      id,
      state: 'PENDING',
      // The list of an external product API need not name the sender of an invitation.
      viewerCanMap: mode === 'off',
      viewerCanReject: true,
      viewerCanEditPerson: false,
      homeOrganisation: home,
    },
  });
  expect((await invite()).inviteExternalUser).toMatchObject({ state: 'PENDING', externalUser: null });
  const asked = await a.graphql(externalUserDocument, { userId: users.orgB.id });
  expect(asked.data.externalUser).toMatchObject({
    id,
    viewerCanMap: false,
    acceptBlock: 'OWN_INVITATION',
    homeOrganisation: { brandName },
  });
  const theirs = await colleague.graphql(externalUserDocument, { userId: users.orgB.id });
  expect(theirs.data.externalUser).toMatchObject({ id, viewerCanMap: true, acceptBlock: null });
  expect((await b.graphql(externalUserDocument, { userId: users.orgB.id })).code).toBe('NOT_FOUND');
  expect((await a.graphql(mapExternalUserDocument, { input: { userId: users.orgB.id } })).code).toBe('FORBIDDEN');
  const mapped = await colleague.graphql(mapExternalUserDocument, { input: { userId: users.orgB.id } });
  expect(mapped.data.mapExternalUser.externalUser).toMatchObject({ id, state: 'ACCEPTED', viewerCanMap: false });
  expect((await invite()).inviteExternalUser.state).toBe('ALREADY_MAPPED');
  const again = await a.graphql(mapExternalUserDocument, { input: { userId: users.orgB.id } });
  expect(again.data.mapExternalUser.externalUser).toMatchObject({ id, state: 'ACCEPTED', viewerCanMap: false });
  expect((await a.graphql(rejectExternalUserDocument, { userId: users.orgB.id })).code).toBe('CONFLICT');
});

test('INVITE-16 XUSER-4 XUSER-5 XUSER-8 a person without an account is invited, gets details and is accepted by another user', async () => {
  const { a, orgs } = await both();
  const colleague = await system.signIn('adm');
  const email = 'Nobody@Knows.example';
  const { inviteExternalUser } = (await a.graphql(inviteExternalUserDocument, { email })).data;
  expect(inviteExternalUser).toMatchObject({
    state: 'INVITED',
    externalUser: { state: 'PENDING', viewerCanReject: true, homeOrganisation: null },
  });
  const userId = inviteExternalUser.externalUser.user.id;
  const input = { userId, person: goodDetails() };
  expect((await a.graphql(mapExternalUserDocument, { input })).code).toBe('FORBIDDEN');
  const mapped = await colleague.graphql(mapExternalUserDocument, { input });
  expect(mapped.errors).toEqual([]);
  expect(mapped.data.mapExternalUser.externalUser).toMatchObject({
    state: 'ACCEPTED',
    user: { id: userId, email: email.toLowerCase(), fullName: 'Ada Lovelace' },
  });
  const repeated = await colleague.graphql(mapExternalUserDocument, { input });
  expect([repeated.errors, repeated.data.mapExternalUser.externalUser.state]).toEqual([[], 'ACCEPTED']);
  const list = await a.graphql(externalUsersDocument(), { id: orgs.A });
  expect(list.data.organisation.externalUsers).toMatchObject({ totalCount: 1, nodes: [{ state: 'ACCEPTED' }] });
});

test.each(['orgB', 'stub'] as const)(
  'XUSER-7 the invitation of %s is rejected, by the user who sent it too, and can be sent again',
  async (who) => {
    const { a, orgs, users } = await both();
    const email = who === 'orgB' ? users.orgB.email : 'unknown@knows.example';
    const { inviteExternalUser } = (await a.graphql(inviteExternalUserDocument, { email })).data;
    const { user, id } = inviteExternalUser.externalUser;
    const rejected = await a.graphql(rejectExternalUserDocument, { userId: user.id });
    expect([rejected.errors, rejected.data.rejectExternalUser.externalUser]).toMatchObject([
      [],
      { id, state: 'REJECTED', viewerCanMap: false, viewerCanReject: false, acceptBlock: null },
    ]);
    const list = await a.graphql(externalUsersDocument(), { id: orgs.A });
    expect(list.data.organisation.externalUsers.nodes).toEqual([]);
    // A product API without extensions does not report a rejected user.
    const repeated = await a.graphql(rejectExternalUserDocument, { userId: user.id });
    if (mode === 'on') expect(repeated.data.rejectExternalUser.externalUser).toMatchObject({ id, state: 'REJECTED' });
    else expect(repeated.code).toBe('NOT_FOUND');
    const late = await a.graphql(mapExternalUserDocument, { input: { userId: user.id } });
    expect(late.code).toBe(mode === 'on' ? 'CONFLICT' : 'NOT_FOUND');
    const again = await a.graphql(inviteExternalUserDocument, { email });
    expect(again.data.inviteExternalUser.state).toBe('REQUESTED');
  },
);

test('XUSER-7 XUSER-6 neither an Assessor nor another organisation rejects an invitation', async () => {
  const { a, b, orgs, users } = await both();
  await a.graphql(inviteExternalUserDocument, { email: users.mfaA.email });
  const variables = { userId: users.mfaA.id, organisationId: orgs.A };
  const assessor = await system.signIn('assA');
  expect((await assessor.graphql(rejectExternalUserDocument, variables)).code).toBe('FORBIDDEN');
  expect((await b.graphql(rejectExternalUserDocument, variables)).code).toBe('NOT_FOUND');
});

test('MAP-21 an Administrator who made the request does not accept it, another one does', async () => {
  const { a, b, orgs, users } = await both();
  const administrator = await system.signIn('adm');
  const invited = await administrator.graphql(inviteOrganisationDocument, { email: users.orgB.email });
  const answer = { organisationId: orgs.B, id: invited.data.inviteOrganisation.edge.node.id };
  const { data } = await administrator.graphql(mappingsDocument(), { id: orgs.B });
  expect(data.organisation.mappings.edges).toMatchObject([
    { acceptBlock: 'OWN_INVITATION', viewerCanAccept: false, viewerCanReject: true },
  ]);
  expect((await administrator.graphql(acceptDocument, answer)).code).toBe('FORBIDDEN');
  expect((await b.graphql(acceptDocument, answer)).errors).toEqual([]);
  // Each organisation sees the user of the other one, independent of the sender of the request.
  const emailOf = async (tab: typeof a, id: number) =>
    (await tab.graphql(mappingsDocument(), { id })).data.organisation.mappings.edges[0].organiser?.email;
  expect([await emailOf(a, orgs.A), await emailOf(b, orgs.B)]).toEqual([users.orgB.email, users.adm.email]);
});

test('MAP-21 a request of a disabled organisation says so, where the product API does', async () => {
  const { a, b, orgs, users } = await both();
  await a.graphql(inviteOrganisationDocument, { email: users.orgB.email });
  await system.platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
  const { data } = await b.graphql(mappingsDocument(), { id: orgs.B });
  expect(data.organisation.mappings.edges).toMatchObject([
    mode === 'on'
      ? { acceptBlock: 'ORGANISATION_DISABLED', viewerCanAccept: false, viewerCanReject: true }
      : { acceptBlock: null, viewerCanAccept: true, viewerCanReject: true },
  ]);
});

test('INVITE-12 INVITE-9 an inactive user is reported, a user of the own organisation refused', async () => {
  const { a, b, users } = await both();
  const { data } = await b.graphql(inviteExternalUserDocument, { email: users.disA.email });
  expect(data.inviteExternalUser).toMatchObject({ state: 'INACTIVE', externalUser: null });
  for (const document of [inviteExternalUserDocument, inviteOrganisationDocument, invitationDocument])
    expect((await a.graphql(document, { email: users.audA.email.toUpperCase() })).code).toBe('INVALID');
});

test('GQL-6 a mutation returns the organisation and its lists as they are now', async () => {
  const { a, users } = await both();
  const document = inviteOrganisationDocument.replace(
    'edge {',
    'organisation { id mappings { totalCount } viewerCanInviteOrganisations } edge {',
  );
  const { data, errors } = await a.graphql(document, { email: users.orgB.email });
  expect([errors, data.inviteOrganisation.organisation]).toMatchObject([
    [],
    { mappings: { totalCount: 1 }, viewerCanInviteOrganisations: true },
  ]);
});
