import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { explainRefusedReads } from '../feedback/refusedReads.ts';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment useChangedRole_viewer on Viewer { user { id role { id name } } }`);

const viewerQuery = graphql(`query useChangedRole { viewer { ...Shell_viewer } }`);

/** The name of the viewer's role once it has changed while the console is open. A refusal is a reason to read it again. */
export const useChangedRole = () => {
  const session = useSession();
  const client = useApolloClient();
  const { data, complete } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const user = complete ? data.user : null;
  const [id, role, roleName] = [user?.id, user?.role?.id, user?.role?.name];
  const known = useRef<{ id: string; role: string } | null>(null);
  const [name, setName] = useState<string | null>(null);
  useEffect(
    function noticeChange() {
      if (id === undefined || role === undefined || roleName === undefined) return;
      const { current } = known;
      if (current?.id === id && current.role !== role) setName(roleName);
      known.current = { id, role };
    },
    [id, role, roleName],
  );
  useEffect(
    function explainWhileShown() {
      explainRefusedReads(name !== null);
      return () => explainRefusedReads(false);
    },
    [name],
  );
  useEffect(
    function readAfterRefusal() {
      const read = () => void client.query({ query: viewerQuery, fetchPolicy: 'network-only' }).catch(() => undefined);
      return session.onRefused(read);
    },
    [client, session],
  );
  return { name, dismiss: () => setName(null) };
};
