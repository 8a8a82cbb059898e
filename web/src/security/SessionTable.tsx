import type { FragmentType } from '@apollo/client';
import { Badge, Group } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { SessionTable_SessionFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/TableRow.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { deviceName } from './deviceName.ts';
import { EndSessionButton } from './EndSessionButton.tsx';

const sessionFragment = graphql(`
  fragment SessionTable_session on Session { id browser system clientAddress createdAt lastUsedAt isCurrent }
`);

type SessionRow = SessionTable_SessionFragment;
type Session = { id: string } & FragmentType<SessionRow>;

interface SessionTableProps {
  sessions: readonly Session[] | undefined;
  /** Whether the sessions are the viewer's own. */
  ofViewer: boolean;
  /** Whether the viewer can end the sessions. */
  viewerCanEnd: boolean;
  loading: boolean;
  onRetry: () => void;
}

export const noSessionsText = (ofViewer: boolean): string =>
  ofViewer ? 'You are not signed in anywhere else.' : 'This user is not signed in.';

/** The sessions of a user, and a button to end each except the viewer's current one. */
export function SessionTable({ sessions, ofViewer, viewerCanEnd, loading, onRetry }: SessionTableProps) {
  const columns = viewerCanEnd ? [...facts, action] : facts;
  return (
    <DataTable
      caption="Sessions"
      columns={columns}
      list={sessions && { nodes: sessions, totalCount: sessions.length }}
      fragment={sessionFragment}
      emptyReason={noSessionsText(ofViewer)}
      loading={loading}
      onRetry={onRetry}
    />
  );
}

const facts: readonly Column<SessionRow>[] = [
  {
    key: 'device',
    title: 'Device',
    min: 240,
    full: deviceName,
    render: (session) => (
      <Group gap="xs" wrap="nowrap" component="span">
        {deviceName(session)}
        {session.isCurrent && (
          <Badge color="green" flex="none">
            This session
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'address',
    title: 'IP address',
    narrow: 'second line',
    render: ({ clientAddress }) => clientAddress ?? 'Unknown',
  },
  {
    key: 'since',
    title: 'Signed in',
    kind: 'date',
    min: 192,
    narrow: 'left out',
    render: ({ createdAt }) => createdAt && <Moment at={createdAt} withTime />,
  },
  {
    key: 'use',
    title: 'Last used',
    kind: 'date',
    min: 192,
    narrow: 'second line',
    render: ({ lastUsedAt }) => lastUsedAt && <Moment at={lastUsedAt} withTime />,
  },
];

const action: Column<SessionRow> = {
  key: 'action',
  title: 'Action',
  // The only row may have no button. With an action column the table would then not be focusable.
  kind: 'date',
  narrow: 80,
  render: (session) =>
    !session.isCurrent && <EndSessionButton sessionId={session.id} deviceName={deviceName(session)} />,
};
