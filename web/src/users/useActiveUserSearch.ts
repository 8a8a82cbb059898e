import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { searchToSend } from '../ui/table/listAddress.ts';

const settleMs = 300;

const choicesQuery = graphql(`
  query useActiveUserSearch_Users($id: ID!, $search: String, $email: String) {
    organisation(id: $id) {
      id
      users(filter: { status: ACTIVE, email: $email }, search: $search, first: 20) {
        nodes { id fullName email designation status isInvited }
      }
    }
  }
`);

/** Whether an email certainly belongs to none of the organisation's active users. Without an email no query is sent. */
export const useIsUnknownEmail = (organisationId: string, email: string | null): boolean => {
  const { data, whole } = usePageQuery(
    choicesQuery,
    { id: organisationId, email: email ?? '' },
    { skip: email === null, quiet: true },
  );
  return email !== null && whole && data?.organisation?.users?.nodes.length === 0;
};

/** The first active users of an organisation who match the typed text. Without an organisation no query is sent. */
export const useActiveUserSearch = (organisationId: string | null) => {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const searchLater = useDebouncedCallback(setSearch, settleMs);
  const { data, loading, failed, retry } = usePageQuery(
    choicesQuery,
    { id: organisationId ?? '', search: search || undefined },
    { keep: () => true, skip: organisationId === null },
  );
  const users = data?.organisation?.users?.nodes;
  const waiting = loading || typed !== search;
  return {
    users: users ?? [],
    loading: waiting,
    failed: failed && !users,
    search: (text: string) => {
      const wanted = searchToSend(text);
      setTyped(wanted);
      searchLater.cancel();
      if (wanted === '') setSearch('');
      else searchLater(wanted);
    },
    retry,
  };
};
