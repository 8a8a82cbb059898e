import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { SeniorManagement_OrganisationFragment } from '../gql/graphql.ts';
import { EmailAddress } from '../ui/layout/EmailAddress.tsx';
import { Seal } from '../ui/layout/Seal.tsx';
import { WithSeal } from '../ui/layout/WithSeal.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { NominateButton } from './NominateButton.tsx';
import type { SeniorPost } from './seniorPost.ts';

const organisationFragment = graphql(`
  fragment SeniorManagement_organisation on Organisation {
    id
    viewerCanNominate
    seniorManagement {
      required
      designation {
        id
        label
      }
      holder {
        id
        fullName
        email
        designation
        department
      }
    }
  }
`);

interface SeniorManagementProps {
  organisation: FragmentType<SeniorManagement_OrganisationFragment>;
  /** The viewer's own email, which they type to confirm; null while it is unknown. */
  viewerEmail: string | null;
  onRetry: () => void;
}

/** The senior posts of an organisation with their holders; a viewer with the right nominates. */
export function SeniorManagement({ organisation, viewerEmail, onRetry }: SeniorManagementProps) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'SeniorManagement_organisation',
    from: organisation,
  });
  const posts = complete ? data.seniorManagement : undefined;
  const actions: Column<SeniorPost & { id: string }>[] =
    complete && data.viewerCanNominate
      ? [
          { ...textColumn('department', 'Department', ({ holder }) => holder?.department), min: 104, weight: 0 },
          {
            key: 'action',
            title: 'Action',
            kind: 'action',
            min: 104,
            render: (post) => (
              <NominateButton
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
        emptyWhy="This organisation has no senior posts."
      />
    </TableSection>
  );
}

const textColumn = (
  key: string,
  title: string,
  text: (post: SeniorPost) => string | null | undefined,
): Column<SeniorPost & { id: string }> => ({
  key,
  title,
  narrow: key === 'department' ? 'left out' : 'second line',
  full: (post) => text(post) ?? '',
  render: (post) => text(post) || '–',
});

const columns: Column<SeniorPost & { id: string }>[] = [
  {
    key: 'designation',
    title: 'Designation',
    min: 192,
    // The distinctive part of a post is at its end, so it is not truncated.
    render: ({ designation }) => <Text style={{ whiteSpace: 'normal' }}>{designation.label}</Text>,
  },
  {
    ...textColumn('name', 'Name', ({ holder }) => holder?.fullName),
    min: 184,
    weight: 0,
    second: ({ holder }) => holder?.fullName ?? '–',
    render: ({ holder }) =>
      holder ? (
        <WithSeal seal={<Seal kind="person" id={holder.id} name={holder.fullName} />}>{holder.fullName}</WithSeal>
      ) : (
        '–'
      ),
  },
  {
    ...textColumn('email', 'Email', ({ holder }) => holder?.email),
    min: 240,
    weight: 3,
    second: ({ holder }) => holder && <EmailAddress email={holder.email} />,
  },
];
