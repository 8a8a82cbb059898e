import { type ListName, lists } from '@console/contract/lists';
import { findOrganisations, type NoticeRule, type NoticeRules, ofOrganisation } from '../core/mail/notice-rule.ts';

/** Exports of more rows are notified by email. */
const longExport = 10_000;

const longExports: NoticeRule = {
  email: {
    kind: 'largeExport',
    subject: 'A large list was exported',
    advice:
      'End the sessions of the person who exported it and revoke their API keys. Downloaded data cannot be recalled.',
  },
  mayMatter: ({ after }) => Number(after?.rows) > longExport,
  async find(trx, entries) {
    const organisations = await findOrganisations(
      trx,
      entries.flatMap(({ organisationId }) => organisationId ?? []),
    );
    return entries.map(({ organisationId = null, after, target }) => ({
      sentence: `${after?.rows} rows were exported: ${lists[target.id as ListName].label}${ofOrganisation(organisations.get(organisationId ?? 0)?.brandname)}`,
      organisationId,
      concernsAdministrators: false,
    }));
  },
};

export const exportNotices: NoticeRules = {
  'lists:export': longExports,
};
