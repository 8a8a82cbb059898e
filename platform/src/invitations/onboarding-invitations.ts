import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { Database, Row } from '../core/database/schema.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { issueOrRenewInvitation } from './issue-invitation.ts';
import { isUncompleted, onboardingLink } from './user-tokens.ts';

export type InvitingOrganisation = Pick<Row<'ent_org'>, 'id' | 'brandname'>;
export type InvitedUser = Pick<UserRow, 'id' | 'email' | 'ent_org_id'>;

/** Issues an onboarding link, which replaces older ones. Requests the mapping if the user has no organisation yet. */
export async function issueOnboardingLinkAndRequestMapping(
  services: Services,
  trx: Transaction<Database>,
  { userId: requester_id }: Caller,
  inviting: InvitingOrganisation,
  user: InvitedUser,
  modules?: string[],
): Promise<{ link: URL; invitationId: number; expiresAt: Date }> {
  if (user.ent_org_id === null)
    await trx
      .insertInto('org_invitation')
      .values({
        ent_usr_id: user.id,
        customer_id: inviting.id,
        requester_id,
        modules: modules ?? null,
        created_at: services.clock(),
      })
      .onConflict((same) => {
        const pair = same.columns(['ent_usr_id', 'customer_id']);
        return modules ? pair.doUpdateSet({ modules }) : pair.doNothing();
      })
      .execute();
  const invitation = { ent_org_id: inviting.id, kind: 'organisation', requester_id } as const;
  const { token, ...issued } = await issueOrRenewInvitation(services, trx, invitation, user.id);
  return { link: onboardingLink(services, token), ...issued };
}

/** Whether a user was invited to onboard an organisation, and has not done so. */
export const mayOnboard = async (
  trx: Transaction<Database>,
  { id, ent_org_id }: Omit<InvitedUser, 'email'>,
): Promise<boolean> =>
  (await isInvitedOnly(trx, id)) && (ent_org_id === null || (await isWithoutUsers(trx, ent_org_id)));

/** Whether an active user has not been completed. */
export const isInvitedOnly = (trx: Transaction<Database>, id: number) =>
  isAnyUser(trx, sql`id = ${id} and ${isUncompleted} and not is_disabled`);

/** Whether no user of an organisation has a role: a link would give the invited user any other organisation. */
const isWithoutUsers = async (trx: Transaction<Database>, organisationId: number) =>
  !(await isAnyUser(trx, sql`ent_org_id = ${organisationId} and role_id is not null`));

const isAnyUser = async (trx: Transaction<Database>, condition: RawBuilder<boolean>): Promise<boolean> =>
  (await trx.selectFrom('ent_usr').select('id').where(condition).executeTakeFirst()) !== undefined;
