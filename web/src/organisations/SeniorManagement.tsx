import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { SeniorManagement_OrganisationFragment } from '../gql/graphql.ts';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { EmailAddress } from '../ui/layout/EmailAddress.tsx';
import { WithAvatar } from '../ui/layout/WithAvatar.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { NominateToSeniorPostButton } from './NominateToSeniorPostButton.tsx';
import type { SeniorPost } from './seniorPost.ts';

const organisationFragment = graphql(`
  fragment SeniorManagement_organisation on Organisation {
    id
    viewerCanNominate
    seniorManagement { required designation { id label } holder { id fullName email designation department } }
  }
`);

type Row = SeniorPost & { id: string };

interface SeniorManagementProps {
  organisation: FragmentType<SeniorManagement_OrganisationFragment>;
  /** The viewer's own email, which they type to confirm; null while it is unknown. */
  viewerEmail: string | null;
  onRetry: () => void;
}

/** The senior posts of an organisation with their holders; a viewer with the right nominates. */
export function SeniorManagement({ organisation, viewerEmail, onRetry }: SeniorManagementProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const posts = complete ? data.seniorManagement : undefined;
  const actions: readonly Column<Row>[] =
    complete && data.viewerCanNominate
      ? [
          {
            ...textColumn<Row>('department', 'Department', ({ holder }) => holder?.department),
            min: 104,
            weight: 0,
            narrow: 'left out',
          },
          {
            key: 'action',
            title: 'Action',
            kind: 'action',
            min: 104,
            render: (post) => (
              <NominateToSeniorPostButton
                organisationId={data.id}
                post={post}
                posts={posts ?? []}
                viewerEmail={viewerEmail}
                onStale={onRetry}
              />
            ),
          },
        ]
      : [];
  return (
    <TableSection heading="Senior management">
      <DataTable
        caption="Senior management"
        columns={[...columns, ...actions]}
        list={posts && { nodes: posts.map((post) => ({ ...post, id: post.designation.id })), totalCount: posts.length }}
        loading={!complete}
        onRetry={onRetry}
        emptyReason="This organisation has no senior posts."
      />
    </TableSection>
  );
}

const columns: readonly Column<Row>[] = [
  {
    key: 'designation',
    title: 'Designation',
    min: 192,
    // The distinctive part of a post is at its end, so it is not truncated.
    render: ({ designation }) => <Text style={{ whiteSpace: 'normal' }}>{designation.label}</Text>,
  },
  {
    ...textColumn<Row>('name', 'Name', ({ holder }) => holder?.fullName),
    min: 184,
    weight: 0,
    narrow: 'second line',
    second: ({ holder }) => holder?.fullName ?? '–',
    render: ({ holder }) =>
      holder ? (
        <WithAvatar avatar={<Avatar kind="person" id={holder.id} name={holder.fullName} />}>
          {holder.fullName}
        </WithAvatar>
      ) : (
        '–'
      ),
  },
  {
    ...textColumn<Row>('email', 'Email', ({ holder }) => holder?.email),
    min: 288,
    weight: 3,
    narrow: 'second line',
    second: ({ holder }) => holder && <EmailAddress email={holder.email} />,
  },
];
