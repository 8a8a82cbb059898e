import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import { useApolloClient, type useFragment as useApolloFragment } from '@apollo/client/react';
import { useMemo, useSyncExternalStore } from 'react';

const notFound = Object.freeze({ data: {}, dataState: 'partial', complete: false });

/**
 * Reads a fragment from the cache and watches it. It is the first definition of its document; the others are the fragments that it contains. Apollo's hook
 * does the same, but starts a timer for each component that is rendered: 150 for a page of users (docs/decisions/0015).
 */
export function useFragment<Data>(
  fragment: TypedDocumentNode<Data>,
  from: useApolloFragment.FromOptionValue<Data> | null,
): useApolloFragment.Result<Data> {
  const client = useApolloClient();
  const id = typeof from === 'string' ? from : from && client.cache.identify(from);
  const { subscribe, read } = useMemo(() => watchFragment(client, fragment, id), [client, fragment, id]);
  return useSyncExternalStore(subscribe, read);
}

function watchFragment<Data>(client: ApolloClient, fragment: TypedDocumentNode<Data>, id: string | null | undefined) {
  if (!id) return { read: () => notFound as useApolloFragment.Result<Data>, subscribe: () => () => {} };
  const [first] = fragment.definitions;
  const fragmentName = first?.kind === 'FragmentDefinition' ? first.name.value : '';
  const watched = client.watchFragment({ fragment, fragmentName, from: id });
  return {
    read: () => watched.getCurrentResult() as useApolloFragment.Result<Data>,
    subscribe: (update: () => void) => {
      const subscription = watched.subscribe(update);
      return () => subscription.unsubscribe();
    },
  };
}
