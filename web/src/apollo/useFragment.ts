import type { TypedDocumentNode } from '@apollo/client';
import { useFragment as useApolloFragment } from '@apollo/client/react';

/** Reads a fragment from the cache and watches it. It is the first definition of its document; the others are the fragments that it contains. */
export function useFragment<Data>(
  fragment: TypedDocumentNode<Data>,
  from: useApolloFragment.FromOptionValue<Data> | null,
): useApolloFragment.Result<Data> {
  const [first] = fragment.definitions;
  const fragmentName = first?.kind === 'FragmentDefinition' ? first.name.value : '';
  return useApolloFragment<Data>({ fragment, fragmentName, from }) as useApolloFragment.Result<Data>;
}
