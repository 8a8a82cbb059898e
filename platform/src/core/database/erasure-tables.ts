import type { ColumnType, Generated } from 'kysely';

/** What an erased person is recognised by, next to their id, until their erasure is complete. */
export interface PendingErasure {
  /** Their email addresses, in lower case. */
  emails: string[];
  /** The organisation in which the addresses are searched for; null: in all, because the person has proven them. */
  organisationId: number | null;
  /** The rows that were theirs, as events name them: `api_key 12`. */
  rows: string[];
}

/** The erased users. */
export interface ErasureTables {
  /** Who was erased, with a keyed hash: read after a restore of an earlier backup. */
  erased_user: {
    ent_usr_id: number;
    erased_at: Date;
    /** When the row of the user was created: an id can be given again after a restore. Null: not known. */
    created_at: Date | null;
    proof: string;
    /** Whether files of the embedded database may still have what was erased. */
    is_in_files: Generated<boolean>;
    /** What other rows and events are still searched for; null once the erasure is complete. */
    pending: ColumnType<PendingErasure | null, string | null | undefined, string | null>;
    /** The position of the activity up to which events were searched. */
    position: Generated<number>;
  };
}
