import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { inBatches } from '../core/database/batches.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { issueTokens } from './user-tokens.ts';

export type InvitationOrigin = Pick<Row<'invitation'>, 'ent_org_id' | 'kind' | 'requester_id'>;

type Tokens = Pick<Services, 'clock' | 'settings'>;

export interface IssuedInvitation {
  invitationId: number;
  token: string;
  expiresAt: Date;
}

/** Creates or renews the invitation of a locked user; its token replaces older ones. */
export async function issueOrRenewInvitation(
  services: Tokens,
  trx: Transaction<Database>,
  origin: InvitationOrigin,
  userId: number,
): Promise<IssuedInvitation> {
  await trx.deleteFrom('user_token').where('ent_usr_id', '=', userId).where('kind', '=', tokenKind(origin)).execute();
  const issued = (await issueInvitations(services, trx, origin, [userId])).get(userId);
  if (!issued) throw new Error('the invitation was not written');
  return issued;
}

/** Creates invitations of users without a token of this kind. */
export async function issueInvitations(
  services: Tokens,
  trx: Transaction<Database>,
  origin: InvitationOrigin,
  userIds: readonly number[],
): Promise<Map<number, IssuedInvitation>> {
  const { tokens, expiresAt } = await issueTokens(services, trx, userIds, tokenKind(origin));
  const links = userIds.map((userId) => {
    const token = tokens.get(userId) as string;
    return { userId, token, token_hash: hashSecret(token), expires_at: expiresAt };
  });
  const ids = await writeInvitations(services, trx, origin, links);
  return new Map(
    links.map(({ userId, token }) => [userId, { invitationId: ids.get(userId) as number, token, expiresAt }]),
  );
}

const tokenKind = ({ kind }: InvitationOrigin) => (kind === 'organisation' ? 'onboarding' : 'invitation');

export const writeInvitationWithoutLink = async (
  services: Tokens,
  trx: Transaction<Database>,
  origin: InvitationOrigin,
  userId: number,
): Promise<number> => {
  const ids = await writeInvitations(services, trx, origin, [{ userId, token_hash: null, expires_at: null }]);
  return ids.get(userId) as number;
};

async function writeInvitations(
  { clock }: Tokens,
  trx: Transaction<Database>,
  origin: InvitationOrigin,
  links: readonly ({ userId: number } & Pick<Row<'invitation'>, 'token_hash' | 'expires_at'>)[],
): Promise<Map<number, number>> {
  const rows = links.map(({ userId, token_hash, expires_at }) => ({
    ...origin,
    ent_usr_id: userId,
    token_hash,
    expires_at,
    sent_at: clock(),
  }));
  const written = await inBatches(rows, (batch) =>
    trx
      .insertInto('invitation')
      .values(batch)
      .onConflict((same) =>
        same.columns(['ent_usr_id', 'ent_org_id', 'kind']).doUpdateSet(({ ref }) => ({
          requester_id: ref('excluded.requester_id'),
          token_hash: ref('excluded.token_hash'),
          sent_at: ref('excluded.sent_at'),
          expires_at: ref('excluded.expires_at'),
          revoked_at: null,
          voided_at: null,
        })),
      )
      .returning(['id', 'ent_usr_id'])
      .execute(),
  );
  const ids = written.map(({ id }) => id);
  await expireUnsentEmails(trx, clock(), ids);
  return new Map(written.map(({ id, ent_usr_id }) => [ent_usr_id, id]));
}

/** Expires unsent emails of invitations: their links no longer work. */
export async function expireUnsentEmails(
  trx: Transaction<Database>,
  now: Date,
  invitationIds: number[],
): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ expires_at: now })
    .where('invitation_id', '=', sql<number>`any(${invitationIds}::int[])`)
    .where((of) => of.and([of('sent_at', 'is', null), of('failed_at', 'is', null)]))
    .execute();
}

/** Revokes an invitation: deletes its link, reset links while there is no password, and unsent emails. */
export async function revokeInvitationLinks(
  trx: Transaction<Database>,
  now: Date,
  { id, ent_usr_id, token_hash }: Pick<Row<'invitation'>, 'ent_usr_id' | 'token_hash'> & { id: number },
): Promise<void> {
  await trx.updateTable('invitation').set({ revoked_at: now }).where('id', '=', id).execute();
  if (token_hash) await trx.deleteFrom('user_token').where('token_hash', '=', token_hash).execute();
  // The links of another organisation's user do not belong to this invitation.
  await trx
    .deleteFrom('user_token')
    .where('ent_usr_id', '=', ent_usr_id)
    .where('kind', '=', 'reset')
    .where(sql<boolean>`exists (select from ent_usr inner join invitation on invitation.ent_usr_id = ent_usr.id
      where invitation.id = ${id} and password_hash is null
        and (ent_usr.ent_org_id is null or ent_usr.ent_org_id = invitation.ent_org_id))`)
    .execute();
  await expireUnsentEmails(trx, now, [id]);
}

