import { decideAccess } from '@console/contract/access';
import type { CallAnswer, CallBody } from '@console/contract/call';
import type { signInRulesCalls } from '@console/contract/calls/sign-in-rules';
import { minSessionMinutes, sessionLengthProblem } from '@console/contract/session-length';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockUsersOfOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { hasAnyFactor } from '../core/database/user-answer.ts';
import { signInNeedsSession } from './update-single-sign-on.ts';

type Input = CallBody<typeof signInRulesCalls.updateSignInRules>;
type SignInRules = CallAnswer<typeof signInRulesCalls.updateSignInRules>['sign_in_rules'];
type Rules = Pick<Row<'ent_org'>, 'session_minutes' | 'factor_required_at'>;

const maxMinutes = ({ sessionHours }: PlatformSettings): number => sessionHours * 60;

/** A length that the operator no longer allows is the operator's. */
function signInRulesOf(
  settings: PlatformSettings,
  { session_minutes, factor_required_at }: Rules,
  users_without_factor: number | null,
): SignInRules {
  const max_session_minutes = maxMinutes(settings);
  const isShorter = session_minutes !== null && session_minutes < max_session_minutes;
  return {
    session_minutes: isShorter ? session_minutes : null,
    max_session_minutes,
    factor_required: factor_required_at !== null,
    users_without_factor,
  };
}

/** The rules of an organisation that exists, without an access check. */
export async function readSignInRules(
  settings: PlatformSettings,
  db: Kysely<Database>,
  caller: Caller,
  id: number,
): Promise<SignInRules> {
  const rules = await db
    .selectFrom('ent_org')
    .select(['session_minutes', 'factor_required_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return signInRulesOf(settings, rules, await countWithoutFactor(db, caller, id));
}

async function countWithoutFactor(db: Kysely<Database>, caller: Caller, id: number): Promise<number | null> {
  if (decideAccess(caller, 'security:view', String(id)) !== 'allowed') return null;
  const { users } = await db
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<string>().as('users'))
    .where('ent_org_id', '=', id)
    .where('is_disabled', '=', false)
    .where(sql<boolean>`not ${hasAnyFactor}`)
    .executeTakeFirstOrThrow();
  return Number(users);
}

/** Changes the rules of an organisation; what is left out stays. Throws 403 by role and with an API key, 404, 422 WRONG_PASSWORD or with texts by field. */
export const updateSignInRules = (services: Services, caller: Caller, input: Input): Promise<SignInRules> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    requireSession(caller, signInNeedsSession);
    const current = await lockAllowedOrganisation(trx, caller, 'sso:activate', parseId(input.org_id));
    const { id } = current;
    const session_minutes = input.session_minutes === undefined ? current.session_minutes : input.session_minutes;
    if (session_minutes !== null && (session_minutes < minSessionMinutes || session_minutes > maxMinutes(settings)))
      throw invalidFields({ session_minutes: [sessionLengthProblem(maxMinutes(settings))] });
    const wasRequired = current.factor_required_at !== null;
    const factor_required = input.factor_required ?? wasRequired;
    const changesLength = session_minutes !== current.session_minutes;
    const changesFactor = factor_required !== wasRequired;
    const isNeeded = changesLength || changesFactor;
    await consumeReauthentication(trx, clock, caller, { isNeeded, settingsOf: id });
    if (!isNeeded) return { answer: await readSignInRules(settings, trx, caller, id), audit: null };
    await trx
      .updateTable('ent_org')
      // Required already: the days continue from when it became so.
      .set({ session_minutes, ...(changesFactor && { factor_required_at: factor_required ? clock() : null }) })
      .where('id', '=', id)
      .execute();
    if (changesLength && session_minutes !== null) await shortenSessions(trx, id, session_minutes);
    const audit = {
      action: 'sso:setSignInRules',
      target: { type: 'ent_org', id },
      before: {
        ...(changesLength && { session_minutes: current.session_minutes }),
        ...(changesFactor && { factor_required: wasRequired }),
      },
      after: { ...(changesLength && { session_minutes }), ...(changesFactor && { factor_required }) },
    };
    return { answer: await readSignInRules(settings, trx, caller, id), audit };
  });

/** Ends the sessions of an organisation's users no later than the new length allows; it never lengthens one. */
async function shortenSessions(trx: Transaction<Database>, organisationId: number, minutes: number): Promise<void> {
  // A sign-in that read the old length has locked its user: its session is waited for.
  const userIds = await lockUsersOfOrganisation(trx, organisationId);
  const newEnd = sql<Date>`coalesce(began_at, created_at) + ${minutes}::int * interval '1 minute'`;
  await trx
    .updateTable('session')
    .set({ expires_at: newEnd })
    .where(sql<boolean>`ent_usr_id = any(${userIds}::int[])`)
    .where('expires_at', '>', newEnd)
    .execute();
}
