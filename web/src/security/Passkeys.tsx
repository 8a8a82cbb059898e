import type { FragmentType } from '@apollo/client';
import { Box, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { Passkeys_ViewerFragment } from '../gql/graphql.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import type { AddPasskeyDialogProps } from './AddPasskeyDialog.tsx';
import { RemovePasskeyButton } from './RemovePasskeyButton.tsx';

const viewerFragment = graphql(`
  fragment Passkeys_viewer on Viewer { passkeys { id name createdAt lastUsedAt } }
`);

type Passkey = NonNullable<Passkeys_ViewerFragment['passkeys']>[number];

const AddPasskeyDialog = lazyPart<AddPasskeyDialogProps>(
  async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog,
  whenOpened,
);

/** Props of the viewer's passkeys. */
export interface PasskeysProps {
  viewer: FragmentType<Passkeys_ViewerFragment>;
  loading: boolean;
  onRetry: () => void;
}

/** The viewer's own passkeys: adds and removes them. Renders nothing if the product API has no passkeys. */
export function Passkeys({ viewer, loading, onRetry }: PasskeysProps) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const [opened, setOpened] = useState(false);
  const [times, setTimes] = useState(0);
  const passkeys = complete ? data.passkeys : undefined;
  if (passkeys === null) return null;
  const open = () => {
    setTimes(times + 1);
    setOpened(true);
  };
  return (
    <>
      <TableSection
        heading="Passkeys"
        count={passkeys?.length}
        empty="No passkeys yet. A passkey lets you sign in with your fingerprint, face or device PIN."
        toolbar={
          passkeys && (
            <Box ms="auto">
              <Button onClick={open}>Add a passkey</Button>
            </Box>
          )
        }
      >
        <Stack gap="xs">
          <Text>
            A passkey lets you sign in with your fingerprint, face or device PIN, without a password or passcode.
          </Text>
          <DataTable
            caption="Passkeys"
            columns={columns}
            list={passkeys && { nodes: passkeys, totalCount: passkeys.length }}
            emptyReason="You have no passkeys."
            loading={loading}
            onRetry={onRetry}
          />
        </Stack>
      </TableSection>
      {/* The key resets the dialog at each opening. */}
      {passkeys && <AddPasskeyDialog key={times} opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

const columns: readonly Column<Passkey>[] = [
  { ...textColumn<Passkey>('name', 'Name', ({ name }) => name), min: 200 },
  {
    key: 'since',
    title: 'Added',
    kind: 'date',
    min: 160,
    narrow: 'left out',
    render: ({ createdAt }) => createdAt && <Moment at={createdAt} />,
  },
  {
    key: 'use',
    title: 'Last used',
    kind: 'date',
    min: 160,
    narrow: 'second line',
    render: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'),
  },
  {
    key: 'action',
    title: 'Action',
    // The table may have no rows. With an action column it would then not be focusable.
    kind: 'date',
    narrow: 96,
    render: (passkey) => <RemovePasskeyButton passkey={passkey} />,
  },
];
