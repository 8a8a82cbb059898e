import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageQuery } from '../../apollo/usePageQuery.ts';
import { graphql } from '../../gql/gql.ts';
import type { UseUnsentEmailsQuery } from '../../gql/graphql.ts';
import { formatCount, formatMoment } from '../layout/format.ts';

const unsentEmailsQuery = graphql(`
  query useUnsentEmails { viewer { user { id } unsentEmails { sending outboxUrl count since failure } } }
`);

/** Each page reads it again, but not more often than this. */
const pauseMs = 60_000;

type UnsentEmails = NonNullable<NonNullable<UseUnsentEmailsQuery['viewer']>['unsentEmails']>;

/** The emails that are not sent; null for a viewer who may not see them. */
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

/** What the page has read about them; null while all emails are sent, or if that is not known. */
export const useKnownUnsentEmails = (): UnsentEmails | null =>
  useApolloClient().readQuery({ query: unsentEmailsQuery })?.viewer?.unsentEmails ?? null;

/** Pages without an action that emails someone: lists to read, and settings of one's own. */
const quietPages = /^\/(T|S|profile|activity|O\/(add|edit|keys|activity)|O\/[^/]+\/edit)$/;

/** Whether a page of this path says that there is no mail server. */
export const sendsEmails = (path: string): boolean => !quietPages.test(path);

/** What the notice about emails says. */
export const unsentEmailsTexts = (unsent: UnsentEmails): { title: string; text: string; link?: string } => ({
  title: titleOf(unsent),
  text: detailsOf(unsent),
  ...(unsent.outboxUrl && { link: unsent.outboxUrl }),
});

function titleOf({ sending, count }: UnsentEmails): string {
  if (!sending) return 'Email is not set up, so no emails are sent.';
  return count === 1 ? '1 email could not be sent.' : `${formatCount(count)} emails could not be sent.`;
}

function detailsOf({ sending, outboxUrl, count, since, failure }: UnsentEmails): string {
  if (outboxUrl) return 'Share invitation links yourself, or read the emails in the outbox:';
  const parts = [
    !sending && 'Share invitation links yourself, and keep passcodes off.',
    !sending && count > 0 && `${formatCount(count)} ${count === 1 ? 'email is' : 'emails are'} queued.`,
    since && `${count === 1 ? 'It' : 'The oldest'} is from ${formatMoment(new Date(since))}.`,
    failure && `Last response from the mail server: ${failure}`,
  ];
  return parts.filter(Boolean).join(' ');
}
