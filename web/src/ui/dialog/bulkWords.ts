import type { BulkAction } from '../../gql/graphql.ts';

/** An action on selected rows: a job of the platform, or done by the page row by row, because its results are not stored. */
export type RowsAction = BulkAction | 'COPY_LINKS';

interface Words {
  /** The button. */
  label: string;
  /** The title of the confirmation. */
  question: (rows: string) => string;
  effect: string;
  /** The emails that follow. */
  emails?: string;
  /** Shown instead while email is not set up. */
  withoutEmails?: string;
  /** The outcome of changed rows. */
  done: string;
  /** The outcome of rows that were already in this state. */
  unchanged: string;
  /** Outcome of rejected rows, if they did not fail. */
  failed?: string;
  danger?: true;
}

/** The texts of each action. */
export const bulkWords: Record<RowsAction, Words> = {
  ACTIVATE: {
    label: 'Activate',
    question: (rows) => `Activate ${rows}?`,
    effect: 'They can sign in again and count as active users. You can deactivate them later.',
    emails: 'Users without a password are emailed a link to set one.',
    done: 'activated',
    unchanged: 'already active',
  },
  DEACTIVATE: {
    label: 'Deactivate',
    question: (rows) => `Deactivate ${rows}?`,
    effect:
      'They are signed out everywhere and can no longer sign in. Users who are responders in another module stay active. You can activate the deactivated users again.',
    done: 'deactivated',
    unchanged: 'already inactive',
    danger: true,
  },
  CHANGE_ROLE: {
    label: 'Change role',
    question: (rows) => `Change the role of ${rows}?`,
    effect: 'They get the new role immediately. You can change it later.',
    done: 'changed',
    unchanged: 'already had this role',
  },
  CHANGE_DEPARTMENT: {
    label: 'Change department',
    question: (rows) => `Change the department of ${rows}?`,
    effect: 'They move to the new department immediately. You can change it later.',
    done: 'changed',
    unchanged: 'already in this department',
  },
  RESEND_INVITATION: {
    label: 'Resend',
    question: (rows) => `Resend ${rows}?`,
    effect: 'Each person gets a new link, and the previous links stop working.',
    emails: 'The new links are emailed.',
    withoutEmails: 'Email is not set up, so the new links are not emailed. Copy the links instead.',
    done: 'resent',
    unchanged: 'not sent',
  },
  COPY_LINKS: {
    label: 'Copy links',
    question: (rows) => `Copy new links for ${rows}?`,
    effect:
      'The new links are saved as one file, because links are not stored. The previous links stop working. Give each link only to the invited person: anyone with a link can accept the invitation. Each copy is recorded in the activity log.',
    done: 'copied',
    unchanged: 'not copied',
    failed: 'skipped',
  },
  REVOKE_INVITATION: {
    label: 'Revoke',
    question: (rows) => `Revoke ${rows}?`,
    effect: 'Their links stop working immediately. You can invite them again.',
    done: 'revoked',
    unchanged: 'already revoked',
    danger: true,
  },
};
