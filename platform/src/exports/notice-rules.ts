import { type ListName, lists } from '@console/contract/lists';
import { type NoticeRules, organisationEvents } from '../core/mail/notice-rule.ts';

/** Exports of more rows are notified by email. */
const longExport = 10_000;

export const exportNotices: NoticeRules = {
  'lists:export': organisationEvents(
    {
      kind: 'largeExport',
      subject: 'A large list was exported',
      advice:
        'End the sessions of the person who exported it and revoke their API keys. Downloaded data cannot be recalled.',
    },
    ({ after }) => Number(after?.rows) > longExport,
    ({ after, target }, ofIt) => `${after?.rows} rows were exported: ${lists[target.id as ListName].label}${ofIt}`,
  ),
};
