import { sql } from 'kysely';
import { copied, finds, internal, mailText, noPerson, plain, secret, storedAnswer, table, textDays } from './table.ts';

export const coreTables = {
  mail: table({
    id: copied.id,
    recipient: finds.text,
    /** The user who had this email address when it was written. */
    recipient_id: internal.integer.nullable(),
    subject: mailText.text,
    body_text: secret.text.nullable(),
    body_html: secret.text.nullable(),
    created_at: copied.timestamp,
    expires_at: copied.timestamp.nullable(),
    sent_at: copied.timestamp.nullable(),
    failed_at: copied.timestamp.nullable(),
    /** Why the last try failed. */
    failure: internal.text.nullable(),
    invitation_id: internal.integer.nullable(),
    /** The recipient waits for a passcode and for a link to reset a password. */
    kind: copied.oneOf(['passcode', 'reset']).nullable(),
    /** The organisation that caused it, if many can be caused at once. */
    ent_org_id: finds.integer.nullable(),
    /** Where a mail program ends emails of its kind; deleted with the text. */
    unsubscribe_url: secret.text.nullable(),
    refusals: internal.integer.default(0),
  })({
    organisation: ['ent_org_id', 'recipient>ent_usr:email.ent_org_id'],
    person: [{ as: 'emails', by: 'recipient', is: 'email' }],
    backup: { rows: 'all', rowsWithoutSecrets: 'sent_at is not null or failed_at is not null' },
    erased: { deleted: ['recipient_id', 'invitation_id>invitation.ent_usr_id'] },
    kept: [{ days: textDays, since: 'created_at' }],
  }),
  notice: table({
    /** An organisation, or 0: all Administrators. */
    audience_id: plain.integer,
    kind: plain.text,
    /** The bulk action with the end of which the notices leave, or 0. */
    bulk_job_id: plain.integer.default(0),
    /** When the hour ends: counting restarts, and deferred emails are sent. */
    due_at: plain.timestamp,
    /** How many were mailed in this hour. */
    mails: plain.integer.default(0),
    /** What was not mailed: its number, and the first sentences of it. */
    deferred: plain.integer.default(0),
    first_deferred: plain.json<string[]>().default([]),
  })({
    organisation: ['audience_id'],
    person: noPerson('Notifications to all Organisers of an organisation, deleted a day after their hour'),
    erased: { stays: 'Deleted after at most 30 days' },
    kept: [
      { days: 1, since: 'due_at', if: () => sql<boolean>`deferred = 0` },
      { days: textDays, since: 'due_at' },
    ],
  }),
  attempt_count: table({
    key: secret.text,
    failures: plain.integer,
    window_ends_at: plain.timestamp,
    blocked_until: plain.timestamp.nullable(),
    counted_at: plain.timestamp.nullable(),
  })({
    organisation: [],
    person: noPerson('Counts by keyed hashes, deleted a day after their end'),
    backup: 'with-secrets',
    kept: [{ days: 1, since: 'window_ends_at' }],
  }),
  idempotency_key: table({
    /** A person, or the next: a key of an organisation. */
    ent_usr_id: plain.integer.nullable(),
    api_key_id: plain.integer.nullable(),
    call: plain.text,
    key: secret.text,
    request_hash: secret.text,
    status: plain.integer.nullable(),
    answer: secret.text.nullable(),
    created_at: plain.timestamp,
  })({ ...storedAnswer }),
  idempotent_operation: table({
    /** A person, or the next: a key of an organisation. */
    ent_usr_id: plain.integer.nullable(),
    api_key_id: plain.integer.nullable(),
    key_hash: secret.text,
    input_hash: secret.text,
    /** While it counts as running. */
    leased_until: plain.timestamp.nullable(),
    /** This and the next: sealed by the gateway. */
    journal: secret.text.nullable(),
    answer: secret.text.nullable(),
    created_at: plain.timestamp,
  })({ ...storedAnswer }),
};
