import { type NoticeRules, privilegedUsers } from '../core/mail/notice-rule.ts';

export const userNotices: NoticeRules = {
  'users:create': privilegedUsers((role) => `was added as ${role}`),
  'users:upload': privilegedUsers((role) => `was added by a file upload as ${role}`),
  'users:edit': privilegedUsers((role) => `became ${role}`),
  'users:activate': privilegedUsers(
    (role) => `was activated as ${role}`,
    () => true,
  ),
  'organisations:createOrganiser': privilegedUsers((role) => `was added as ${role}`),
};
