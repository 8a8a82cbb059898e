import type { Action } from '@console/contract/access';
import { externalUsersCalls } from '@console/contract/calls/external-users';
import { usersCalls } from '@console/contract/calls/users';
import type { FastifyInstance } from 'fastify';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refused } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { inviteExternalUser } from '../external-users/invite-external-user.ts';
import { findUserByEmail, parseEmail } from '../external-users/invited-user.ts';
import { limitInvitations } from '../invitations/limit-invitations.ts';
import { findOrganisationRef } from '../organisations/organisation-response.ts';
import { inviteOrganisation } from './invite-organisation.ts';
import { limitLookUps } from './look-up-limits.ts';

type Kind = 'organisation' | 'user';
interface Given {
  email: string;
  modules?: string[] | undefined;
  invite_type?: Kind | undefined;
}

const kinds = {
  organisation: { action: 'mappings:invite', invite: inviteOrganisation },
  user: { action: 'users:inviteExternal', invite: inviteExternalUser },
} as const satisfies Record<Kind, { action: Action; invite: unknown }>;

export function inviteRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  // Every role that can invite organisations can also invite external users.
  const inviting = { action: 'users:inviteExternal' } as const;

  const invite = async (
    caller: Caller,
    organisationId: number,
    { email, modules = [], invite_type }: Given,
    usual: Kind,
  ) => {
    const { action, invite: inviteCommand } = kinds[(settings.extensions && invite_type) || usual];
    authorizeOrganisation(caller, action, organisationId);
    const invitation = {
      invitingOrganisationId: organisationId,
      email: parseEmail(email),
      modules: [...new Set(modules)],
    };
    await limitInvitations(services, caller, invitation);
    await inviteCommand(services, caller, invitation);
    return {};
  };

  route(app, usersCalls.inviteUser, inviting, async ({ caller, body: { user } }) => {
    if (caller.organisationId === null) throw refused('You have no organisation yet. Add it before you invite others.');
    return invite(caller, parseId(caller.organisationId), user, 'organisation');
  });

  route(app, externalUsersCalls.externalOrgInviteUser, inviting, async ({ caller, body: { user, ext_org_id } }) =>
    invite(caller, parseId(ext_org_id), user, 'user'),
  );

  route(app, usersCalls.checkIfOrgUsrExists, inviting, async ({ caller, body }) => {
    const email = parseEmail(body.user.email);
    await limitLookUps(services, caller, usersCalls.checkIfOrgUsrExists.name);
    const user = await findUserByEmail(db, email);
    const org = user?.ent_org_id == null ? undefined : await findOrganisationRef(db, user.ent_org_id);
    return { org: org ?? null, user: user ? { id: user.id, is_disabled: user.is_disabled } : null };
  });
}
