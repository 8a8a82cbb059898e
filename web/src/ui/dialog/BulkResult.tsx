import { Button, Group, List, Paper, Progress, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useUnsentEmails } from '../../apollo/useUnsentEmails.ts';
import { countOf, formatCount } from '../values/format.ts';
import classes from './bulk.module.css';
import type { BulkProgress, BulkRun, FailedRow } from './bulkRun.ts';
import { bulkWords } from './bulkWords.ts';

const reasons = {
  STOPPED:
    'This bulk action stopped because your session ended, your API key expired or was revoked, or your role changed.',
  CANCELLED: 'This bulk action was cancelled.',
  FINISHED: null,
};

/** The outcome of the rows, such as `3 deactivated, 1 failed`. */
const summaryOf = ({ action, done, unchanged, failed, skipped }: BulkProgress, isUnsent: boolean): string =>
  [
    isUnsent ? `${countOf(done, 'new link')}, none sent` : `${formatCount(done)} ${bulkWords[action].done}`,
    unchanged > 0 && `${formatCount(unchanged)} ${bulkWords[action].unchanged}`,
    failed > 0 && `${formatCount(failed)} ${bulkWords[action].failed ?? 'failed'}`,
    skipped > 0 && `${formatCount(skipped)} skipped`,
  ]
    .filter(Boolean)
    .join(', ');

interface BulkResultProps {
  run: BulkRun;
  noun: string;
  onRetry: (rows: readonly FailedRow[]) => void;
  /** Copies the new links of the invitations that were just resent. */
  onCopy: (() => void) | undefined;
}

/** The progress of a bulk action, and afterwards the outcome of its rows. */
export function BulkResult({ run, noun, onRetry, onCopy }: BulkResultProps) {
  const { progress, failedRows, startedHere, goesOn, cancelling, cancel, close } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = progress?.ended ?? null;
  const unsentEmails = useUnsentEmails();
  useEffect(
    function showResult() {
      if (ended && startedHere) heading.current?.focus();
    },
    [ended, startedHere],
  );
  if (!progress) return null;
  const { action, total, done, unchanged, failed } = progress;
  const tried = done + unchanged + failed;
  const isUnsent = action === 'RESEND_INVITATION' && done > 0 && unsentEmails !== null;
  const title = `${bulkWords[action].label}: ${ended ? summaryOf(progress, isUnsent) : `${formatCount(tried)} of ${countOf(total, noun)}`}`;
  return (
    <Paper withBorder p="md" className={classes.bar} component="section" aria-label="Bulk action">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {ended ? (
            <Button variant="default" onClick={close}>
              Close
            </Button>
          ) : (
            <Button variant="default" loading={cancelling} onClick={cancel}>
              Cancel
            </Button>
          )}
        </Group>
        {ended === null && (
          <>
            <Progress value={total === 0 ? 0 : (100 * tried) / total} aria-label="Rows processed" />
            <Text c="dimmed">
              {goesOn
                ? 'You can leave this page. The action keeps running, and the result will be here when you return.'
                : 'Keep this page open. If you leave, the remaining rows will not be changed.'}
            </Text>
          </>
        )}
        {ended && reasons[ended] && <Text>{reasons[ended]}</Text>}
        {ended && isUnsent && (
          <>
            <Text>
              {unsentEmails.sending
                ? 'Email is not being sent right now. The links will be sent when email works again, and the previous links no longer work. To invite people now, copy the links and send them yourself.'
                : 'Email is not set up, and the previous links no longer work. Copy the links and send them yourself.'}
            </Text>
            {onCopy && (
              <Group>
                <Button onClick={onCopy}>Copy links</Button>
              </Group>
            )}
          </>
        )}
        {ended && failed > 0 && <FailedRows rows={failedRows} onRetry={onRetry} />}
      </Stack>
    </Paper>
  );
}

/** The most failed rows that are shown. The file contains all of them. */
const shownRows = 100;

function FailedRows({
  rows,
  onRetry,
}: {
  rows: readonly FailedRow[] | undefined;
  onRetry: BulkResultProps['onRetry'];
}) {
  if (!rows) return <Text c="dimmed">Loading failed rows…</Text>;
  const download = async () => {
    const { saveCsv } = await import('../../feedback/saveCsv.ts');
    const lines = rows.map(({ id, name, email, message }) => [id, name, email, message]);
    saveCsv([['ID', 'Name', 'Email', 'Reason'], ...lines], 'not-done.csv');
  };
  return (
    <>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Failed rows' }}>
        <List size="sm" listStyleType="none">
          {rows.slice(0, shownRows).map(({ id, name, email, message }) => (
            <List.Item key={id}>
              <Text span fw={500}>
                {name || email || `ID ${id}`}
              </Text>
              {': '}
              {message}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {rows.length > shownRows && (
        <Text c="dimmed">
          {`Only the first ${formatCount(shownRows)} are shown. The file contains all ${formatCount(rows.length)}.`}
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => onRetry(rows)}>
          Retry failed rows
        </Button>
        <Button variant="default" onClick={download}>
          Download as CSV
        </Button>
      </Group>
    </>
  );
}
