import type { Actor } from '../core/audit.ts';
import { selectUsers, type UserRow } from '../core/ent-usr.ts';
import { unauthenticated } from '../core/failure.ts';
import { holdUser } from '../core/hold-user.ts';
import type { Services } from '../core/services.ts';
import { act } from '../core/transaction.ts';
import type { UserForm } from './user-form.ts';

/** Changes a user's record to what a form says, and answers it as it is then. What stays the same is neither written nor in the audit log. */
export const updateUser = (services: Services, actor: Actor, userId: number, form: UserForm): Promise<UserRow> =>
  act(services, actor, async (trx) => {
    await holdUser(trx, userId);
    const find = () => selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirst();
    const was = await find();
    // Deleted since the key was looked up.
    if (!was) throw unauthenticated();
    const changed = (Object.keys(form) as (keyof UserForm)[]).filter((field) => form[field] !== was[field]);
    if (changed.length === 0) return { answer: was, audit: null };
    const only = (row: UserForm | UserRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
    await trx
      .updateTable('ent_usr')
      .set({ ...only(form), updated_at: services.clock() })
      .where('id', '=', userId)
      .execute();
    return {
      answer: (await find()) ?? was,
      audit: { action: 'users:edit', target: { type: 'ent_usr', id: userId }, before: only(was), after: only(form) },
    };
  });
