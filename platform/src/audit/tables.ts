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
    /** The `idStr` of the role that the user had. */
    actor_role: copied.text.nullable(),
    api_key_id: internal.integer.nullable(),
    /** The organisation that the event belongs to. */
    subject_org_id: finds.integer.nullable(),
    /** The other organisation of a mapping, written by a trigger. */
    other_org_id: ofOrganisation.integer.nullable(),
    /** What was done or refused. */
    event: copied.text.as<AuditAction>(),
    /** The error code of a refusal. */
    code: copied.text.nullable(),
    /** This and the next: only for refusals. Keyed hash: the database alone does not reveal the email. */
    email_hash: proof.text.nullable(),
    /** The number of folded refusals. */
    count: copied.integer.default(1),
    /** The order in which events were sealed; null before that, like the next three. */
    position: internal.bigint.nullable(),
    chain_id: internal.integer.nullable(),
    chain_no: internal.bigint.nullable(),
    hash: internal.text.nullable(),
    /** How the hash was made; null and 1: of the values themselves, 2: of their commitments. */
    hash_version: internal.smallint.nullable(),
    /** Of version 2: the key of the commitments; null once a value was erased. */
    salt: proof.bytes.nullable(),
    /** Once a value was erased: its commitment, and what verifies the values that are left. */
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
  /** One row: the last position. */
  audit_position: table({ id: plain.integer, position: plain.bigint })({
    organisation: [],
    person: noPerson('A number'),
  }),
  /** The chain of an organisation's sealed events; 0: of those without one. `first_…` is of the last deleted event. */
  audit_chain: table({
    id: plain.integer,
    first_no: plain.bigint,
    first_hash: plain.text,
    last_no: plain.bigint,
    last_hash: plain.text,
    /** The number of the last event that was logged with its hash. */
    logged_no: plain.bigint.default(0),
    /** Keyed hash of a start that retention has made; null at the first event. */
    start_proof: plain.text.nullable(),
  })({ organisation: ['id'], anonymised: [], person: noPerson('The hash chain of the activity log') }),
};
