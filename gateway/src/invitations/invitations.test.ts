import { calls } from '@console/contract/calls/all';
import { invitationsCalls, unsentEmailsCalls } from '@console/contract/calls/invitations';
import { beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { consoleMutation } from '../testing/console-operations.ts';
import {
  addInvitations,
  invitationFields,
  invitationMutations,
  invitationsDocument,
} from '../testing/invitation-mutations.ts';
import { inviteExternalUserDocument } from '../testing/mapping-mutations.ts';
import { sendFile } from '../testing/multipart.ts';
import { goodInput, sendOrganisation } from '../testing/organisation-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';
import { lines } from '../testing/user-files.ts';
import { createUserDocument, goodUser } from '../testing/user-mutations.ts';

const { resendInvitation, revokeInvitation, copyInvitationLink } = invitationMutations;
const minute = 60_000;

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
});

const read = async (args = '', by = tab, org: 'A' | 'B' = 'A') =>
  by.graphql(invitationsDocument(args), { id: system.platform.orgs[org] });
const listed = async (args = '', by = tab) => (await read(args, by)).data.organisation.invitations;
const create = async (email = 'one@a.example', by = tab) => {
  const input = { ...goodUser, email, organisationId: system.platform.orgs.A };
  expect((await by.graphql(createUserDocument, { input })).errors).toEqual([]);
  return (await listed('(first: 1)', by)).nodes[0];
};
const invitationOf = (userId: string, by = tab) =>
  by.graphql(`query($id: ID!) { user(id: $id) { invitation { ${invitationFields} } } }`, { id: userId });

testWith('on', 'DESIGN-8 a created user has an invitation, on the list and on the user, by one call each', async () => {
  const invitation = await create();
  expect(invitation).toEqual({
    id: expect.any(String),
    kind: 'USER',
    email: 'one@a.example',
    userId: expect.any(String),
    organisationId: String(system.platform.orgs.A),
    invitedBy: { id: String(system.platform.users.orgA.id), email: 'orga@a.example' },
    sentAt: system.platform.now().toISOString(),
    expiresAt: new Date(system.platform.now().getTime() + 7 * 24 * 60 * minute).toISOString(),
    state: 'PENDING',
    failure: null,
    isEmailQueued: true,
    isUnsent: true,
    viewerCanResend: true,
    viewerCanRevoke: true,
    viewerCanCopyLink: true,
  });
  system.upstream.requests.length = 0;
  expect((await invitationOf(invitation.userId)).data.user).toEqual({ invitation });
  expect(system.upstream.sent(invitationsCalls.userInvitations.path)).toHaveLength(1);
  expect((await invitationOf(String(system.platform.users.assA.id))).data.user).toEqual({ invitation: null });
});

testWith('on', 'DESIGN-8 GQL-2 the invitations of a page of users are one call', async () => {
  for (const email of ['one@a.example', 'two@a.example', 'three@a.example']) await create(email);
  system.upstream.requests.length = 0;
  const document =
    'query($id: ID!) { organisation(id: $id) { users(first: 10) { nodes { email invitation { state } } } } }';
  const { data, errors } = await tab.graphql(document, { id: system.platform.orgs.A });
  const { nodes } = data.organisation.users;
  expect(errors).toEqual([]);
  expect(nodes.filter(({ invitation }: { invitation: unknown }) => invitation)).toHaveLength(3);
  expect(system.upstream.sent(invitationsCalls.userInvitations.path)).toHaveLength(1);
});

testWith(
  'on',
  'DESIGN-8 the list is filtered by state and kind, searched, and paged by cursor and offset',
  async () => {
    await addInvitations(system, ['A']);
    const emails = async (args: string) =>
      (await listed(args)).nodes.map(({ email }: { email: string }) => email.replace('-a@new.example', ''));
    expect((await listed('(first: 100)')).totalCount).toBe(19);
    expect(await emails('(filter: { states: [FAILED], kinds: [USER, EXTERNAL_USER] })')).toEqual([
      'external_user-failed',
      'user-failed',
    ]);
    expect(await emails('(search: "HIGHER")')).toEqual(['higher']);
    const [failed] = (await listed('(search: "user-failed", filter: { kinds: [USER] })')).nodes;
    expect(failed).toMatchObject({ state: 'FAILED', failure: '550 No such user', isUnsent: true });
    const first = await listed('(first: 7)');
    const second = await listed(`(first: 7, after: "${first.pageInfo.endCursor}")`);
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect(await emails('(first: 7, offset: 7)')).toEqual(
      second.nodes.map(({ email }: { email: string }) => email.replace('-a@new.example', '')),
    );
    const other = `(first: 7, filter: { states: [PENDING] }, after: "${first.pageInfo.endCursor}")`;
    expect((await read(other)).code).toBe('INVALID');
  },
);

