import { nothing, plain, proof, table } from '../core/database/table.ts';

/** Traces of an erased person in other rows, until the erasure is complete. */
export interface PendingErasure {
  /** Email addresses in lower case. */
  emails: string[];
  /** Organisation to search for the addresses; null for all, because the person has proven them. */
  organisationId: number | null;
  /** Former rows of the person, as events name them: `api_key 12`. */
  rows: string[];
}

export const privacyTables = {
  /** Erased users with a keyed hash, read after a restore of an earlier backup. */
  erased_user: table({
    ent_usr_id: plain.integer,
    erased_at: plain.timestamp,
    /** Creation of the user's row, because a restore can give the id again. Null if unknown. */
    created_at: plain.timestamp.nullable(),
    proof: proof.text,
    /** Whether files of the embedded database may still contain erased data. */
    is_in_files: plain.boolean.default(false),
    /** Traces to search for; null once the erasure is complete. */
    pending: plain.json<PendingErasure>().nullable(),
    /** Position of the activity log up to which events were searched. */
    position: plain.integer.default(0),
  })({ organisation: [], person: nothing('An erased person has no copy'), erased: 'nothing' }),
};
