import { modules as allModules } from '@console/contract/modules';
import { userProblems } from '@console/contract/user-rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { invalid } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';

/** Who is invited, into which organisation, and which modules it is about. */
export interface Invitation {
  organisationId: number;
  email: string;
  modules: string[];
}

/** An email as it is looked for. Throws 422 for what is none. */
export function readEmail(given: string): string {
  const problem = userProblems({ email: given }, { fields: ['email'] }).email;
  if (problem) throw invalid({ email: [problem] });
  return given.trim().toLowerCase();
}

/** Whoever has an email, given in small letters. */
export const findByEmail = (db: Kysely<Database>, email: string): Promise<UserRow | undefined> =>
  selectUsers(db).where(sql<boolean>`lower(ent_usr.email) = ${email}`).executeTakeFirst();

/** Whoever has an email, held; for an unknown one somebody is written of whom nothing else is known. Throws 422 for an email of the inviting organisation. */
export async function holdInvited(
  trx: Transaction<Database>,
  now: Date,
  { email, organisationId }: Invitation,
): Promise<UserRow> {
  const row = { email, created_at: now, updated_at: now };
  const added = await trx
    .insertInto('ent_usr')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  const id = added?.id ?? (await findByEmail(trx, email))?.id ?? 0;
  await holdUser(trx, id);
  const user = await selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();
  if (user.ent_org_id === organisationId) throw invalid({ email: ['belongs to the inviting organisation'] });
  return user;
}

/** Throws 422 for a module that neither the inviting organisation nor the caller's has subscribed to. */
export async function refuseUnknownModules(
  trx: Transaction<Database>,
  caller: Caller,
  { organisationId, modules }: Invitation,
): Promise<void> {
  if (modules.length === 0) return;
  const rows = await trx
    .selectFrom('subscribed_module')
    .select('module_id')
    .where('ent_org_id', 'in', [organisationId, Number(caller.organisationId ?? 0)])
    .execute();
  const subscribed = new Set(rows.map(({ module_id }) => module_id));
  const known = allModules.map(({ moduleId }): string => moduleId).filter((id) => subscribed.has(id));
  if (modules.some((module) => !known.includes(module)))
    throw invalid({ modules: ['must be modules of the organisation'] });
}
