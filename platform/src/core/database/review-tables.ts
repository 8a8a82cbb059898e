import type { Generated, GeneratedAlways } from 'kysely';

/** The people that a review is about: all, those of roles, or chosen ones. */
type ReviewScope = 'all' | 'roles' | 'people';

/** Access reviews, their evidence, and the reviews that repeat. */
export interface ReviewTables {
  access_review_series: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    name: string;
    /** The months between two starts. */
    months: number;
    /** The days from a start to the due date. */
    days: number;
    scope: ReviewScope;
    /** The `idStr` of the roles; null with another scope. */
    scope_roles: string[] | null;
    /** The ids of the people; null with another scope. */
    people: number[] | null;
    /** Null: the supervisor of each person. */
    reviewer_ids: number[] | null;
    /** The day of the next start, `YYYY-MM-DD`. */
    next_on: string;
    created_by: number | null;
    created_at: Date;
    ended_at: Date | null;
  };
  access_review: {
    id: GeneratedAlways<number>;
    ent_org_id: number;
    name: string;
    /** `YYYY-MM-DD`. */
    due_on: string;
    scope: ReviewScope;
    scope_roles: string[] | null;
    reviewer_ids: number[] | null;
    state: 'open' | 'ending' | 'ended' | 'cancelled';
    series_id: number | null;
    started_by: number | null;
    started_at: Date;
    ended_by: number | null;
    /** Since when decisions are carried out. */
    ended_at: Date | null;
    /** When all were carried out and the evidence was stored. */
    finished_at: Date | null;
    /** The days before the due date of the last reminder: 7, then 1. */
    reminded_days: number | null;
  };
  access_review_item: {
    id: GeneratedAlways<number>;
    review_id: number;
    ent_usr_id: number;
    is_external: boolean;
    /** All three at the start. */
    name: string | null;
    email: string | null;
    role_id: number | null;
    /** Null: there is no one who may decide. */
    reviewer_id: number | null;
    decision: 'KEEP' | 'CHANGE_ROLE' | 'REMOVE' | null;
    new_role_id: number | null;
    reason: string | null;
    /** What helped to decide, as the reviewer was shown it at the decision. */
    facts: string | null;
    /** The person's role when it was decided: a later one was not reviewed. */
    decided_role_id: number | null;
    decided_by: number | null;
    decided_at: Date | null;
    /** Counts the decisions, so that no one replaces one that they have not seen. */
    version: Generated<number>;
    outcome: 'DONE' | 'REFUSED' | 'UNDECIDED' | null;
    /** The error code and text of a refusal. */
    outcome_code: string | null;
    outcome_text: string | null;
    /** The event that carried it out. */
    audit_entry_id: number | null;
    carried_out_at: Date | null;
  };
  access_review_evidence: {
    review_id: number;
    /** `pdf`: made by an earlier release. */
    kind: 'html' | 'pdf' | 'csv';
    file_name: string;
    bytes: Uint8Array;
    sha256: string;
    /** Keyed hash of review, kind and `sha256`: a file that was changed in the database is detected. */
    proof: string;
    made_at: Date;
  };
}
