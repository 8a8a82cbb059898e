import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { InvitationListProps } from './InvitationList.tsx';

const InvitationList = lazyPart<InvitationListProps>(
  async () => (await import('./InvitationList.tsx')).InvitationList,
  { loadOn: 'need' },
);

const countQuery = graphql(`
  query InvitationSection($id: ID!, $kinds: [InvitationKind!]!) {
    organisation(id: $id) {
      id
      invitations(filter: { kinds: $kinds, states: [PENDING, EXPIRED, FAILED] }, first: 1) { totalCount }
    }
  }
`);

/** The invitations of an organisation, unfolded while one is pending, until the user folds them. The page is rendered without their number. */
export function InvitationSection(props: InvitationListProps) {
  const { organisationId: id, kinds } = props;
  const { data, retry } = usePageQuery(countQuery, { id, kinds: [...kinds] }, { quiet: true });
  const waiting = data?.organisation?.invitations?.totalCount;
  // It stays unfolded when the last one is no longer pending, because the user is working in it.
  const [unfolds, setUnfolds] = useState(false);
  if (waiting && !unfolds) setUnfolds(true);
  return (
    <TableSection
      heading="Invitations"
      count={waiting}
      counts="pending"
      collapsible="invitations"
      initiallyClosed={!unfolds}
    >
      <InvitationList {...props} onChanged={retry} />
    </TableSection>
  );
}
