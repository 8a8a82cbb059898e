import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { UseUnsentEmailsQuery } from '../gql/graphql.ts';
import { useFragment } from './useFragment.ts';
import { usePageQuery } from './usePageQuery.ts';

const viewerFragment = graphql(`
  fragment useUnsentEmails_viewer on Viewer { can { viewEmailDelivery } }
`);

const unsentEmailsQuery = graphql(`
  query useUnsentEmails { viewer { user { id } unsentEmails { sending outboxUrl count since failure } } }
`);

/** It is read again, but not more often than this. */
const pauseMs = 60_000;
let requestedAt = 0;

export type UnsentEmails = NonNullable<NonNullable<UseUnsentEmailsQuery['viewer']>['unsentEmails']>;

/** The readers who are notified. */
type Reader = 'everyone' | 'administrators' | 'none';

/** The emails that are not sent; null while all are sent, until that is known, and for other readers. */
export const useUnsentEmails = (reader: Reader = 'everyone'): UnsentEmails | null => useUnsentEmailsRead(reader).unsent;

/** Also tells whether unsent emails are still unknown. */
export const useUnsentEmailsRead = (reader: Reader): { unsent: UnsentEmails | null; isUnknown: boolean } => {
  const { data: viewer } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const skip = !viewer || reader === 'none' || (reader === 'administrators' && !viewer.can?.viewEmailDelivery);
  const [settled] = useState(() => Date.now() - requestedAt < pauseMs);
  const { data, loading } = usePageQuery(unsentEmailsQuery, undefined, { quiet: true, settled, skip });
  useEffect(
    function rememberRequest() {
      if (!skip && !settled) requestedAt = Date.now();
    },
    [skip, settled],
  );
  return { unsent: (!skip && data?.viewer?.unsentEmails) || null, isUnknown: !skip && loading && !data };
};

/** Like `useUnsentEmails`, for a row of a list that has read them. */
export const useKnownUnsentEmails = (): UnsentEmails | null =>
  useApolloClient().readQuery({ query: unsentEmailsQuery })?.viewer?.unsentEmails ?? null;
