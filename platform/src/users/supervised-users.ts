import { type RawBuilder, sql } from 'kysely';
import type { UserRow } from '../core/database/user-response.ts';

export const isSupervisedBy = ({ email, ent_org_id }: Pick<UserRow, 'email' | 'ent_org_id'>): RawBuilder<boolean> =>
  sql<boolean>`ent_usr.ent_org_id = ${ent_org_id} and not ent_usr.is_disabled
    and lower(ent_usr.supervisor) = ${email.toLowerCase()}`;