testWith('on', 'DESIGN-8 an invitation is sent again once a minute, its link copied once, and revoked', async () => {
  const { id } = await create();
  const early = await resendInvitation(tab, id);
  expect([early.code, early.errors[0]?.extensions.retryAfter]).toEqual(['RATE_LIMITED', 60]);
  system.platform.moveClock(minute);
  expect((await resendInvitation(tab, id)).data.resendInvitation.invitation).toMatchObject({
    id,
    state: 'PENDING',
    sentAt: system.platform.now().toISOString(),
  });
  const key = { 'idempotency-key': 'copy' };
  const { link, invitation } = (await copyInvitationLink(tab, id, key)).data.copyInvitationLink;
  expect(invitation.state).toBe('PENDING');
  expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?reset_password_token=/);
  expect((await copyInvitationLink(tab, id, key)).data.copyInvitationLink.link).toBeNull();
  const revoked = (await revokeInvitation(tab, id)).data.revokeInvitation.invitation;
  expect(revoked).toMatchObject({ state: 'REVOKED', viewerCanRevoke: false, viewerCanResend: true });
  const events = `query($id: ID!) { organisation(id: $id) { auditEvents(filter: { targetKind: INVITATION, targetId: "${id}" }) {
    nodes { sentence } } } }`;
  const { nodes } = (await tab.graphql(events, { id: system.platform.orgs.A })).data.organisation.auditEvents;
  expect(nodes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    'orgA Fixture revoked the invitation of one@a.example.',
    'orgA Fixture copied an invitation link for one@a.example.',
    'orgA Fixture resent the invitation to one@a.example.',
  ]);
});

testWith(
  'on',
  'USER-74 an invitation of a user whom another organisation has created is invalid until it is sent again',
  async () => {
    const email = 'ciso@b.example';
    const inviteExternal = inviteExternalUserDocument;
    const { A, B } = system.platform.orgs;
    expect((await tab.graphql(inviteExternal, { email, organisationId: A })).errors).toEqual([]);
    const other = await system.signIn('orgB');
    const created = await other.graphql(createUserDocument, { input: { ...goodUser, email, organisationId: B } });
    expect(created.errors).toEqual([]);
    const [invalid] = (await listed('(filter: { states: [INVALID] })')).nodes;
    expect(invalid).toMatchObject({ email, state: 'INVALID', viewerCanResend: true, viewerCanRevoke: true });
    const { nodes } = (await read('(first: 1)', other, 'B')).data.organisation.invitations;
    expect((await copyInvitationLink(other, nodes[0].id)).code).toBe('CONFLICT');
    system.platform.moveClock(minute);
    const again = (await resendInvitation(tab, invalid.id)).data.resendInvitation.invitation;
    expect(again).toMatchObject({ email, state: 'PENDING' });
  },
);

const inviteDocument = consoleMutation('inviteOrganisation').document;
const invite = (email: string) => tab.graphql(inviteDocument, { email, organisationId: system.platform.orgs.A });

testWith('on', 'START-10 inviting and creating answer the invitation, by one call more', async () => {
  const invited = await invite('boss@new.example');
  expect([invited.errors, invited.data.inviteOrganisation.organisation.invitations.nodes]).toEqual([
    [],
    [expect.objectContaining({ email: 'boss@new.example', isUnsent: true, viewerCanCopyLink: true })],
  ]);
  const input = { ...goodUser, email: 'one@a.example', organisationId: system.platform.orgs.A };
  system.upstream.requests.length = 0;
  const created = await tab.graphql(consoleMutation('createUser').document, { input });
  expect([created.errors, created.data.createUser.user.invitation]).toEqual([
    [],
    expect.objectContaining({ email: 'one@a.example', isUnsent: true, viewerCanCopyLink: true }),
  ]);
  expect(system.upstream.sent(invitationsCalls.userInvitations.path)).toHaveLength(1);
});

testWith(
  'on',
  'START-63 the wizard, the invitation of an external user and an upload answer their invitations, by one call more',
  async () => {
    const administrator = await system.signIn('adm');
    const callsOf = async (mutation: () => Promise<unknown>) => {
      system.upstream.requests.length = 0;
      await mutation();
      return system.upstream.sent(invitationsCalls.invitations.path).length;
    };
    const emailsIn = ({ nodes }: { nodes: { email: string }[] }) => nodes.map(({ email }) => email).toSorted();

    const wizard = async () => {
      const { document } = consoleMutation('createOrganisation');
      const { errors, data } = await sendOrganisation(administrator, document, goodInput('Acme'));
      expect([errors, emailsIn(data.createOrganisation.organisation.invitations)]).toEqual([
        [],
        ['acme@new.example', 'ceo.acme@new.example', 'dpo.acme@new.example'],
      ]);
    };
    expect(await callsOf(wizard)).toBe(1);

    const external = async () => {
      const variables = { email: 'erin@new.example', organisationId: system.platform.orgs.A };
      const { errors, data } = await tab.graphql(consoleMutation('inviteExternalUser').document, variables);
      expect([errors, data.inviteExternalUser.organisation.invitations.nodes]).toEqual([
        [],
        [expect.objectContaining({ email: 'erin@new.example', isUnsent: true, viewerCanCopyLink: false })],
      ]);
    };
    expect(await callsOf(external)).toBe(1);

    const upload = async () => {
      const variables = { organisationId: system.platform.orgs.A, onlyValidRows: false, corrections: [] };
      const { document } = consoleMutation('uploadUsers');
      const { errors, data } = await sendFile(tab, document, variables, { text: lines('Ada', 'Bob') });
      expect([errors, data.uploadUsers.organisation.invitations.nodes]).toEqual([
        [],
        [expect.objectContaining({ isUnsent: true }), expect.objectContaining({ isUnsent: true })],
      ]);
    };
    expect(await callsOf(upload)).toBe(1);
  },
);

