import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { UseUnsentMailsQuery } from '../gql/graphql.ts';
import { formatCount, formatMoment } from '../ui/layout/format.ts';

const unsentMailsQuery = graphql(`
  query useUnsentMails { viewer { user { id } unsentMails { sending count since failure } } }
`);

/** Each page asks again, but not more often than this. */
const pauseMs = 60_000;

type UnsentMails = NonNullable<NonNullable<UseUnsentMailsQuery['viewer']>['unsentMails']>;

/** The mails that do not leave; null for a viewer who may not see them. */
export const useUnsentMails = (allowed: boolean): UnsentMails | null => {
  const { data, retry } = usePageQuery(unsentMailsQuery, undefined, { quiet: true, skip: !allowed });
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
  return data?.viewer?.unsentMails ?? null;
};

/** What the line of mails says. */
export const unsentMailsTexts = (unsent: UnsentMails): { title: string; text: string } => ({
  title: titleOf(unsent),
  text: detailsOf(unsent),
});

function titleOf({ sending, count }: UnsentMails): string {
  if (!sending) return 'No mail server is set: no mail is sent.';
  return count === 1 ? '1 mail could not be sent.' : `${formatCount(count)} mails could not be sent.`;
}

function detailsOf({ sending, count, since, failure }: UnsentMails): string {
  const parts = [
    !sending && 'Copy the links of invitations, and leave passcodes off.',
    !sending && count > 0 && `${formatCount(count)} ${count === 1 ? 'mail waits' : 'mails wait'}.`,
    since && `The oldest is of ${formatMoment(new Date(since))}.`,
    failure && `The mail server’s last answer: ${failure}`,
  ];
  return parts.filter(Boolean).join(' ');
}
