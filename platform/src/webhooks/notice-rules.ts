import { findOrganisations, type NoticeRule, type NoticeRules, ofOrganisation } from '../core/mail/notice-rule.ts';

const webhookAddresses: NoticeRule = {
  email: {
    kind: 'webhook',
    subject: 'A webhook was created or its URL changed',
    advice: 'Delete the webhook, and end the sessions of the person who made the change.',
  },
  mayMatter: ({ after }) => after?.url !== undefined,
  async find(trx, entries) {
    const ids = entries.flatMap(({ organisationId }) => organisationId ?? []);
    const organisations = await findOrganisations(trx, ids);
    return entries.map(({ organisationId = null, after }) => ({
      sentence: `Events${ofOrganisation(organisations.get(organisationId ?? 0)?.brandname)} are now sent to ${after?.url}`,
      organisationId,
      concernsAdministrators: false,
    }));
  },
};

export const webhookNotices: NoticeRules = {
  'webhooks:create': webhookAddresses,
  'webhooks:edit': webhookAddresses,
};
