import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { closedBulkJobKey } from '../../apollo/closedBulkJobKey.ts';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import type { RecentBulkJobProps } from './RecentBulkJob.tsx';
import { type RowChoice, useChosenRows } from './RowChoice.ts';

// Loaded separately, because few users have a bulk job.
const RecentBulkJob = lazyPart<RecentBulkJobProps>(async () => (await import('./RecentBulkJob.tsx')).RecentBulkJob, {
  loadOn: 'paint',
});

interface BulkNeedProps {
  choice: RowChoice;
  of: 'users' | 'invitations';
  /** Undefined while it is loading. */
  organisationId: string | undefined;
  /** Whether the product API does bulk actions as jobs. */
  hasBulkActions: boolean;
  /** The rows of the list: when the rows change, the selection is cleared. */
  rows: object;
  /** Renders the bar. */
  children: (bulk: { isNeeded: boolean; job: { name: string; recent: string | undefined } }) => ReactNode;
}

/** Whether a list needs its bar: for selected rows, now or earlier, or the viewer's job. Separate, so that a selection does not render tables. */
export function BulkNeed({ choice, of, organisationId = '', hasBulkActions, rows, children }: BulkNeedProps) {
  const name = `${of}.${organisationId}`;
  const [closed] = useLocalStorage<string>({ key: closedBulkJobKey(name), getInitialValueInEffect: false });
  const [found, setFound] = useState<{ name: string; id: string }>();
  const recentJob = found?.name === name ? found.id : undefined;
  const { ids, all } = useChosenRows(choice);
  const filter = JSON.stringify([organisationId, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each search and filter.
  useEffect(
    function forgetChoice() {
      return choice.clear;
    },
    [choice, filter],
  );
  return (
    <>
      {hasBulkActions && organisationId !== '' && (
        <RecentBulkJob key={name} of={of} organisationId={organisationId} onFound={(id) => setFound({ name, id })} />
      )}
      {children({
        isNeeded: ids.size > 0 || all || (recentJob !== undefined && recentJob !== closed),
        job: { name, recent: recentJob },
      })}
    </>
  );
}
