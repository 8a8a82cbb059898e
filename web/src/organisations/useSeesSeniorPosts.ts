import { useEffect, useState } from 'react';
import { tryStorage } from '../apollo/tryStorage.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment useSeesSeniorPosts_viewer on Viewer { can { viewUsers } }`);

const storageKey = 'console.posts';

/** Whether to query senior positions: for viewers who can view users. Until the first result this browser's memory decides, otherwise yes. */
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
  // A query with the positions also has a result, and is not repeated without them.
  return asked || known === true;
};
