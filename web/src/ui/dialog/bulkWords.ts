import type { BulkAction } from '../../gql/graphql.ts';

interface Words {
  /** The button. */
  label: string;
  /** What the question says of the rows. */
  question: (rows: string) => string;
  effect: string;
  /** After it, of the rows that were done. */
  done: string;
  /** Of the rows that were in this state already. */
  unchanged: string;
  danger?: true;
}

/** What each action asks and says. */
export const bulkWords: Record<BulkAction, Words> = {
  ACTIVATE: {
    label: 'Activate',
    question: (rows) => `Activate ${rows}?`,
    effect: 'They can sign in again, and count as active users. Who has no password yet is mailed a link.',
    done: 'activated',
    unchanged: 'active already',
  },
  DEACTIVATE: {
    label: 'Deactivate',
    question: (rows) => `Deactivate ${rows}?`,
    effect: 'They are signed out everywhere and can no longer sign in. Responders of other modules stay active.',
    done: 'deactivated',
    unchanged: 'inactive already',
    danger: true,
  },
  CHANGE_ROLE: {
    label: 'Change role',
    question: (rows) => `Change the role of ${rows}?`,
    effect: 'They get this role at once.',
    done: 'changed',
    unchanged: 'had this role already',
  },
  CHANGE_DEPARTMENT: {
    label: 'Change department',
    question: (rows) => `Change the department of ${rows}?`,
    effect: 'They are moved to this department.',
    done: 'changed',
    unchanged: 'were in this department already',
  },
  RESEND_INVITATION: {
    label: 'Resend',
    question: (rows) => `Resend ${rows}?`,
    effect: 'A mail with a new link is sent to each, and the old links are dead.',
    done: 'sent again',
    unchanged: 'not sent',
  },
  REVOKE_INVITATION: {
    label: 'Revoke',
    question: (rows) => `Revoke ${rows}?`,
    effect: 'The links are dead at once, and no others are mailed until you invite them again.',
    done: 'revoked',
    unchanged: 'revoked already',
    danger: true,
  },
};
