import type { AuditAction } from '@console/contract/audit-actions';
import { copied, finds, internal, noPerson, ofOrganisation, plain, proof, table } from '../core/database/table.ts';

export const auditTables = {
  audit_entry: table({
    id: copied.bigId,
    at: copied.timestamp,
    ent_usr_id: finds.integer.nullable(),
    ent_org_id: ofOrganisation.integer.nullable(),
    via: copied.oneOf(['session', 'bearer', 'rest', 'public', 'system', 'scim']),
    action: internal.text,
    target_type: copied.text,
    target_id: finds.text.nullable(),
    before: copied.json().nullable(),
    after: copied.json().nullable(),
    request_id: internal.text.nullable(),
    client_address: copied.text.nullable(),
    actor_role: copied.text.nullable(),
    api_key_id: internal.integer.nullable(),
    subject_org_id: finds.integer.nullable(),
    /** The other organisation of a mapping, written by a trigger. */
    other_org_id: ofOrganisation.integer.nullable(),
    event: copied.text.as<AuditAction>(),
    /** Error code of a refusal. */
    code: copied.text.nullable(),
    /** Keyed hash of a refused email, which the database alone does not reveal. Only refusals have this and the next column. */
    email_hash: proof.text.nullable(),
    count: copied.integer.default(1),
    /** Order of chaining. Null until an event is chained, like the next three columns. */
    position: internal.bigint.nullable(),
    chain_id: internal.integer.nullable(),
    chain_no: internal.bigint.nullable(),
    hash: internal.text.nullable(),
    /** Hash version: null and 1 hash the values, 2 their commitments. */
    hash_version: internal.smallint.nullable(),
    /** Key of the commitments in version 2; null once a value was erased. */
    salt: proof.bytes.nullable(),
    /** Commitments of erased values, and the keys that verify the remaining values. */
    erased: internal.json<Record<string, unknown>>().nullable(),
  })({
    organisation: ['subject_org_id'],
    anonymised: ['before', 'after', 'client_address', 'email_hash'],
    person: [
      { as: 'actions', without: ['before', 'after'] },
      { as: 'eventsAboutThem', by: 'target_id', is: 'target', without: ['via', 'target_type', 'client_address'] },
    ],
    erased: {
      cleared: ['client_address', 'email_hash'],
      stays: 'Codes, and what the person has done to an organisation',
    },
  }),
  /** The last position, in one row. */
  audit_position: table({ id: plain.integer, position: plain.bigint })({
    organisation: [],
    person: noPerson('A number'),
  }),
  /** Chain of an organisation (0: events without one). `first_…` describe the last deleted event. */
  audit_chain: table({
    id: plain.integer,
    first_no: plain.bigint,
    first_hash: plain.text,
    last_no: plain.bigint,
    last_hash: plain.text,
    logged_no: plain.bigint.default(0),
    /** Keyed hash of a start that retention has moved; null if the chain is complete. */
    start_proof: plain.text.nullable(),
  })({ organisation: ['id'], anonymised: [], person: noPerson('The hash chain of the activity log') }),
};
