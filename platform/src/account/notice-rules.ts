import { type NoticeRules, privilegedUsers } from '../core/mail/notice-rule.ts';

export const accountNotices: NoticeRules = {
  'account:resetPassword': privilegedUsers(
    (role) => `accepted the invitation and set a password, as ${role}`,
    ({ after }) => after?.with === 'invitation',
  ),
};
