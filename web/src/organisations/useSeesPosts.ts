import { useFragment } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`
  fragment useSeesPosts_viewer on Viewer {
    can {
      viewUsers
    }
  }
`);

const storageKey = 'console.posts';

/**
 * Whether the senior posts are asked for: of everybody who may see users. After a reload the role comes only with the page's one answer; until then this browser
 * remembers what it was, and one that remembers nothing asks.
 */
export const useSeesPosts = (): boolean => {
  const { data, complete } = useFragment({ fragment: viewerFragment, from: { __typename: 'Viewer' } });
  const known = complete ? data.can.viewUsers : null;
  const [asked] = useState(() => known ?? localStorage.getItem(storageKey) !== 'no');
  useEffect(
    function rememberForTheNextLoad() {
      if (known === false) localStorage.setItem(storageKey, 'no');
      if (known === true) localStorage.removeItem(storageKey);
    },
    [known],
  );
  // What was asked in vain was answered as well: it is not asked again without.
  return asked || known === true;
};
