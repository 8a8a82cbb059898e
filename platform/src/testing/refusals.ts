import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** A refusal as a gateway reports it, without its request. */
export const reportedRefusal = {
  action: 'deactivateUser',
  reason: 'FORBIDDEN',
  target_type: 'ent_usr',
  target_id: '7',
  via: 'session',
  key_hash: null,
  email_hash: null,
  client_address: '192.0.2.9',
} as const;

/** The refusals of the audit log, oldest first. */
export const auditedRefusals = (db: Kysely<Database>) =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', 'in', ['access:refuse', 'session:refuse'])
    .orderBy('id')
    .execute();
