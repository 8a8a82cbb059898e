import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type DraftPlace, dropDraft, readDraft, storeDraft } from '../../apollo/drafts.ts';
import { useFragment } from '../../apollo/useFragment.ts';
import { graphql } from '../../gql/gql.ts';

// Read from the cache: every page queries it, and a form is rendered only after the result of its page.
const ownerFragment = graphql(`fragment useDraft_owner on Viewer { user { id } }`);

export interface Draft {
  /** The values that the same user typed before the session was interrupted, or null. */
  stored: Record<string, unknown> | null;
  storedAt: Date | null;
  /** Returns whether the values are stored. */
  store: (values: object) => boolean;
  /** The form was saved or cancelled: the values are not offered any more. */
  forget: () => void;
  /** Removes the stored values. */
  drop: () => void;
}

/** The draft of a form of this page. `formName` is unique on the page; `invitedEmail` replaces the user's id for an invited person without an account. */
export const useDraft = (formName: string, invitedEmail?: string): Draft => {
  const { pathname: path } = useLocation();
  const { data } = useFragment(ownerFragment, { __typename: 'Viewer' });
  const owner = invitedEmail === undefined ? (data?.user?.id ?? null) : `invited:${invitedEmail}`;
  const [draft, setDraft] = useState(() => (owner === null ? null : readDraft({ owner, path, form: formName })));
  useEffect(
    function dropRestoredDraft() {
      if (owner !== null) dropDraft({ owner, path, form: formName });
    },
    [owner, path, formName],
  );
  const store = (values: object) => {
    // Unchanged values that are stored again, over a reload, keep their time.
    const at = draft && JSON.stringify(values) === JSON.stringify(draft.values) ? draft.at : undefined;
    return owner !== null && storeDraft({ owner, path, form: formName } satisfies DraftPlace, values, at);
  };
  const drop = () => {
    if (owner !== null) dropDraft({ owner, path, form: formName });
  };
  return {
    stored: draft?.values ?? null,
    storedAt: draft && new Date(draft.at),
    store,
    forget: () => setDraft(null),
    drop,
  };
};
