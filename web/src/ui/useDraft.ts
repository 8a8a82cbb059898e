import { useFragment } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type DraftPlace, dropDraft, keepDraft, readDraft } from '../apollo/drafts.ts';
import { graphql } from '../gql/gql.ts';

// Read from the cache: every page asks for it, and a form is drawn only when its page has been answered.
const ownerFragment = graphql(`
  fragment useDraft_owner on Viewer {
    user {
      id
    }
  }
`);

export interface Draft {
  /** What the same person typed here when a session ended under them, or null. */
  kept: Record<string, unknown> | null;
  /** When that was. */
  keptAt: Date | null;
  keep: (values: object) => void;
  /** The person has done with it, by saving or by cancelling. */
  forget: () => void;
  /** Takes back what was kept. */
  drop: () => void;
}

/** What a form of this page keeps for its person. `form` names it, unlike any other form of the page; `invited` is who has no account yet. */
export const useDraft = (form: string, invited?: string): Draft => {
  const { pathname: path } = useLocation();
  const { data } = useFragment({
    fragment: ownerFragment,
    fragmentName: 'useDraft_owner',
    from: { __typename: 'Viewer' },
  });
  const owner = invited === undefined ? (data?.user?.id ?? null) : `invited:${invited}`;
  const [stored, setStored] = useState(() => (owner === null ? null : readDraft({ owner, path, form })));
  useEffect(
    function forgetWhatIsShownAgain() {
      if (owner !== null) dropDraft({ owner, path, form });
    },
    [owner, path, form],
  );
  const keep = (values: object) => {
    // What is only kept once more, over a reload, is as old as before.
    const at = stored && JSON.stringify(values) === JSON.stringify(stored.values) ? stored.at : undefined;
    if (owner !== null) keepDraft({ owner, path, form } satisfies DraftPlace, values, at);
  };
  const drop = () => {
    if (owner !== null) dropDraft({ owner, path, form });
  };
  return {
    kept: stored?.values ?? null,
    keptAt: stored && new Date(stored.at),
    keep,
    forget: () => setStored(null),
    drop,
  };
};
