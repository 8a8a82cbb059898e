import type { TypedDocumentNode } from '@apollo/client';
import { useFragment as useApolloFragment } from '@apollo/client/react';

/** What the cache has of a fragment: the first one of its document, which those that it contains follow. */
export const useFragment = <Data>(
  fragment: TypedDocumentNode<Data>,
  from: useApolloFragment.FromOptionValue<Data> | null,
): useApolloFragment.Result<Data> => {
  const [first] = fragment.definitions;
  const fragmentName = first?.kind === 'FragmentDefinition' ? first.name.value : '';
  return useApolloFragment({ fragment, fragmentName, from });
};
