import type { RoleKey } from '@console/contract/access';
import { StartError } from '@console/server-base/settings';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { lockOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import { operatorName } from '../core/base/operator-name.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import { accountCounterKeys, clearAttempts } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { deleteRememberedDevices } from '../security/revoke-access.ts';

type CommandServices = Pick<Services, 'db' | 'clock'>;

const commandSchema = z.strictObject({
  act: z.enum(['make-administrator', 'unlock', 'end-sessions']),
  /** Null for everyone. */
  email: z.string().trim().toLowerCase().max(320).nullable(),
  operator: operatorName,
});
export type OperatorCommand = z.infer<typeof commandSchema>;

const administrator: RoleKey = 'ADMINISTRATOR';

export const parseOperatorCommand = (request: unknown): OperatorCommand => commandSchema.parse(request);

/** Runs a command and its event in one transaction; returns the text to print. Throws StartError if it fails. */
export const runOperatorCommand = (
  services: CommandServices,
  { act, email, operator }: OperatorCommand,
): Promise<string> =>
  runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const { audit, answer } = await commands[act](services, trx, email);
    const entries = [audit ?? []].flat();
    return { answer, audit: entries.map((entry) => ({ ...entry, after: { ...entry.after, operator } })) };
  });

type OperatorHandler = (
  services: CommandServices,
  trx: Transaction<Database>,
  email: string | null,
) => Promise<CommandResult<string>>;

const unchanged = 'Nothing was changed.';

const makeAdministrator: OperatorHandler = async ({ clock }, trx, email) => {
  const { user, organisation } = await lockNamedUser(trx, email);
  if (user.is_disabled || organisation?.is_disabled)
    throw new StartError(`${user.email} or their organisation is inactive. Activate it first. ${unchanged}`);
  const role = await trx.selectFrom('role').select('id').where('id_str', '=', administrator).executeTakeFirstOrThrow();
  if (user.role_id === role.id)
    return { answer: `${user.email} is already an Administrator. ${unchanged}`, audit: null };
  const changed = { role_id: role.id, updated_at: clock() };
  await trx.updateTable('ent_usr').set(changed).where('id', '=', user.id).execute();
  // A remembered device is trusted for the permissions at that time.
  await deleteRememberedDevices(trx, user.id);
  const audit: AuditEntry = {
    action: 'users:edit',
    target: { type: 'ent_usr', id: user.id },
    before: { role_id: user.role_id },
    after: { role_id: role.id },
  };
  return { answer: `${user.email} is now an Administrator.`, audit };
};

const unlock: OperatorHandler = async (_services, trx, email) => {
  const { user } = await lockNamedUser(trx, email);
  const keys = accountCounterKeys(user);
  const counted = await trx.selectFrom('attempt_count').select('key').where('key', 'in', keys).execute();
  if (counted.length === 0) {
    const none = `There are no failed attempts to clear for ${user.email}`;
    if (user.is_disabled) throw new StartError(`${none}, but the user is inactive. ${unchanged}`);
    return { answer: `${none}. ${unchanged}`, audit: null };
  }
  await clearAttempts(trx, keys);
  const audit = { action: 'users:unlock', target: { type: 'ent_usr', id: user.id } };
  return { answer: `${user.email} can sign in again. Their failed attempts were cleared.`, audit };
};

const endSessions: OperatorHandler = async ({ clock }, trx, email) => {
  const user = email === null ? null : (await lockNamedUser(trx, email)).user;
  const theirs = user === null ? sql<boolean>`true` : sql<boolean>`ent_usr_id = ${user.id}::int`;
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended_at: clock() })
    .where(theirs)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await trx.deleteFrom('login_attempt').where(theirs).execute();
  await trx.deleteFrom('remember_token').where(theirs).execute();
  const after = { sessions: Number(numUpdatedRows) };
  const audit: AuditEntry = user
    ? { action: 'security:endSession', target: { type: 'ent_usr', id: user.id }, after }
    : { action: 'security:endAllSessions', target: { type: 'many', id: null }, after };
  const text = `Sessions ended for ${user?.email ?? 'all users'}: ${after.sessions}. No device is remembered. API keys still work.`;
  return { answer: text, audit };
};

const commands: Readonly<Record<OperatorCommand['act'], OperatorHandler>> = {
  'make-administrator': makeAdministrator,
  unlock,
  'end-sessions': endSessions,
};

/** Locks organisation before user, as all commands do. */
async function lockNamedUser(trx: Transaction<Database>, email: string | null) {
  const find = () =>
    trx
      .selectFrom('ent_usr')
      .select(['id', 'email', 'ent_org_id', 'role_id', 'is_disabled'])
      .where(emailIs(email ?? ''))
      .executeTakeFirst();
  const unlocked = await find();
  const organisation = await lockOrganisation(trx, unlocked?.ent_org_id ?? null);
  if (unlocked) await lockUser(trx, unlocked.id);
  const user = await find();
  if (!user) throw new StartError(`No user has the email address ${email}. ${unchanged}`);
  return { user, organisation };
}
