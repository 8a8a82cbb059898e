import { Group, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { UnsentMailsNoticeQuery } from '../gql/graphql.ts';
import { formatCount, formatMoment } from '../ui/layout/format.ts';
import classes from './UnsentMailsNotice.module.css';

const unsentMailsQuery = graphql(`
  query UnsentMailsNotice { viewer { user { id } unsentMails { sending count since failure } } }
`);

/** Each page asks again, but not more often than this. */
const pauseMs = 60_000;

/** One line below the top bar while mails do not leave. */
export function UnsentMailsNotice() {
  const { data, retry } = usePageQuery(unsentMailsQuery, undefined, { quiet: true });
  const { pathname } = useLocation();
  const requestedAt = useRef(Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is opened when its path changes.
  useEffect(
    function askAgainOnLaterPages() {
      if (Date.now() - requestedAt.current < pauseMs) return;
      requestedAt.current = Date.now();
      retry();
    },
    [pathname],
  );
  const unsent = data?.viewer?.unsentMails;
  return (
    <section role="status" aria-label="Mails">
      {unsent && (
        <Group className={classes.notice} px="md" py="xs" gap="sm" justify="center" wrap="nowrap">
          <IconMailOff size={18} stroke={1.5} aria-hidden className={classes.icon} />
          <Text size="sm" className={classes.text}>
            <strong>{titleOf(unsent)}</strong> {detailsOf(unsent)}
          </Text>
        </Group>
      )}
    </section>
  );
}

type UnsentMails = NonNullable<NonNullable<UnsentMailsNoticeQuery['viewer']>['unsentMails']>;

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
