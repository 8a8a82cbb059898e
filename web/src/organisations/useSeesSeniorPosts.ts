import { useEffect, useState } from 'react';
import { tryStorage } from '../apollo/tryStorage.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment useSeesSeniorPosts_viewer on Viewer { can { viewUsers } }`);

const storageKey = 'console.posts';

/**
 * Whether the senior posts are queried: for every viewer who may see users. After a reload the rights are unknown before the first result; until then this browser
 * remembers them, and without a memory the posts are queried.
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
  // A query with the posts has a result as well: it is not sent again without them.
  return asked || known === true;
};
