import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import { type Choice, DecisionQueue, plainChoice } from './decisionQueue.ts';

// Reads the cache, which also has the rows of pages that are no longer shown.
const savedFragment = graphql(
  `fragment useDecisions_item on AccessReviewItem { id fullName role decision newRole reason version assignableRoles viewerCanDecide }`,
);

/** The decisions of a page: queued ones, which `DecisionSender` sends, and saved ones. */
export const useDecisions = () => {
  const client = useApolloClient();
  const [queue] = useState(() => new DecisionQueue());
  const itemOf = (id: string) => {
    const from = client.cache.identify({ __typename: 'AccessReviewItem', id });
    return from === undefined ? null : client.cache.readFragment({ id: from, fragment: savedFragment });
  };
  /** The shown decision: the queued one, otherwise the saved one. */
  const shownOf = (id: string): Choice => {
    const { decision, newRole, reason } = queue.read(id)?.choice ?? itemOf(id) ?? plainChoice(null);
    return { decision, newRole, reason };
  };
  const decide = (ids: readonly string[], choice: Choice) =>
    queue.put(new Map(ids.map((id) => [id, choice])), new Map(ids.map((id) => [id, shownOf(id)])));
  return { queue, itemOf, shownOf, decide };
};

export type Decisions = ReturnType<typeof useDecisions>;
