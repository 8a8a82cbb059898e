import { Text } from '@mantine/core';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { graphql } from '../gql/gql.ts';
import type {
  InvitationKind,
  InvitationTable_InvitationFragment,
  InvitationTable_InvitationsFragment,
} from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { RowChoice } from '../ui/table/RowChoice.ts';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import type { ListFilters, TableParams } from '../ui/table/useListParams.ts';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import { InvitationStateBadge } from './InvitationStateBadge.tsx';

graphql(`
  fragment InvitationTable_invitations on InvitationConnection { totalCount nodes { id viewerCanResend viewerCanRevoke ...InvitationTable_invitation } }
`);

// Mutations select it too, so that a changed row is complete.
const rowFragment = graphql(`
  fragment InvitationTable_invitation on Invitation {
    id
    kind
    email
    invitedBy { id fullName }
    sentAt
    linkCopiedAt
    expiresAt
    state
    failure
    isEmailQueued
    isUnsent
    viewerCanCopyLink
    viewerCanResend
    viewerCanRevoke
    ...InvitationActions_invitation
  }
`);

type Row = InvitationTable_InvitationFragment;

const kinds: Record<InvitationKind, string> = {
  USER: 'User',
  ORGANISATION: 'Organisation',
  EXTERNAL_USER: 'External user',
};

interface InvitationTableProps {
  invitations: InvitationTable_InvitationsFragment | null | undefined;
  /** Whether the list has several kinds of invitations, so that a column shows the kind. */
  withKind: boolean;
  table: TableParams;
  narrowing: ListFilters;
  loading: boolean;
  /** Absent with a product API that has no bulk actions. */
  choice: RowChoice | undefined;
  onRetry: () => void;
  onChanged: (kind: InvitationKind) => void;
}

/** Invitations with their states and actions. */
export function InvitationTable({ invitations, withKind, choice, onChanged, ...rest }: InvitationTableProps) {
  const unsentEmails = useUnsentEmails();
  const columns = columnsOf(withKind, unsentEmails?.sending === false, onChanged);
  const ids =
    invitations?.nodes.flatMap(({ id, viewerCanResend, viewerCanRevoke }) =>
      viewerCanResend || viewerCanRevoke ? id : [],
    ) ?? [];
  return (
    <DataTable
      caption="Invitations"
      columns={columns}
      list={invitations}
      emptyReason="No invitations yet."
      fragment={rowFragment}
      choice={choice && { choice, table: 'invitations', ids }}
      {...rest}
    />
  );
}

/** Why the email was not sent, or cannot be. */
const reasonOf = ({ failure, isUnsent, viewerCanCopyLink }: Row, isOff: boolean): string | null =>
  failure ?? (isOff && isUnsent && !viewerCanCopyLink ? 'Cannot be sent until a mail server is set up' : null);

const columnsOf = (
  withKind: boolean,
  isOff: boolean,
  onChanged: InvitationTableProps['onChanged'],
): readonly Column<Row>[] => [
  {
    key: 'email',
    title: 'Email',
    min: 200,
    full: ({ email }) => email,
    render: ({ email }) => <EmailAddress email={email} />,
  },
  ...(withKind ? [{ ...textColumn<Row>('kind', 'Kind', ({ kind }) => kinds[kind]), narrow: 'left out' as const }] : []),
  { ...textColumn<Row>('by', 'Invited by', ({ invitedBy }) => invitedBy?.fullName), narrow: 'left out' },
  {
    key: 'sent',
    title: 'Sent',
    kind: 'date',
    sortable: true,
    narrow: 'left out',
    render: (invitation) => <InvitationSent {...invitation} />,
  },
  {
    key: 'expires',
    title: 'Expires',
    kind: 'date',
    sortable: true,
    narrow: 'left out',
    render: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} /> : '–'),
  },
  {
    key: 'state',
    title: 'State',
    min: 160,
    narrow: 'second line',
    render: (row) => (
      <>
        <InvitationStateBadge state={row.state} isUnsent={row.isUnsent} />
        {reasonOf(row, isOff) && (
          <Text component="span" display="block" size="sm" c="dimmed">
            {reasonOf(row, isOff)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    // Possibly no row has a menu. With an action column the table would then not be focusable.
    kind: 'date',
    min: 160,
    narrow: 96,
    render: (row) => <InvitationActions invitation={row} onChanged={() => onChanged(row.kind)} />,
  },
];

/** When an invitation was emailed, or that its link was copied instead. */
function InvitationSent({ sentAt, linkCopiedAt, isEmailQueued, isUnsent }: Row) {
  if (isUnsent) return 'Not sent';
  if (isEmailQueued) return 'Queued';
  if (!linkCopiedAt) return <Moment at={sentAt} />;
  return (
    <>
      Link copied{' '}
      <Text span inherit display="inline-block">
        <Moment at={linkCopiedAt} />
      </Text>
    </>
  );
}
