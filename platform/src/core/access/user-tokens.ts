import type { Kysely, Transaction } from 'kysely';
import { after, day, hour } from '../base/clock.ts';
import { hashSecret, newSecret } from '../base/keys.ts';
import { inBatches } from '../database/batches.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from './services.ts';

/** What the token of a mailed link is for. */
export type TokenKind = Database['user_token']['kind'];

/** A token that is still good, and whose. */
export type GoodToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

type Tokens = Pick<Services, 'clock' | 'settings'>;

/** Makes a token for a user; older ones of its kind are dead. The caller holds the user's row, so that of two at once one lives. */
export async function issueToken(
  { clock, settings }: Tokens,
  trx: Transaction<Database>,
  userId: number,
  kind: TokenKind,
): Promise<{ token: string; expiresAt: Date }> {
  await trx.deleteFrom('user_token').where('ent_usr_id', '=', userId).where('kind', '=', kind).execute();
  const { tokens, expiresAt } = await issueFirstTokens({ clock, settings }, trx, [userId], kind);
  return { token: tokens.get(userId) as string, expiresAt };
}

/** Makes a token for each of these users, who have none of its kind. */
export async function issueFirstTokens(
  { clock, settings }: Tokens,
  trx: Transaction<Database>,
  userIds: readonly number[],
  kind: TokenKind,
): Promise<{ tokens: Map<number, string>; expiresAt: Date }> {
  const now = clock();
  const lifeMs = kind === 'reset' ? settings.resetTokenHours * hour : settings.invitationTokenDays * day;
  const expiresAt = after(now, lifeMs);
  const tokens = new Map(userIds.map((id) => [id, newSecret()]));
  const rows = Array.from(tokens, ([ent_usr_id, token]) => ({
    ent_usr_id,
    kind,
    token_hash: hashSecret(token),
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  }));
  await inBatches(rows, (batch) => trx.insertInto('user_token').values(batch).execute());
  return { tokens, expiresAt };
}

/** Where a mailed token sets a password: by the setting alone, for the request's host is whatever its sender wrote. */
export function passwordLink({ settings }: Pick<Services, 'settings'>, token: string): URL {
  const link = new URL('/reset-password', settings.publicUrl);
  link.searchParams.set('reset_password_token', token);
  return link;
}

/** Where a mailed token brings an organisation on board. */
export function onboardingLink({ settings }: Pick<Services, 'settings'>, token: string): URL {
  const link = new URL('/org-onboard', settings.publicUrl);
  link.searchParams.set('token', token);
  return link;
}

/** A token that is unused, unexpired, of one of these kinds, and of a user who is not disabled, nor is their organisation. */
export const findToken = ({ clock }: Tokens, db: Kysely<Database>, token: string, kinds: readonly TokenKind[]) =>
  db
    .selectFrom('user_token')
    .innerJoin('ent_usr', 'ent_usr.id', 'user_token.ent_usr_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['user_token.id', 'user_token.kind', 'user_token.ent_usr_id', 'ent_usr.ent_org_id', 'ent_usr.email'])
    .where('user_token.token_hash', '=', hashSecret(token))
    .where('user_token.kind', 'in', kinds)
    .where('user_token.used_at', 'is', null)
    .where('user_token.expires_at', '>', clock())
    .where('ent_usr.is_disabled', '=', false)
    .where((or) => or.or([or('ent_org.id', 'is', null), or('ent_org.is_disabled', '=', false)]))
    .executeTakeFirst();

/** Uses a token up. The caller holds the user's row and has found the token good since. */
export async function useUpToken({ clock }: Tokens, trx: Transaction<Database>, { id }: GoodToken): Promise<void> {
  await trx.updateTable('user_token').set({ used_at: clock() }).where('id', '=', id).execute();
}
