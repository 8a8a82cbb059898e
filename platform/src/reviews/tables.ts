import { sql } from 'kysely';
import {
  copied,
  erasedAs,
  finds,
  internal,
  noPerson,
  ofOrganisation,
  otherPerson,
  plain,
  table,
} from '../core/database/table.ts';

/** Whether the retention of evidence is over. */
const isKeptNoLonger = (now: Date) =>
  sql<boolean>`made_at < (select ${now}::timestamptz - make_interval(years => review_evidence_years)
    from access_review inner join ent_org on ent_org.id = ent_org_id where access_review.id = review_id)`;

export const reviewTables = {
  access_review: table({
    id: copied.id,
    ent_org_id: finds.integer,
    name: copied.text,
    /** `YYYY-MM-DD`. */
    due_on: copied.text,
    scope: ofOrganisation.oneOf(['all', 'roles', 'people']),
    scope_roles: ofOrganisation.texts.nullable(),
    reviewer_ids: otherPerson.integers.nullable(),
    state: copied.oneOf(['open', 'ending', 'ended', 'cancelled']),
    series_id: internal.integer.nullable(),
    started_by: finds.integer.nullable(),
    started_at: copied.timestamp,
    ended_by: finds.integer.nullable(),
    /** Time when the review was completed. */
    ended_at: copied.timestamp.nullable(),
    /** Time when all decisions were applied and the evidence was stored. */
    finished_at: internal.timestamp.nullable(),
    /** Days before the due date of the last reminder: 7, then 1. */
    reminded_days: internal.integer.nullable(),
  })({
    person: [
      { as: 'startedReviews', by: 'started_by' },
      { as: 'endedReviews', by: 'ended_by' },
    ],
    erased: { stays: 'Typed by people' },
  }),
  access_review_series: table({
    id: copied.id,
    ent_org_id: finds.integer,
    name: copied.text,
    /** Months between two starts. */
    months: copied.oneOf([3, 6, 12]).as<number>(),
    /** Days from a start to the due date. */
    days: ofOrganisation.integer,
    scope: ofOrganisation.oneOf(['all', 'roles', 'people']),
    /** `idStr` of the roles; null with another scope. */
    scope_roles: ofOrganisation.texts.nullable(),
    /** Ids of the people; null with another scope. */
    people: otherPerson.integers.nullable(),
    /** Null for the supervisor of each person. */
    reviewer_ids: otherPerson.integers.nullable(),
    /** Day of the next start, `YYYY-MM-DD`. */
    next_on: copied.text,
    created_by: finds.integer.nullable(),
    created_at: copied.timestamp,
    ended_at: copied.timestamp.nullable(),
  })({ person: [{ as: 'recurringReviews', by: 'created_by' }], erased: { stays: 'Typed by people' } }),
  access_review_item: table({
    id: copied.id,
    review_id: copied.integer,
    ent_usr_id: finds.integer,
    is_external: copied.boolean,
    /** This and the next two columns have the values from the start of the review. */
    name: copied.text.nullable(),
    email: copied.text.nullable(),
    role_id: copied.integer.nullable(),
    /** Null if there is no eligible reviewer. */
    reviewer_id: otherPerson.integer.nullable(),
    /** Null if another user has set the supervisor, or the reviewer does not depend on the supervisor. */
    supervisor_setter: internal.oneOf(['SELF', 'UNKNOWN']).nullable(),
    decision: copied.oneOf(['KEEP', 'CHANGE_ROLE', 'REMOVE']).nullable(),
    new_role_id: copied.integer.nullable(),
    reason: copied.text.nullable(),
    /** Facts that the reviewer saw at the decision. */
    facts: copied.text.nullable(),
    /** Role at the decision: a later one was not reviewed. */
    decided_role_id: internal.integer.nullable(),
    decided_by: finds.integer.nullable(),
    decided_at: copied.timestamp.nullable(),
    /** Version of the decision, so that no one replaces a decision that they have not seen. */
    version: internal.integer.default(0),
    outcome: copied.oneOf(['DONE', 'REFUSED', 'UNDECIDED']).nullable(),
    /** Error code and text of a decision that could not be applied. */
    outcome_code: copied.text.nullable(),
    outcome_text: copied.text.nullable(),
    /** Event of the action that applied the decision. */
    audit_entry_id: internal.integer.nullable(),
    carried_out_at: copied.timestamp.nullable(),
  })({
    organisation: ['review_id>access_review.ent_org_id'],
    person: [
      { as: 'reviewsOfTheirAccess' },
      { as: 'decisionsInReviews', by: 'decided_by', columns: ['id', 'review_id', 'decision', 'decided_at'] },
    ],
    erased: {
      changed: ['ent_usr_id'],
      set: {
        name: erasedAs.name,
        email: erasedAs.email('ent_usr_id'),
        reason: 'null',
        facts: 'null',
        outcome_text: 'null',
      },
      stays: 'Codes',
    },
  }),
  /** Reasons why decisions were not applied: rows that complete the unchanged files of the evidence. */
  access_review_addendum: table({
    item_id: copied.integer,
    reason: copied.text.nullable(),
    written_by: finds.integer.nullable(),
    written_at: copied.timestamp,
    /** SHA-256 of the review, the item, the time and the reason, which the event has too. */
    hash: internal.text,
  })({
    organisation: ['item_id>access_review_item.review_id>access_review.ent_org_id'],
    person: [
      { as: 'addendaAboutTheirAccess', by: 'item_id>access_review_item.ent_usr_id' },
      { as: 'addendaByThem', by: 'written_by', columns: ['item_id', 'written_at'] },
    ],
    erased: {
      changed: ['item_id>access_review_item.ent_usr_id'],
      set: { reason: 'null' },
      keeps: ['written_by'],
      stays: 'A hash',
    },
  }),
  access_review_evidence: table({
    review_id: plain.integer,
    /** `pdf` is from an earlier release. */
    kind: plain.oneOf(['html', 'pdf', 'csv']),
    file_name: plain.text,
    bytes: plain.bytes,
    sha256: plain.text,
    /** Keyed hash of review, kind and `sha256`: detects a file that was changed in the database. */
    proof: plain.text,
    made_at: plain.timestamp,
  })({
    organisation: ['review_id>access_review.ent_org_id'],
    person: noPerson('Files about many people that are kept unchanged as proof. The review has them.'),
    kept: [{ days: 365, since: 'made_at', if: isKeptNoLonger }],
  }),
};
