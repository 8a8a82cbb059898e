import type { Transaction } from 'kysely';
import type { Caller } from '../access/caller.ts';
import {
  type InvitationOrigin,
  type IssuedInvitation,
  issueInvitations,
  issueOrRenewInvitation,
  writeInvitationWithoutLink,
} from '../access/invitations.ts';
import type { NewMail } from '../access/mail-sender.ts';
import {
  type InvitedUser,
  type InvitingOrganisation,
  issueOnboardingLinkAndRequestMapping,
} from '../access/onboarding-invitations.ts';
import { findPasswordUsers } from '../access/required-sign-on.ts';
import type { Services } from '../access/services.ts';
import { passwordLink, signInLink } from '../access/user-tokens.ts';
import type { Database } from '../database/schema.ts';
import type { UserRow } from '../database/user-answer.ts';
import { externalInvitationMail, invitationMail, onboardingMail } from './mail-texts.ts';
import { invitationToProviderMail } from './own-account-mail-texts.ts';

type Invited = Pick<UserRow, 'email' | 'firstname'>;

/** Issues an invitation of an existing user, with a link to set a password or the way to the provider, and mails it: as a user or an external user of the organisation. The caller has locked the user. */
export async function issueAndMailInvitation(
  services: Services,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  user: Invited & { id: number },
  origin: Pick<InvitationOrigin, 'requester_id' | 'kind'>,
): Promise<void> {
  const issued = await issueOrRenewInvitation(services, trx, { ...origin, ent_org_id: organisation.id }, user.id);
  const withPassword = await findPasswordUsers(trx, [user.id]);
  await services.mailer.send(trx, mailOf(services, organisation, user, issued, withPassword.has(user.id)));
}

/** The same for new users, by the id of each email. */
export async function issueAndMailInvitations(
  services: Pick<Services, 'clock' | 'settings' | 'mailer'>,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  users: readonly Invited[],
  ids: ReadonlyMap<string, number>,
  requester_id: number | null,
): Promise<void> {
  const origin: InvitationOrigin = { ent_org_id: organisation.id, kind: 'user', requester_id };
  const issued = await issueInvitations(services, trx, origin, [...ids.values()]);
  const withPassword = await findPasswordUsers(trx, [...ids.values()]);
  const mails = users.flatMap((user) => {
    const id = ids.get(user.email) ?? 0;
    const invitation = issued.get(id);
    return invitation ? [mailOf(services, organisation, user, invitation, withPassword.has(id))] : [];
  });
  await services.mailer.send(trx, ...mails);
}

function mailOf(
  services: Pick<Services, 'settings'>,
  { id: organisationId, brandname: organisation }: InvitingOrganisation,
  { email, firstname: name }: Invited,
  { token, ...invitation }: IssuedInvitation,
  hasPassword: boolean,
): NewMail {
  const days = services.settings.invitationTokenDays;
  if (!hasPassword)
    return {
      ...{ to: email, ...invitationToProviderMail({ name, organisation, link: signInLink(services) }) },
      ...{ ...invitation, organisationId },
    };
  const mail = invitationMail({ name, organisation, link: passwordLink(services, token), days });
  return { to: email, ...mail, ...invitation, organisationId };
}

/** Issues the invitation of an external user and mails it; there is no link yet. */
export async function issueAndMailExternalInvitation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { id: ent_org_id, brandname: organisation }: InvitingOrganisation,
  { id, email, firstname }: Invited & { id: number },
): Promise<void> {
  const origin = { ent_org_id, kind: 'external_user', requester_id: caller.userId } as const;
  const invitationId = await writeInvitationWithoutLink(services, trx, origin, id);
  await services.mailer.send(trx, {
    to: email,
    ...externalInvitationMail({ name: firstname, organisation }),
    invitationId,
    organisationId: ent_org_id,
  });
}

/** Issues a new onboarding link of an invited user and mails it. The caller has locked the user. */
export async function issueAndMailOnboardingLink(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: InvitedUser,
  modules?: string[],
): Promise<void> {
  const issue = issueOnboardingLinkAndRequestMapping;
  const { link, ...invitation } = await issue(services, trx, caller, inviting, user, modules);
  const days = services.settings.invitationTokenDays;
  const mail = onboardingMail({ organisation: inviting.brandname, link, days });
  await services.mailer.send(trx, { to: user.email, ...mail, ...invitation, organisationId: inviting.id });
}
