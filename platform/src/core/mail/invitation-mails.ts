import type { Transaction } from 'kysely';
import type { Caller } from '../access/caller.ts';
import {
  type InvitationOrigin,
  issueInvitations,
  issueOrRenewInvitation,
  writeInvitationWithoutLink,
} from '../access/invitations.ts';
import type { LockedOrganisation } from '../access/locks.ts';
import {
  type InvitedUser,
  type InvitingOrganisation,
  issueOnboardingLinkAndRequestMapping,
} from '../access/onboarding-invitations.ts';
import type { Services } from '../access/services.ts';
import { passwordLink } from '../access/user-tokens.ts';
import type { Database, Row } from '../database/schema.ts';
import type { UserRow } from '../database/user-answer.ts';
import { externalInvitationMail, invitationMail, onboardingMail } from './mail-texts.ts';

/** Issues an invitation of an existing user, with a link to set a password, and mails it: as a user or an external user of the organisation. The caller has locked the user. */
export async function issueAndMailInvitation(
  services: Services,
  trx: Transaction<Database>,
  { id: ent_org_id, brandname }: Pick<LockedOrganisation, 'id' | 'brandname'>,
  { id, email, firstname }: { id: number; email: string; firstname: string | null },
  origin: Pick<InvitationOrigin, 'requester_id' | 'kind'>,
): Promise<void> {
  const { token, ...invitation } = await issueOrRenewInvitation(services, trx, { ...origin, ent_org_id }, id);
  const given = { name: firstname, organisation: brandname, link: passwordLink(services, token) };
  const mail = invitationMail({ ...given, days: services.settings.invitationTokenDays });
  await services.mailer.send(trx, { to: email, ...mail, ...invitation, organisationId: ent_org_id });
}

/** The same for new users, by the id of each email. */
export async function issueAndMailInvitations(
  services: Services,
  trx: Transaction<Database>,
  { id: ent_org_id, brandname }: LockedOrganisation,
  users: readonly { email: string; firstname: string | null }[],
  ids: ReadonlyMap<string, number>,
  requester_id: number,
): Promise<void> {
  const origin: InvitationOrigin = { ent_org_id, kind: 'user', requester_id };
  const issued = await issueInvitations(services, trx, origin, [...ids.values()]);
  const mails = users.flatMap(({ email, firstname }) => {
    const { token, ...invitation } = issued.get(ids.get(email) ?? 0) ?? {};
    if (token === undefined) return [];
    const given = { name: firstname, organisation: brandname, link: passwordLink(services, token) };
    const mail = invitationMail({ ...given, days: services.settings.invitationTokenDays });
    return [{ to: email, ...mail, ...invitation, organisationId: ent_org_id }];
  });
  await services.mailer.send(trx, ...mails);
}

/** Issues the invitation of an external user and mails it; there is no link yet. */
export async function issueAndMailExternalInvitation(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { id: ent_org_id, brandname: organisation }: Pick<Row<'ent_org'>, 'id' | 'brandname'>,
  { id, email, firstname }: Pick<UserRow, 'id' | 'email' | 'firstname'>,
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
): Promise<void> {
  const { link, ...invitation } = await issueOnboardingLinkAndRequestMapping(services, trx, caller, inviting, user);
  const days = services.settings.invitationTokenDays;
  const mail = onboardingMail({ organisation: inviting.brandname, link, days });
  await services.mailer.send(trx, { to: user.email, ...mail, ...invitation, organisationId: inviting.id });
}
