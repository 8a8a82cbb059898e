import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { NewMail } from '../core/access/mail-sender.ts';
import { findPasswordUsers } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, type UserRow } from '../core/database/user-response.ts';
import { spaceOut } from '../core/mail/space-out.ts';
import { externalInvitationMail, invitationMail, invitationToProviderMail } from './invitation-mail-texts.ts';
import {
  type InvitationOrigin,
  type IssuedInvitation,
  issueInvitations,
  issueOrRenewInvitation,
  writeInvitationWithoutLink,
} from './issue-invitation.ts';
import { findFullRecipients, withheldText } from './limit-invitations.ts';
import { onboardingMail } from './mapping-request-mail-texts.ts';
import {
  type InvitedUser,
  type InvitingOrganisation,
  issueOnboardingLinkAndRequestMapping,
} from './onboarding-invitations.ts';
import { passwordLink, signInLink } from './user-tokens.ts';

type Invited = Pick<UserRow, 'email' | 'firstname'>;

/** Issues and emails an invitation with a link or the way to the provider. The caller has locked the user. */
export async function issueAndMailInvitation(
  services: Services,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  user: Invited & { id: number },
  origin: Pick<InvitationOrigin, 'requester_id' | 'kind'>,
): Promise<void> {
  const issued = await issueOrRenewInvitation(services, trx, { ...origin, ent_org_id: organisation.id }, user.id);
  const withPassword = await findPasswordUsers(trx, [user.id]);
  const by = origin.requester_id === user.id ? null : await findInviterName(trx, origin.requester_id);
  await sendSpacedOut(services, trx, mailOf(services, organisation, user, issued, by, withPassword.has(user.id)));
}

async function sendSpacedOut(
  { clock, mailer }: Pick<Services, 'clock' | 'mailer'>,
  trx: Transaction<Database>,
  ...mails: (NewMail & { organisationId: number })[]
): Promise<void> {
  const [first] = mails;
  if (first) await mailer.send(trx, ...(await spaceOut(trx, clock, first.organisationId, mails)));
}

/** Like `issueAndMailInvitation`, for new users by the id of each email, without limits. */
export async function issueAndMailInvitations(
  services: Pick<Services, 'clock' | 'settings' | 'mailer'>,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  users: readonly Invited[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  await services.mailer.send(trx, ...(await issueInvitationMails(services, trx, organisation, users, ids, null)));
}

/** Like `issueAndMailInvitations`, within the limits. Returns the emails that get no invitation. */
export async function issueAndMailLimitedInvitations(
  services: Services,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  users: readonly Invited[],
  ids: ReadonlyMap<string, number>,
  requesterId: number | null,
): Promise<Set<string>> {
  const mails = await issueInvitationMails(services, trx, organisation, users, ids, requesterId);
  const emails = mails.map(({ to }) => to);
  const withheld = await findFullRecipients(services, trx, organisation.id, emails);
  await sendSpacedOut(services, trx, ...mails.filter(({ to }) => !withheld.has(to)));
  const unsent = mails.filter(({ to }) => withheld.has(to));
  await services.mailer.send(trx, ...unsent.map((mail) => ({ ...mail, withheldBecause: withheldText })));
  return withheld;
}

async function issueInvitationMails(
  services: Pick<Services, 'clock' | 'settings' | 'mailer'>,
  trx: Transaction<Database>,
  organisation: InvitingOrganisation,
  users: readonly Invited[],
  ids: ReadonlyMap<string, number>,
  requester_id: number | null,
) {
  const origin: InvitationOrigin = { ent_org_id: organisation.id, kind: 'user', requester_id };
  const issued = await issueInvitations(services, trx, origin, [...ids.values()]);
  const withPassword = await findPasswordUsers(trx, [...ids.values()]);
  const by = await findInviterName(trx, requester_id);
  return users.flatMap((user) => {
    const id = ids.get(user.email) ?? 0;
    const invitation = issued.get(id);
    return invitation ? [mailOf(services, organisation, user, invitation, by, withPassword.has(id))] : [];
  });
}

/** Name of an inviting user in the link; null if the system invites. */
async function findInviterName(trx: Transaction<Database>, id: number | null): Promise<string | null> {
  const inviter = (await findUsersById(trx, [id])).get(id);
  return [inviter?.firstname, inviter?.lastname].filter(Boolean).join(' ') || null;
}

/** Name of a caller who acts for their own organisation; an Administrator acting for another one is not named. */
export const findCallerName = (
  trx: Transaction<Database>,
  { userId, organisationId }: Caller,
  { id }: Pick<InvitingOrganisation, 'id'>,
): Promise<string | null> => findInviterName(trx, organisationId === String(id) ? userId : null);

function mailOf(
  services: Pick<Services, 'settings'>,
  { id: organisationId, brandname: organisation }: InvitingOrganisation,
  { email, firstname: name }: Invited,
  { token, ...invitation }: IssuedInvitation,
  by: string | null,
  hasPassword: boolean,
): NewMail & { organisationId: number } {
  const days = services.settings.invitationTokenDays;
  if (!hasPassword)
    return {
      to: email,
      ...invitationToProviderMail({ name, by, organisation, link: signInLink(services) }),
      ...invitation,
      organisationId,
    };
  const mail = invitationMail({ name, by, organisation, link: passwordLink(services, token), days });
  return { to: email, ...mail, ...invitation, organisationId };
}

/** Issues and emails an external user's invitation; there is no link yet. */
export async function issueAndMailExternalInvitation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { id: ent_org_id, brandname: organisation }: InvitingOrganisation,
  { id, email, firstname }: Invited & { id: number },
): Promise<void> {
  const origin = { ent_org_id, kind: 'external_user', requester_id: caller.userId } as const;
  const invitationId = await writeInvitationWithoutLink(services, trx, origin, id);
  await sendSpacedOut(services, trx, {
    to: email,
    ...externalInvitationMail({
      name: firstname,
      by: await findCallerName(trx, caller, { id: ent_org_id }),
      organisation,
    }),
    invitationId,
    organisationId: ent_org_id,
  });
}

/** Issues and emails a new onboarding link. The caller has locked the user. */
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
  const by = await findCallerName(trx, caller, inviting);
  const mail = onboardingMail({ by, organisation: inviting.brandname, link, days });
  await sendSpacedOut(services, trx, { to: user.email, ...mail, ...invitation, organisationId: inviting.id });
}
