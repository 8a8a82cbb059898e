import { levelOf } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';

/** The active users of an organisation who are Organiser or higher. */
export const responsibleOf = (trx: Transaction<Database>, organisationId: number): Promise<UserRow[]> =>
  selectUsers(trx)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.is_disabled', '=', false)
    .where('role.level', '<=', levelOf('ORGANISER'))
    .orderBy('ent_usr.id')
    .execute();

/** Who is asked for an organisation: its organiser, or everybody who could be when there is none. */
export async function organisersOf(trx: Transaction<Database>, organisationId: number): Promise<UserRow[]> {
  const organisation = await trx
    .selectFrom('ent_org')
    .select('organizer_id')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const people = await responsibleOf(trx, organisationId);
  const organiser = people.find(({ id }) => id === organisation?.organizer_id);
  return organiser ? [organiser] : people;
}

/** Where the own organisation's mappings are. */
export const mappingsLink = ({ settings }: Pick<Services, 'settings'>): URL => new URL('/M', settings.publicUrl);
