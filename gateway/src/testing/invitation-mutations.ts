import type { OrgName } from '@console/platform/testing/fixtures';
import { addUserMapping } from '@console/platform/testing/mappings';
import { addUsers } from '@console/platform/testing/users';
import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

/** All fields of an invitation. */
export const invitationFields = `id kind email organisationId userId invitedBy { id email } sentAt expiresAt state failure isEmailQueued isUnsent
  viewerCanResend viewerCanRevoke viewerCanCopyLink`;

const mutationOf =
  (name: string, payload = '') =>
  (tab: TestClient, id: unknown, headers = {}) => {
    const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const document = `mutation Change($input: ${input}!) { ${name}(input: $input) { invitation { ${invitationFields} } ${payload} } }`;
    return tab.graphql(document, { input: { id } }, headers);
  };

/** The mutations of the area, by name. */
export const invitationMutations = {
  resendInvitation: mutationOf('resendInvitation'),
  revokeInvitation: mutationOf('revokeInvitation'),
  copyInvitationLink: mutationOf('copyInvitationLink', 'link'),
};

/** An organisation's invitations. */
export const invitationsDocument = (args = ''): string =>
  `query($id: ID!) { organisation(id: $id) { viewerCanViewInvitations invitations${args} { nodes { ${invitationFields} } totalCount
    pageInfo { hasNextPage hasPreviousPage startIndex endCursor } } } }`;

const kinds = ['user', 'organisation', 'external_user'] as const;
const states = ['pending', 'accepted', 'expired', 'revoked', 'failed', 'inactive'] as const;

interface Case {
  org: OrgName;
  kind: (typeof kinds)[number];
  state: (typeof states)[number];
}

/** Inserts an invitation that was sent an hour ago, with its own user; returns its id. */
export async function addInvitation(system: TestSystem, email: string, { org, kind, state }: Case, role = 4) {
  const { db, orgs, now } = system.platform;
  const accepted = state === 'accepted';
  const [ent_usr_id = 0] = await addUsers(
    db,
    kind === 'user' || (accepted && kind === 'organisation') ? orgs[org] : null,
    [
      {
        email,
        is_disabled: state === 'inactive',
        password_hash: accepted ? 'x' : null,
        role_id: kind === 'user' || accepted ? role : null,
      },
    ],
  );
  if (kind === 'external_user') await addUserMapping(db, ent_usr_id, orgs[org], { activated: accepted || null });
  const later = (hours: number) => new Date(now().getTime() + hours * 3_600_000);
  const { id } = await db
    .insertInto('invitation')
    .values({
      ent_org_id: orgs[org],
      ent_usr_id,
      kind,
      sent_at: later(-1),
      requester_id: org === 'A' ? system.platform.users.orgA.id : null,
      expires_at: kind === 'external_user' ? null : later(state === 'expired' ? -1 : 100),
      revoked_at: state === 'revoked' ? later(-1) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'failed') {
    const mail = { recipient: email, subject: 'Your new account', created_at: later(-1), failed_at: later(-1) };
    await db
      .insertInto('mail')
      .values({ ...mail, failure: '550 No such user', invitation_id: id })
      .execute();
  }
  return String(id);
}

/** An invitation of each kind in each state for organisations, and one for a higher role. */
export async function addInvitations(system: TestSystem, forOrgs: readonly OrgName[]) {
  const added: { id: string; organisationId: string; email: string }[] = [];
  const add = async (email: string, one: Case, role?: number) => {
    const organisationId = String(system.platform.orgs[one.org]);
    added.push({ organisationId, email, id: await addInvitation(system, email, one, role) });
  };
  for (const org of forOrgs) {
    for (const kind of kinds)
      for (const state of states) await add(`${kind}-${state}-${org}@new.example`.toLowerCase(), { org, kind, state });
    await add(`higher-${org}@new.example`.toLowerCase(), { org, kind: 'user', state: 'pending' }, 1);
  }
  return added;
}
