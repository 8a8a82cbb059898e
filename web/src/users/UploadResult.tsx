import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { LabelledNumbers } from '../ui/table/LabelledNumbers.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { countedInvitations, isFaultyUploadRow, type UploadOutcome } from './uploadRows.ts';

// Already loaded by the check of the file.
const UploadRowTable = lazyPart(async () => (await import('./UploadRowTable.tsx')).UploadRowTable);

const shownEmails = 10;

interface UploadResultProps {
  outcome: UploadOutcome;
  listPath: string;
  onAgain: () => void;
}

/** The result of an upload, row by row. */
export function UploadResult({ outcome, listPath, onAgain }: UploadResultProps) {
  const { createdCount, updatedCount, unsentCount, withheldEmails, columns, rows } = outcome;
  const isUpdating = rows.some(({ kind }) => kind === 'UPDATE' || kind === 'UNCHANGED');
  const heading = useRef<HTMLHeadingElement>(null);
  const unsentEmails = useUnsentEmails();
  useEffect(function focusResult() {
    heading.current?.focus();
  }, []);
  return (
    <Stack gap="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        {createdCount + updatedCount > 0 ? 'Result' : isUpdating ? 'Nothing was changed' : 'No users were created'}
      </Title>
      <LabelledNumbers
        counters={[
          ['Created', formatCount(createdCount)],
          ...(isUpdating ? [['Updated', formatCount(updatedCount)] as const] : []),
          ['Skipped', formatCount(rows.filter(isFaultyUploadRow).length)],
        ]}
      />
      {unsentCount > 0 && (
        <Alert color="yellow" role="presentation" title={unsentTitle(unsentCount, createdCount)}>
          {unsentEmails?.sending === false
            ? 'They cannot be sent until a mail server is set up.'
            : 'Email is not being sent right now. They will be sent when email works again.'}{' '}
          To invite people now,{' '}
          <Anchor component={Link} to={listPath} c="inherit" underline="always" inherit>
            copy their links from the list of invitations
          </Anchor>{' '}
          and send them yourself.
        </Alert>
      )}
      {withheldEmails.length > 0 && (
        <Alert color="yellow" role="presentation" title={`${countOf(withheldEmails.length, 'user')} got no email`}>
          These addresses received too many invitations within an hour:{' '}
          {withheldEmails.slice(0, shownEmails).join(', ')}
          {withheldEmails.length > shownEmails && ' and others'}. Resend the invitations later, or{' '}
          <Anchor component={Link} to={listPath} c="inherit" underline="always" inherit>
            copy their links from the list of invitations
          </Anchor>
          .
        </Alert>
      )}
      <Group gap="sm">
        <Button component={Link} to={listPath}>
          Back to users
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
            faulty: 'Skipped',
            faultyOnly: 'Skipped rows only',
          }}
          downloads={[
            { label: 'Download skipped rows', fileName: 'skipped-rows.csv' },
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
