import { idempotencyHours } from '@console/contract/calls/idempotency';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import { passwordUse } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { isSignInBlocked } from '../core/access/sign-in-block.ts';
import { addMs, dayMs, hourMs } from '../core/base/clock.ts';
import type { RequestIdempotencyKey } from '../core/base/idempotent-request.ts';
import { hashSecret } from '../core/base/keys.ts';
import { inBatches } from '../core/database/batches.ts';
import type { Database } from '../core/database/schema.ts';

export type TokenKind = Database['user_token']['kind'];

export type ValidToken = NonNullable<Awaited<ReturnType<typeof findValidToken>>>;

type Tokens = Pick<Services, 'clock' | 'settings'>;

/** Replaces older tokens of the kind. The caller has locked the user, so that of two at once one remains. */
export async function replaceToken(
  { clock, settings }: Tokens,
  trx: Transaction<Database>,
  userId: number,
  kind: TokenKind,
): Promise<{ token: string; expiresAt: Date }> {
  await trx.deleteFrom('user_token').where('ent_usr_id', '=', userId).where('kind', '=', kind).execute();
  const { tokens, expiresAt } = await issueTokens({ clock, settings }, trx, [userId], kind);
  return { token: tokens.get(userId) as string, expiresAt };
}

/** Issues tokens to users who have none of the kind. */
export async function issueTokens(
  { clock, settings }: Tokens,
  trx: Transaction<Database>,
  userIds: readonly number[],
  kind: TokenKind,
): Promise<{ tokens: Map<number, string>; expiresAt: Date }> {
  const now = clock();
  const lifeMs = kind === 'reset' ? settings.resetTokenHours * hourMs : settings.invitationTokenDays * dayMs;
  const expiresAt = addMs(now, lifeMs);
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

/** Page that sets a password. Its origin is the setting: the Host header can be forged. */
export function passwordLink({ settings }: Pick<Services, 'settings'>, token: string): URL {
  const link = new URL('/reset-password', settings.publicUrl);
  link.searchParams.set('reset_password_token', token);
  return link;
}

export const signInLink = ({ settings }: Pick<Services, 'settings'>): URL => new URL('/login', settings.publicUrl);

export function onboardingLink({ settings }: Pick<Services, 'settings'>, token: string): URL {
  const link = new URL('/org-onboard', settings.publicUrl);
  link.searchParams.set('token', token);
  return link;
}

/** A token, used or not; user and organisation are enabled, sign-in is not blocked, and a password would sign in. */
const selectToken = (db: Kysely<Database>, token: string, kinds: readonly TokenKind[]) =>
  db
    .selectFrom('user_token')
    .innerJoin('ent_usr', 'ent_usr.id', 'user_token.ent_usr_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['user_token.id', 'user_token.kind', 'user_token.token_hash', 'user_token.expires_at'])
    .select(['user_token.ent_usr_id', 'ent_usr.ent_org_id', 'ent_usr.email'])
    .where('user_token.token_hash', '=', hashSecret(token))
    .where('user_token.kind', 'in', kinds)
    .where('ent_usr.is_disabled', '=', false)
    .where(({ not }) => not(isSignInBlocked))
    .where((or) => or.or([or('ent_org.id', 'is', null), or('ent_org.is_disabled', '=', false)]))
    .where((or) => or.or([or('user_token.kind', '=', 'onboarding'), or(passwordUse('ent_usr.id'), '<>', 'refused')]));

/** Whether an invited user has not been completed; their organisation may exist already. */
export const isUncompleted = sql<boolean>`(ent_usr.role_id is null and ent_usr.password_hash is null)`;

/** Finds an unused, unexpired token; its user and their organisation are enabled. An onboarding token is of an uncompleted user. */
export const findValidToken = ({ clock }: Tokens, db: Kysely<Database>, token: string, kinds: readonly TokenKind[]) =>
  selectToken(db, token, kinds)
    .where((or) => or.or([or('user_token.kind', '<>', 'onboarding'), isUncompleted]))
    .where('user_token.used_at', 'is', null)
    .where('user_token.expires_at', '>', clock())
    .executeTakeFirst();

/** Like `findValidToken`, or a token that this request has used with the same idempotency key, for its repetition. */
export async function findTokenForRequest(
  { clock, settings }: Tokens,
  db: Kysely<Database>,
  token: string,
  kinds: readonly TokenKind[],
  requestKey: Pick<RequestIdempotencyKey, 'call' | 'key'> | null,
): Promise<ValidToken | undefined> {
  const valid = await findValidToken({ clock, settings }, db, token, kinds);
  if (valid || !requestKey) return valid;
  return selectToken(db, token, kinds)
    .innerJoin('idempotency_key', 'idempotency_key.ent_usr_id', 'user_token.ent_usr_id')
    .where('idempotency_key.call', '=', requestKey.call)
    .where('idempotency_key.key', '=', requestKey.key)
    .where('idempotency_key.created_at', '>=', addMs(clock(), -idempotencyHours * hourMs))
    .executeTakeFirst();
}

/** Marks a token as used. The caller has locked the user, then checked the token. */
export async function consumeToken({ clock }: Tokens, trx: Transaction<Database>, { id }: ValidToken): Promise<void> {
  await trx.updateTable('user_token').set({ used_at: clock() }).where('id', '=', id).execute();
}
