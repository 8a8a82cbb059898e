import type { RoleKey } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The oldest accounts come first, so that accounts added by an attacker cannot displace them. */
const maxRecipients = 50;

export const selectRole = (trx: Transaction<Database>, role: RoleKey) =>
  trx.selectFrom('ent_usr').innerJoin('role', 'role.id', 'ent_usr.role_id').where('role.id_str', '=', role);

/** Recipients of an email: active users with a role and without a sign-in block, of one organisation or of all. */
export const selectRecipients = (trx: Transaction<Database>, role: RoleKey, organisationId: number | null) =>
  selectRole(trx, role)
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['email', 'firstname as name', 'brandname'])
    .where('ent_usr.is_disabled', '=', false)
    .where('ent_usr.sign_in_blocked_at', 'is', null)
    .$if(organisationId !== null, (of) => of.where('ent_org_id', '=', organisationId))
    .orderBy('ent_usr.id')
    .limit(maxRecipients);
