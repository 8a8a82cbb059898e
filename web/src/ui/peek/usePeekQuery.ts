import type { DocumentNode, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { usePageQuery } from '../../apollo/usePageQuery.ts';
import { PeekContext } from '../keyboard/peekContext.ts';
import { rowIdBelow } from './peekRows.ts';

const freshMs = 30_000;

/** When the data of a row was preloaded. */
const loadedAhead = new WeakMap<DocumentNode, Map<string, number>>();

const isFresh = (document: DocumentNode, id: string): boolean =>
  Date.now() - (loadedAhead.get(document)?.get(id) ?? Number.NEGATIVE_INFINITY) < freshMs;

/** The query of a panel, which then preloads the row below. A row that does not exist has no panel; `rowField` is the query's field with the row. */
export const usePeekQuery = <Data>(
  document: TypedDocumentNode<Data, { id: string }>,
  rowId: string,
  rowField: string,
) => {
  const client = useApolloClient();
  const peek = useContext(PeekContext);
  const [settled] = useState(() => isFresh(document, rowId));
  const answer = usePageQuery(document, { id: rowId }, { main: [rowField], settled });
  const { whole, missing } = answer;
  const close = useEffectEvent(() => peek?.close());
  useEffect(
    function loadRowBelow() {
      const below = whole ? rowIdBelow(rowId) : undefined;
      if (below === undefined || isFresh(document, below)) return;
      const times = loadedAhead.get(document) ?? new Map<string, number>();
      loadedAhead.set(document, times.set(below, Date.now()));
      // With another policy a failed read would be cached as a missing row.
      void client
        .query({ query: document, variables: { id: below }, errorPolicy: 'none' })
        .catch(() => times.delete(below));
    },
    [client, document, rowId, whole],
  );
  useEffect(
    function closeWithoutRow() {
      if (missing) close();
    },
    [missing],
  );
  return answer;
};
