import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { UseUnsentEmailsQuery } from '../gql/graphql.ts';
import { formatCount, formatMoment } from '../ui/layout/format.ts';

const unsentEmailsQuery = graphql(`
  query useUnsentEmails { viewer { user { id } unsentEmails { sending count since failure } } }
`);

/** Each page asks again, but not more often than this. */
const pauseMs = 60_000;

type UnsentEmails = NonNullable<NonNullable<UseUnsentEmailsQuery['viewer']>['unsentEmails']>;

/** The mails that do not leave; null for a viewer who may not see them. */
export const useUnsentEmails = (allowed: boolean): UnsentEmails | null => {
  const { data, retry } = usePageQuery(unsentEmailsQuery, undefined, { quiet: true, skip: !allowed });
  const { pathname } = useLocation();
  const requestedAt = useRef(Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is opened when its path changes.
  useEffect(
    function askAgainOnLaterPages() {
      if (!allowed || Date.now() - requestedAt.current < pauseMs) return;
      requestedAt.current = Date.now();
      retry();
    },
    [pathname],
  );
  return data?.viewer?.unsentEmails ?? null;
};

/** What the line of mails says. */
export const unsentEmailsTexts = (unsent: UnsentEmails): { title: string; text: string } => ({
  title: titleOf(unsent),
  text: detailsOf(unsent),
});

function titleOf({ sending, count }: UnsentEmails): string {
  if (!sending) return 'No mail server is set: no mail is sent.';
  return count === 1 ? '1 mail could not be sent.' : `${formatCount(count)} mails could not be sent.`;
}

function detailsOf({ sending, count, since, failure }: UnsentEmails): string {
  const parts = [
    !sending && 'Copy the links of invitations, and leave passcodes off.',
    !sending && count > 0 && `${formatCount(count)} ${count === 1 ? 'mail waits' : 'mails wait'}.`,
    since && `The oldest is of ${formatMoment(new Date(since))}.`,
    failure && `The mail server’s last answer: ${failure}`,
  ];
  return parts.filter(Boolean).join(' ');
}
