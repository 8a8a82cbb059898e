import { type NoticeEmail, type NoticeRules, organisationSettings } from '../core/mail/notice-rule.ts';

const passcodesEmail: NoticeEmail = {
  kind: 'passcodes',
  subject: 'The passcode requirement at sign-in was changed',
  advice: 'Have the change reversed, and end the sessions of the person who made it.',
};

export const configNotices: NoticeRules = {
  'config:edit': organisationSettings(
    passcodesEmail,
    ({ after }) => after?.otp_required !== undefined,
    ({ after }, organisation) =>
      `Users of ${organisation} now sign in ${after?.otp_required ? 'with an emailed passcode' : 'without an emailed passcode'}`,
  ),
};
