import { type RawBuilder, sql, type Transaction } from 'kysely';
import { hashSecret } from '../base/keys.ts';
import { inBatches } from '../database/batches.ts';
import type { Database, Row } from '../database/schema.ts';
import type { Services } from './services.ts';
import { issueTokens } from './user-tokens.ts';

/** Who invites whom as what. */
export type InvitationOrigin = Pick<Row<'invitation'>, 'ent_org_id' | 'kind' | 'requester_id'>;

type Tokens = Pick<Services, 'clock' | 'settings'>;

/** An invitation with the link's token. */
export interface IssuedInvitation {
  invitationId: number;
  token: string;
  expiresAt: Date;
}

/** Invites a locked user, or renews the invitation, with a token that replaces older ones. */
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

/** Invites these users, who have no token of this kind. */
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

/** Invites users without a link. */
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
    ...{ ent_usr_id: userId, token_hash, expires_at, sent_at: clock() },
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
        })),
      )
      .returning(['id', 'ent_usr_id'])
      .execute(),
  );
  const ids = written.map(({ id }) => id);
  await expireUnsentMails(trx, clock(), ids);
  return new Map(written.map(({ id, ent_usr_id }) => [ent_usr_id, id]));
}

/** Ends the mails of invitations that were not sent yet: their links are dead. */
export async function expireUnsentMails(trx: Transaction<Database>, now: Date, invitationIds: number[]): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ expires_at: now })
    .where('invitation_id', '=', sql<number>`any(${invitationIds}::int[])`)
    .where((of) => of.and([of('sent_at', 'is', null), of('failed_at', 'is', null)]))
    .execute();
}

/** Revokes an invitation: deletes its link, and links for a forgotten password while there is no password, and ends its mails that were not sent yet. */
export async function revokeInvitationLinks(
  trx: Transaction<Database>,
  now: Date,
  { id, ent_usr_id, token_hash }: Pick<Row<'invitation'>, 'ent_usr_id' | 'token_hash'> & { id: number },
): Promise<void> {
  await trx.updateTable('invitation').set({ revoked_at: now }).where('id', '=', id).execute();
  if (token_hash) await trx.deleteFrom('user_token').where('token_hash', '=', token_hash).execute();
  await trx
    .deleteFrom('user_token')
    .where('ent_usr_id', '=', ent_usr_id)
    .where('kind', '=', 'reset')
    .where(sql<boolean>`exists (select from ent_usr where id = ${ent_usr_id} and password_hash is null)`)
    .execute();
  await expireUnsentMails(trx, now, [id]);
}

/** Whether a user without a password has invitations, all of which were revoked. No link that sets a password is mailed to them. */
export const onlyRevokedInvitationsCondition: RawBuilder<boolean> = sql<boolean>`(ent_usr.password_hash is null and coalesce(
  (select bool_and(revoked_at is not null) from invitation where ent_usr_id = ent_usr.id), false))`;
