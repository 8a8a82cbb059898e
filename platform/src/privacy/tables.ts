import { nothing, plain, proof, table } from '../core/database/table.ts';

/** What an erased person is recognised by, next to their id, until their erasure is complete. */
export interface PendingErasure {
  /** Their email addresses, in lower case. */
  emails: string[];
  /** The organisation in which the addresses are searched for; null: in all, because the person has proven them. */
  organisationId: number | null;
  /** The rows that were theirs, as events name them: `api_key 12`. */
  rows: string[];
}

export const privacyTables = {
  /** Who was erased, with a keyed hash: read after a restore of an earlier backup. */
  erased_user: table({
    ent_usr_id: plain.integer,
    erased_at: plain.timestamp,
    /** When the row of the user was created: an id can be given again after a restore. Null: not known. */
    created_at: plain.timestamp.nullable(),
    proof: proof.text,
    /** Whether files of the embedded database may still have what was erased. */
    is_in_files: plain.boolean.default(false),
    /** What other rows and events are still searched for; null once the erasure is complete. */
    pending: plain.json<PendingErasure>().nullable(),
    /** The position of the activity up to which events were searched. */
    position: plain.integer.default(0),
  })({ organisation: [], person: nothing('An erased person has no copy'), erased: 'nothing' }),
};
