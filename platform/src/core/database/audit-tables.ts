import type { AuditAction } from '@console/contract/audit-actions';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Actor } from '../base/audit-entry.ts';

/** The activity, and how it is sealed. */
export interface AuditTables {
  audit_entry: {
    id: GeneratedAlways<number>;
    at: Date;
    ent_usr_id: number | null;
    ent_org_id: number | null;
    via: Actor['via'];
    action: string;
    target_type: string;
    target_id: string | null;
    before: string | null;
    after: string | null;
    request_id: string | null;
    client_address: string | null;
    /** The `idStr` of the role that the user had. */
    actor_role: string | null;
    api_key_id: number | null;
    /** The organisation that the event belongs to. */
    subject_org_id: number | null;
    /** The other organisation of a mapping, written by a trigger. */
    other_org_id: Generated<number | null>;
    /** What was done or refused. */
    event: AuditAction;
    /** The error code of a refusal. */
    code: string | null;
    /** This and the next: only for refusals. Keyed hash: the database alone does not reveal the email. */
    email_hash: string | null;
    /** The number of folded refusals. */
    count: Generated<number>;
    /** The order in which events were sealed; null before that, like the next three. */
    position: number | null;
    chain_id: number | null;
    chain_no: number | null;
    hash: string | null;
    /** How the hash was made; null and 1: of the values themselves, 2: of their commitments. */
    hash_version: Generated<number | null>;
    /** Of version 2: the key of the commitments; null once a value was erased. */
    salt: Generated<Uint8Array | null>;
    /** Once a value was erased: its commitment, and what verifies the values that are left. */
    erased: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  };
  /** One row: the last position. */
  audit_position: { id: number; position: number };
  /** The chain of an organisation's sealed events; 0: of those without one. `first_…` is of the last deleted event. */
  audit_chain: {
    id: number;
    first_no: number;
    first_hash: string;
    last_no: number;
    last_hash: string;
    /** The number of the last event that was logged with its hash. */
    logged_no: Generated<number>;
    /** Keyed hash of a start that retention has made; null at the first event. */
    start_proof: string | null;
  };
}
