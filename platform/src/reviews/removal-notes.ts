import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { isSeniorPost } from '../users/designations.ts';
import { usersStore } from '../users/users.store.ts';
import { dutyNames } from './review-facts.ts';

/** What prevents the removal of own users of an organisation, or has no holder after it, by user. */
export async function findRemovalNotes(
  db: Kysely<Database>,
  organisationId: number,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map();
  const duties = await usersStore(db, 'any').responders({ userIds: [...userIds] });
  const users = await db
    .selectFrom('ent_usr')
    .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.id', 'ent_usr.designation', sql<boolean>`organizer_id = ent_usr.id`.as('is_organiser')])
    .where('ent_org.id', '=', organisationId)
    .where(sql<boolean>`ent_usr.id = any(${userIds}::int[])`)
    .execute();
  return new Map(
    users.map(({ id, designation, is_organiser }) => {
      const responderIn = duties.flatMap(({ ent_usr_id, kind }) => (ent_usr_id === id ? dutyNames[kind] : []));
      const notes = [
        responderIn.length > 0 &&
          `A responder cannot be removed. Assign another responder in ${responderIn.join(', ')} first.`,
        is_organiser && 'This user is the main Organiser. No one takes over: choose another main Organiser.',
        isSeniorPost(designation) && `No one takes over the designation ${designation}.`,
      ];
      return [id, notes.filter(Boolean).join(' ')];
    }),
  );
}
