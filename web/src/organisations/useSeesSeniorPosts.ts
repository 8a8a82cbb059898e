import { useEffect, useState } from 'react';
import { tryStorage } from '../apollo/tryStorage.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment useSeesSeniorPosts_viewer on Viewer { can { viewUsers } }`);

const storageKey = 'console.posts';

/**
 * Whether to query senior positions: only for viewers who can view users. Before the first result the remembered permissions decide; by default yes.
 */
export const useSeesSeniorPosts = (): boolean => {
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const known = complete ? data.can.viewUsers : null;
  const [asked] = useState(() => known ?? tryStorage(() => localStorage.getItem(storageKey), null) !== 'no');
  useEffect(
    function rememberForTheNextLoad() {
      if (known === false) tryStorage(() => localStorage.setItem(storageKey, 'no'), undefined);
      if (known === true) tryStorage(() => localStorage.removeItem(storageKey), undefined);
    },
    [known],
  );
  // After a query with positions no other query without them is sent.
  return asked || known === true;
};
