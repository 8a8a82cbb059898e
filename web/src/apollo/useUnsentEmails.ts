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

/** Minimum time between two reads. */
const pauseMs = 60_000;
let requestedAt = 0;

export type UnsentEmails = NonNullable<NonNullable<UseUnsentEmailsQuery['viewer']>['unsentEmails']>;

/** The users who are notified. */
type Reader = 'everyone' | 'administrators' | 'none';

/** Emails that are not sent. Null while all are sent, before this is known, and for users who are not notified. */
export const useUnsentEmails = (reader: Reader = 'everyone'): UnsentEmails | null => useUnsentEmailsRead(reader).unsent;

/** Like `useUnsentEmails`, and tells whether the query is still running. */
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

/** Like `useUnsentEmails`, for a row of a list. The page of the list has already read the emails. */
export const useKnownUnsentEmails = (): UnsentEmails | null =>
  useApolloClient().readQuery({ query: unsentEmailsQuery })?.viewer?.unsentEmails ?? null;