testWith('off', 'START-10 without extensions inviting answers no invitation, and succeeds', async () => {
  const { errors, data } = await invite('boss@new.example');
  expect([errors, data.inviteOrganisation.organisation.invitations]).toEqual([[], null]);
});

const unsentEmails = 'query { viewer { unsentEmails { sending outboxUrl count since failure } } }';
const { path } = unsentEmailsCalls.unsentEmails;

testWith(
  'on',
  'START-8 EMAIL-3 Administrators read which emails do not leave, others only that there is no mail server',
  async () => {
    const administrator = await system.signIn('adm');
    const outboxUrl = 'http://localhost:4100/outbox';
    expect((await administrator.graphql(unsentEmails)).data.viewer).toEqual({
      unsentEmails: { sending: false, outboxUrl, count: 0, since: null, failure: null },
    });
    const since = '2026-11-20T08:00:00.000Z';
    const sent = { is_sending: true, outbox_url: null, unsent_count: 0, unsent_since: null, failure: null };
    system.upstream.script(path, { body: sent });
    expect((await administrator.graphql(unsentEmails)).data.viewer.unsentEmails).toBeNull();
    const body = { is_sending: true, unsent_count: 3, unsent_since: since, failure: '421 Try later' };
    system.upstream.script(path, { body });
    const { errors, data } = await administrator.graphql(unsentEmails);
    expect([errors, data.viewer.unsentEmails]).toEqual([
      [],
      { sending: true, outboxUrl: null, count: 3, since, failure: '421 Try later' },
    ]);
    const none = { sending: false, outboxUrl: null, count: 0, since: null, failure: null };
    for (const outbox_url of [undefined, 'javascript:alert(1)']) {
      system.upstream.script(path, { body: { is_sending: false, outbox_url } });
      expect((await administrator.graphql(unsentEmails)).data.viewer.unsentEmails).toEqual(none);
    }
    for (const user of ['arc', 'orgA', 'assA', 'audA'] as const)
      expect((await (await system.signIn(user)).graphql(unsentEmails)).data.viewer.unsentEmails).toEqual(none);
  },
);

testWith(
  'on',
  'START-65 an answer about mails that does not say whether they are sent, or how many are not, is an error',
  async () => {
    const administrator = await system.signIn('adm');
    const readOf = async (body: object) => {
      system.upstream.script(path, { body });
      const { code, data } = await administrator.graphql(unsentEmails);
      return [code, data?.viewer?.unsentEmails ?? null];
    };
    const rest = { unsent_count: 0, unsent_since: null, failure: null };
    for (const body of [rest, { ...rest, is_sending: null }, { ...rest, is_sending: 'perhaps' }, { is_sending: true }])
      expect(await readOf(body)).toEqual(['UPSTREAM_BAD_RESPONSE', null]);
    for (const is_sending of [false, 0, 'false'])
      expect(await readOf({ is_sending })).toEqual([undefined, expect.objectContaining({ sending: false, count: 0 })]);
    expect(await readOf({ ...rest, is_sending: 'true' })).toEqual([undefined, null]);
  },
);

testWith('off', 'START-8 a product API without extensions says nothing of mails, and is not asked', async () => {
  const { errors, data } = await (await system.signIn('adm')).graphql(unsentEmails);
  expect([errors, data.viewer.unsentEmails, system.upstream.sent(path)]).toEqual([[], null, []]);
});

testWith('off', 'DESIGN-8 without extensions there are no invitations, and nothing is sent', async () => {
  const document = invitationsDocument().replace('organisation(id: $id) {', 'organisation(id: $id) { id');
  const { data, errors } = await tab.graphql(document, { id: system.platform.orgs.A });
  expect([errors, data.organisation]).toMatchObject([[], { viewerCanViewInvitations: false, invitations: null }]);
  expect((await invitationOf(String(system.platform.users.assA.id))).data.user.invitation).toBeNull();
  for (const mutate of Object.values(invitationMutations))
    expect((await mutate(tab, '1')).code).toBe('CAPABILITY_UNAVAILABLE');
  const known = Object.values(calls).map(({ path }): string => path);
  expect(system.upstream.requests.filter(({ path }) => !known.includes(path.split('?')[0] ?? ''))).toEqual([]);
});
