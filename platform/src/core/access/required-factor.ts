import { accountCalls } from '@console/contract/calls/account';
import { passkeysCalls } from '@console/contract/calls/passkeys';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { sessionCalls } from '@console/contract/calls/session';
import type { RefusalCode } from '@console/contract/errors';
import { factorGraceDays } from '@console/contract/rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { addMs, dayMs } from '../base/clock.ts';
import { conflict, Failure } from '../base/failure.ts';
import type { Database } from '../database/schema.ts';
import { hasAnyFactor } from '../database/user-response.ts';
import type { Services } from './services.ts';

/** State of a session without the second factor that its organisation requires. */
export interface RequiredFactor {
  /** Time from which the session may only set up a second factor or sign out. */
  dueAt: Date;
  isDue: boolean;
  /** The user has a second factor that this session did not use: only a new sign-in proves that the factor is theirs. */
  mustSignInAgain: boolean;
}

export const requiredFactorColumns = [
  'ent_org.factor_required_at',
  'ent_usr.factor_grace_from',
  'ent_usr.created_at as user_created_at',
  'session.has_factor',
  // Subqueries only where a factor is required: most calls read neither table.
  sql<boolean | null>`case when factor_required_at is not null and not session.has_factor
    then ${hasAnyFactor} end`.as('has_any_factor'),
] as const;

interface RequiredFactorRow {
  factor_required_at: Date | null;
  factor_grace_from: Date | null;
  user_created_at: Date;
  has_factor: boolean;
  has_any_factor: boolean | null;
}

/** The missing second factor. Without extensions none can be set up, so none is required. */
export function requiredFactorOf(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  row: RequiredFactorRow,
): RequiredFactor | undefined {
  if (row.factor_required_at === null || row.has_factor || !settings.extensions) return undefined;
  const from = [row.factor_required_at, row.user_created_at, row.factor_grace_from ?? row.user_created_at];
  const dueAt = addMs(new Date(Math.max(...from.map((date) => date.getTime()))), factorGraceDays * dayMs);
  return { dueAt, isDue: dueAt <= clock(), mustSignInAgain: row.has_any_factor === true };
}

/** Reads the missing factor in a transaction that has locked the user. */
export async function readRequiredFactor(
  services: Pick<Services, 'settings' | 'clock'>,
  db: Kysely<Database>,
  sessionId: number,
): Promise<RequiredFactor | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(requiredFactorColumns)
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  return row && requiredFactorOf(services, row);
}

export const requiredFactorField = (required: RequiredFactor | undefined) =>
  required && {
    required_factor: {
      due_at: required.dueAt.toISOString(),
      is_due: required.isDue,
      sign_in_again: required.mustSignInAgain,
    },
  };

/** Calls of every session: read the own account, and sign out. */
const alwaysAllowed: readonly string[] = [sessionCalls.apiUserDetail, sessionCalls.logoutApiUser].map(
  ({ name }) => name,
);

/** Calls that set up a first factor. */
const setUpCalls: readonly string[] = [
  accountCalls.validPassword,
  secondFactorCalls.setUpApp,
  secondFactorCalls.confirmApp,
  passkeysCalls.newPasskey,
  passkeysCalls.addPasskey,
].map(({ name }) => name);

/** Whether a session without the factor may make a call; unlisted calls are rejected. */
export const isAllowedWithout = ({ isDue, mustSignInAgain }: RequiredFactor, call: string | undefined): boolean =>
  !isDue || (call !== undefined && (alwaysAllowed.includes(call) || (!mustSignInAgain && setUpCalls.includes(call))));

const refusals = {
  setUp: 'Your organisation requires a second factor. Set one up to continue.',
  signInAgain: 'Your organisation requires a second factor. Sign in again with yours.',
} as const;

/** 403: only setting up a factor or signing out is allowed. */
export const factorRequired = ({ mustSignInAgain }: RequiredFactor) =>
  new Failure(403, {
    message: refusals[mustSignInAgain ? 'signInAgain' : 'setUp'],
    code: 'FACTOR_REQUIRED' satisfies RefusalCode,
  });

/** Marks the session that sets up a factor. Throws 403 for any other session: a stolen password must not add one. The user is locked. */
export async function confirmFactorOfSession(
  services: Pick<Services, 'settings' | 'clock'>,
  trx: Transaction<Database>,
  sessionId: number,
): Promise<void> {
  const required = await readRequiredFactor(services, trx, sessionId);
  if (required?.isDue && required.mustSignInAgain) throw factorRequired(required);
  await trx.updateTable('session').set({ has_factor: true }).where('id', '=', sessionId).execute();
}

/** Throws 409 if the removed factor was the last and the organisation requires one. */
export async function requireRemainingFactor(trx: Transaction<Database>, userId: number): Promise<void> {
  const user = await trx
    .selectFrom('ent_usr')
    .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(hasAnyFactor.as('has_one'))
    .where('ent_usr.id', '=', userId)
    .where('factor_required_at', 'is not', null)
    .executeTakeFirst();
  if (user && !user.has_one)
    throw conflict('Your organisation requires a second factor. Set up another one before you remove this one.');
}