/** Days in which a link is only emailed after another organisation has ended its invitation. */
const mailedOnlyDays = 7;

/** Whether another organisation has invited the user lately. A visible link would let this organisation accept as that user. */
export const isInvitedByOthers = (now: Date, userId: RawBuilder<unknown>, organisationId: RawBuilder<unknown>) => {
  const since = sql`${addMs(now, -mailedOnlyDays * dayMs)}::timestamptz`;
  return sql<boolean>`(
    exists (select from user_mapping as other where other.ent_usr_id = ${userId} and other.mapped_org_id <> ${organisationId}
      and (other.activated is distinct from false or other.updated_at > ${since}))
    or exists (select from org_invitation as other where other.ent_usr_id = ${userId} and other.customer_id <> ${organisationId})
    or exists (select from invitation as other where other.ent_usr_id = ${userId} and other.ent_org_id <> ${organisationId}
      and other.kind <> 'external_user'
      and (other.revoked_at > ${since} or (other.revoked_at is null and other.voided_at is not null))))`;
};

/** Voids links and other organisations' trust in users that an organisation takes over; others must resend. The users are locked. */
export async function voidInvitationsOf(
  trx: Transaction<Database>,
  now: Date,
  userIds: readonly number[],
  organisationId: number,
): Promise<void> {
  const theirs = sql<boolean>`ent_usr_id = any(${userIds}::int[])`;
  await trx.deleteFrom('user_token').where(theirs).execute();
  await trx.deleteFrom('org_invitation').where(theirs).where('customer_id', '=', organisationId).execute();
  await trx.deleteFrom('user_mapping').where(theirs).where('mapped_org_id', '=', organisationId).execute();
  await trx
    .deleteFrom('invitation')
    .where(theirs)
    .where('ent_org_id', '=', organisationId)
    .where('kind', '<>', 'user')
    .execute();
  // Accepted users of earlier releases have no invitation.
  await sql`insert into invitation (ent_org_id, ent_usr_id, kind, requester_id, sent_at)
    select mapped_org_id, ent_usr_id, 'external_user', requester_id, updated_at from user_mapping
    where ${theirs} and activated is distinct from false
    on conflict (ent_usr_id, ent_org_id, kind) do nothing`.execute(trx);
  await trx
    .updateTable('user_mapping')
    .set({ activated: null, status: null })
    .where(theirs)
    .where('activated', '=', true)
    .execute();
  const voided = await trx
    .updateTable('invitation')
    .set({
      voided_at: now,
      token_hash: null,
      // The previous organisation cannot invite the user again as its own.
      revoked_at: sql<Date | null>`case when kind = 'user' then coalesce(revoked_at, ${now}::timestamptz) else revoked_at end`,
    })
    .where(theirs)
    .where(sql<boolean>`(kind <> 'user' or ent_org_id <> ${organisationId})`)
    .returning('id')
    .execute();
  await expireUnsentEmails(
    trx,
    now,
    voided.map(({ id }) => id),
  );
}

/** Deletes links of invitations that a provider sign-in accepts. The caller has locked the user. */
export async function endAcceptedLinks(trx: Transaction<Database>, now: Date, userId: number): Promise<void> {
  await trx
    .deleteFrom('user_token')
    .where('ent_usr_id', '=', userId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .execute();
  const ended = await trx
    .selectFrom('invitation')
    .select('id')
    .where('ent_usr_id', '=', userId)
    .where('token_hash', 'is not', null)
    .execute();
  await expireUnsentEmails(
    trx,
    now,
    ended.map(({ id }) => id),
  );
}

/** Whether a user without access ever has invitations that are all revoked. */
export async function hasOnlyRevokedInvitations(trx: Transaction<Database>, userId: number): Promise<boolean> {
  const user = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where('id', '=', userId)
    .where('last_sign_in_at', 'is', null)
    .where(onlyRevokedInvitationsCondition)
    .executeTakeFirst();
  return user !== undefined;
}

/** Whether all invitations of a user without a password are revoked. Such a user gets no link to set a password. */
export const onlyRevokedInvitationsCondition: RawBuilder<boolean> = sql<boolean>`(ent_usr.password_hash is null and coalesce(
  (select bool_and(revoked_at is not null) from invitation where ent_usr_id = ent_usr.id), false))`;
