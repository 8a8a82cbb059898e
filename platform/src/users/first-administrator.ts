import type { RoleKey } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { passwordLink, replaceToken } from '../invitations/user-tokens.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { lockPlatformStart } from './lock-platform-start.ts';

type FirstServices = Pick<Services, 'db' | 'clock' | 'settings'>;

const roleKey: RoleKey = 'ADMINISTRATOR';

/** Creates the first Administrator of a database. Returns a password link until it is used, and null in any other database. */
export const createFirstAdministrator = (services: FirstServices, email: string): Promise<URL | null> =>
  runCommand<URL | null>({ ...services, notices: null }, systemActor, async (trx) => {
    await lockPlatformStart(trx);
    const invited = (await insertAdministrator(services, trx, email)) ?? (await renewInvitation(services, trx, email));
    if (!invited) return { answer: null, audit: null };
    const { token } = await replaceToken(services, trx, invited.userId, 'invitation');
    return { answer: passwordLink(services, token), audit: invited.audit };
  });

interface Invited {
  userId: number;
  audit: AuditEntry;
}

async function insertAdministrator(
  { clock }: FirstServices,
  trx: Transaction<Database>,
  email: string,
): Promise<Invited | null> {
  if (await trx.selectFrom('ent_usr').select('id').limit(1).executeTakeFirst()) return null;
  const now = clock();
  const person = { email, role_id: await administratorRole(trx) };
  const { id: userId } = await trx
    .insertInto('ent_usr')
    .values({ ...person, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId, audit: { action: 'users:create', target: { type: 'ent_usr', id: userId }, after: person } };
}

async function renewInvitation(
  { clock }: FirstServices,
  trx: Transaction<Database>,
  email: string,
): Promise<Invited | null> {
  const [only, another] = await trx.selectFrom('ent_usr').select('id').limit(2).execute();
  if (!only || another) return null;
  await lockUser(trx, only.id);
  const user = await trx
    .selectFrom('ent_usr')
    .select(['id', 'email'])
    .where('role_id', '=', await administratorRole(trx))
    .where('ent_org_id', 'is', null)
    .where('password_hash', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!user) return null;
  // Also invalidates a link that was emailed to the earlier address.
  await revokeAllAccess(trx, clock, user.id);
  const audit = { action: 'users:invite', target: { type: 'ent_usr', id: user.id } };
  if (user.email === email) return { userId: user.id, audit };
  await trx.updateTable('ent_usr').set({ email, updated_at: clock() }).where('id', '=', user.id).execute();
  return { userId: user.id, audit: { ...audit, before: { email: user.email }, after: { email } } };
}

async function administratorRole(trx: Transaction<Database>): Promise<number> {
  const role = await trx.selectFrom('role').select('id').where('id_str', '=', roleKey).executeTakeFirstOrThrow();
  return role.id;
}
