import { Button, Group, List, Paper, Progress, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { countOf, formatCount } from '../layout/format.ts';
import classes from './bulk.module.css';
import type { BulkProgress, BulkRun, FailedRow } from './bulkRun.ts';
import { bulkWords } from './bulkWords.ts';

const reasons = {
  STOPPED: 'It was stopped, because your session or key has ended or your role has changed.',
  CANCELLED: 'It was cancelled.',
  FINISHED: null,
};

/** What became of the rows, such as `3 deactivated, 1 refused`. */
const summaryOf = ({ action, done, unchanged, failed, skipped }: BulkProgress): string =>
  [
    `${formatCount(done)} ${bulkWords[action].done}`,
    unchanged > 0 && `${formatCount(unchanged)} ${bulkWords[action].unchanged}`,
    failed > 0 && `${formatCount(failed)} refused`,
    skipped > 0 && `${formatCount(skipped)} not tried`,
  ]
    .filter(Boolean)
    .join(', ');

interface BulkResultProps {
  run: BulkRun;
  noun: string;
  onRetry: (rows: readonly FailedRow[]) => void;
}

/** How far a bulk action is, and then what became of each row. */
export function BulkResult({ run, noun, onRetry }: BulkResultProps) {
  const { progress, failedRows, startedHere, goesOn, cancelling, cancel, close } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = progress?.ended ?? null;
  useEffect(
    function showResult() {
      if (ended && startedHere) heading.current?.focus();
    },
    [ended, startedHere],
  );
  if (!progress) return null;
  const { action, total, done, unchanged, failed } = progress;
  const tried = done + unchanged + failed;
  const title = `${bulkWords[action].label}: ${ended ? summaryOf(progress) : `${formatCount(tried)} of ${countOf(total, noun)}`}`;
  return (
    <Paper withBorder p="md" className={classes.bar} component="section" aria-label="Bulk act">
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
            <Progress value={total === 0 ? 0 : (100 * tried) / total} aria-label="Rows that were tried" />
            <Text c="dimmed">
              {goesOn
                ? 'You can leave this page: it goes on, and the result is here when you come back.'
                : 'Leave this page open: what is not done yet stays as it is when you leave.'}
            </Text>
          </>
        )}
        {ended && reasons[ended] && <Text>{reasons[ended]}</Text>}
        {ended && failed > 0 && <FailedRows rows={failedRows} onRetry={onRetry} />}
      </Stack>
    </Paper>
  );
}

/** As many as are read in the page; the file has all. */
const shownRows = 100;

function FailedRows({
  rows,
  onRetry,
}: {
  rows: readonly FailedRow[] | undefined;
  onRetry: BulkResultProps['onRetry'];
}) {
  if (!rows) return <Text c="dimmed">Loading what was refused …</Text>;
  const download = async () => (await import('./failedRowsFile.ts')).downloadFailedRows(rows);
  return (
    <>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Refused rows' }}>
        <List size="sm" listStyleType="none">
          {rows.slice(0, shownRows).map(({ id, name, email, message }) => (
            <List.Item key={id}>
              <Text span fw={500}>
                {name || email || `Id ${id}`}
              </Text>
              {': '}
              {message}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {rows.length > shownRows && <Text c="dimmed">The file has all {formatCount(rows.length)}.</Text>}
      <Group gap="sm">
        <Button variant="default" onClick={() => onRetry(rows)}>
          Try these again
        </Button>
        <Button variant="default" onClick={download}>
          Download as CSV
        </Button>
      </Group>
    </>
  );
}
