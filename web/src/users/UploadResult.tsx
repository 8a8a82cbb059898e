import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { formatCount } from '../ui/layout/format.ts';
import { Counters } from '../ui/table/Counters.tsx';
import { countedInvitations, isFaultyUploadRow, type UploadOutcome } from './uploadRows.ts';

// The check of the file has loaded it.
const UploadRowTable = lazyPart(async () => (await import('./UploadRowTable.tsx')).UploadRowTable);

interface UploadResultProps {
  outcome: UploadOutcome;
  listPath: string;
  onAgain: () => void;
}

/** The result of an upload, row by row. */
export function UploadResult({ outcome, listPath, onAgain }: UploadResultProps) {
  const { createdCount, updatedCount, unsentCount, columns, rows } = outcome;
  const isUpdating = rows.some(({ kind }) => kind === 'UPDATE' || kind === 'UNCHANGED');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(function focusResult() {
    heading.current?.focus();
  }, []);
  return (
    <Stack gap="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        {createdCount + updatedCount > 0 ? 'Result' : isUpdating ? 'Nothing was changed' : 'No user was created'}
      </Title>
      <Counters
        counters={[
          ['Created', formatCount(createdCount)],
          ...(isUpdating ? [['Updated', formatCount(updatedCount)] as const] : []),
          ['Left out', formatCount(rows.filter(isFaultyUploadRow).length)],
        ]}
      />
      {unsentCount > 0 && (
        <Alert color="yellow" role="presentation" title={unsentTitle(unsentCount, createdCount)}>
          Mails do not leave at the moment. They are sent when they do. To invite people now,{' '}
          <Anchor component={Link} to={listPath} c="inherit" underline="always" inherit>
            copy their links under Invitations
          </Anchor>{' '}
          and hand them over yourself.
        </Alert>
      )}
      <Group gap="sm">
        <Button component={Link} to={listPath}>
          Back to the users
        </Button>
        <Button variant="default" onClick={onAgain}>
          Upload another file
        </Button>
      </Group>
      <Suspense fallback={<ContentSkeleton />}>
        <UploadRowTable
          caption="Result by row"
          columns={columns}
          rows={rows}
          words={{
            fine: { NEW: 'Created', UPDATE: 'Updated', UNCHANGED: 'Unchanged' },
            faulty: 'Left out',
            faultyOnly: 'Left-out rows only',
          }}
          downloads={[
            { label: 'Download left-out rows', fileName: 'left-out-rows.csv' },
            { label: 'Download result', fileName: 'upload-result.csv', whole: true },
          ]}
        />
      </Suspense>
    </Stack>
  );
}

const unsentTitle = (unsent: number, created: number): string => {
  if (unsent === 1) return '1 invitation was not sent';
  const more = unsent === countedInvitations && created > unsent;
  return `${more ? 'At least ' : ''}${formatCount(unsent)} invitations were not sent`;
};
