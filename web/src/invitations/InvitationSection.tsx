import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { InvitationState } from '../gql/graphql.ts';
import { readSearch } from '../ui/table/listAddress.ts';
import { TableSection } from '../ui/table/TableSection.tsx';
import { nothingMatches } from '../ui/table/tableSections.ts';
import type { InvitationListProps } from './InvitationList.tsx';

const InvitationList = lazyPart<InvitationListProps>(
  async () => (await import('./InvitationList.tsx')).InvitationList,
  { loadOn: 'need' },
);

const countQuery = graphql(`
  query InvitationSection($id: ID!, $kinds: [InvitationKind!]!, $states: [InvitationState!], $search: String) {
    organisation(id: $id) {
      id
      invitations(filter: { kinds: $kinds, states: $states }, search: $search, first: 1) { totalCount }
    }
  }
`);

const pendingStates: InvitationState[] = ['PENDING', 'EXPIRED', 'FAILED'];

/** The invitations of an organisation, unfolded while one is pending or found, until the user folds them. The page is rendered without their number. */
export function InvitationSection(props: InvitationListProps) {
  const { organisationId: id, kinds } = props;
  const [address] = useSearchParams();
  const search = readSearch(address);
  // A search finds invitations in all states.
  const counted = search ? { search } : { states: pendingStates };
  const { data, retry } = usePageQuery(countQuery, { id, kinds: [...kinds], ...counted }, { quiet: true });
  const waiting = data?.organisation?.invitations?.totalCount;
  // The section stays unfolded after its last pending invitation was handled, because the user is working in it.
  const [unfolds, setUnfolds] = useState(false);
  if (waiting && !unfolds) setUnfolds(true);
  return (
    <TableSection
      heading="Invitations"
      count={waiting}
      counts={search ? undefined : 'not accepted'}
      collapsible="invitations"
      initiallyClosed={!unfolds}
      isExtra
      empty={search && !address.has('invited') ? nothingMatches : undefined}
    >
      <InvitationList {...props} onChanged={retry} />
    </TableSection>
  );
}
