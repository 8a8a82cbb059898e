import { type NoticeRules, organisationEvents } from '../core/mail/notice-rule.ts';

const addresses = organisationEvents(
  {
    kind: 'webhook',
    subject: 'A webhook was created or its URL changed',
    advice: 'Delete the webhook, and end the sessions of the person who made the change.',
    isNeverCombined: true,
  },
  ({ after }) => after?.url !== undefined,
  ({ after }, ofIt) => `Events${ofIt} are now sent to ${after?.url}`,
);

export const webhookNotices: NoticeRules = {
  'webhooks:create': addresses,
  'webhooks:edit': addresses,
};
