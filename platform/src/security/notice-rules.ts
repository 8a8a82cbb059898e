import { accounts, type NoticeEmail, type NoticeRules } from '../core/mail/notice-rule.ts';

const resetEmail: NoticeEmail = {
  kind: 'factorsReset',
  subject: 'The second factors of a user were reset',
  advice: 'Have the user change their password, and end the sessions of the person who reset the second factors.',
};

export const securityNotices: NoticeRules = {
  'security:resetFactors': accounts(
    resetEmail,
    (person) => `The authenticator app and the passkeys of ${person} were removed`,
  ),
};
