import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { SeniorManagement_OrganisationFragment } from '../gql/graphql.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { Avatar } from '../ui/values/Avatar.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import type { NominateToSeniorPostDialogProps } from './NominateToSeniorPostDialog.tsx';
import type { SeniorPost } from './seniorPost.ts';

const NominateToSeniorPostDialog = lazyPart<NominateToSeniorPostDialogProps>(
  async () => (await import('./NominateToSeniorPostDialog.tsx')).NominateToSeniorPostDialog,
  whenOpened,
);

interface NominateToSeniorPostButtonProps {
  organisationId: string;
  post: SeniorPost;
  posts: readonly SeniorPost[];
  viewerEmail: string | null;
  /** Another user changed the senior positions. */
  onStale: () => void;
}

/** Fills an empty senior position, or replaces its holder. */
function NominateToSeniorPostButton(props: NominateToSeniorPostButtonProps) {
  const { holder, designation } = props.post;
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const label = holder ? 'Replace' : 'Nominate';
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  // A link names the position as `nominate`.
  const [address, setAddress] = useSearchParams();
  const isAsked = address.get('nominate') === designation.id;
  const openFromLink = useEffectEvent(() => {
    open();
    address.delete('nominate');
    setAddress(address, { replace: true });
  });
  useEffect(
    function openNomination() {
      if (isAsked) openFromLink();
    },
    [isAsked],
  );
  return (
    <>
      <RowButton aria-label={`${label} ${designation.label}`} onClick={open}>
        {label}
      </RowButton>
      {/* The key resets the dialog at each opening. */}
      {times > 0 && (
        <NominateToSeniorPostDialog key={times} {...props} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
}

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

/** The senior positions of an organisation with their holders; a viewer with the permission nominates. */
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
        emptyReason="This organisation has no senior positions."
      />
    </TableSection>
  );
}

const columns: readonly Column<Row>[] = [
  {
    key: 'designation',
    title: 'Designation',
    min: 192,
    // The distinctive part of a position is at its end, so it is not truncated.
    render: ({ designation }) => <Text style={{ whiteSpace: 'normal' }}>{designation.label}</Text>,
  },
  {
    ...textColumn<Row>('name', 'Name', ({ holder }) => holder?.fullName),
    min: 184,
    weight: 0,
    wraps: true,
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
    wraps: true,
    narrow: 'second line',
    render: ({ holder }) => (holder ? <EmailAddress email={holder.email} /> : '–'),
    second: ({ holder }) => holder && <EmailAddress email={holder.email} />,
  },
];
