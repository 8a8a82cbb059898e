import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { closedBulkJobKey } from '../../apollo/closedBulkJobKey.ts';
import { useMutationAction } from '../../apollo/useMutationAction.ts';
import { toFailure } from '../../feedback/failure.ts';
import { graphql } from '../../gql/gql.ts';
import type {
  BulkRowState,
  UseBulkJob_ProgressQuery,
  UseBulkJob_RowsQuery,
  UseBulkJob_RowsQueryVariables,
} from '../../gql/graphql.ts';
import type { BulkOrder, BulkRun, FailedRow } from './bulkRun.ts';
import { isShownInDialog } from './useConfirmedMutation.ts';

const startDocument = graphql(`
  mutation useBulkJob_Start($input: StartBulkActionInput!) { startBulkAction(input: $input) { job { ...useBulkJob_job @unmask } } } # polled by its id
`);

const cancelDocument = graphql(`
  mutation useBulkJob_Cancel($input: CancelBulkActionInput!) { cancelBulkAction(input: $input) { job { ...useBulkJob_job @unmask } } } # polled by its id
`);

graphql(`
  fragment useBulkJob_job on BulkJob {
    id action state totalCount doneCount unchangedCount failedCount skippedCount createdAt finishedAt stopCode
  }
`);

const progressQuery = graphql(`
  query useBulkJob_Progress($id: ID!) { bulkJob(id: $id) { ...useBulkJob_job @unmask } } # polled by its id
`);

// Selects the fields of the lists, so that the lists' rows change too.
const rowsQuery = graphql(`
  query useBulkJob_Rows($id: ID!, $states: [BulkRowState!]!, $after: String) {
    bulkJob(id: $id) {
      id
      rows(states: $states, first: 100, after: $after) {
        hasNextPage
        endCursor
        nodes {
          targetId
          message
          user { id fullName email ...userListCache_user @unmask } # for the cached lists
          invitation { id email ...InvitationTable_invitation }
        }
      }
    }
  }
`);

type Page = NonNullable<UseBulkJob_RowsQuery['bulkJob']>['rows'] | undefined;
type Row = NonNullable<NonNullable<UseBulkJob_RowsQuery['bulkJob']>['rows']>['nodes'][number];
/** A user of a row, as the cached lists have them. */
export type BulkUser = NonNullable<Row['user']>;
type Job = NonNullable<UseBulkJob_ProgressQuery['bulkJob']>;

const pollMs = 1_000;
/** The maximum number of rows that are moved in cached lists one by one; otherwise the lists are read again. */
const maxPlaced = 100;

const toFailedRow = ({ targetId, message, user, invitation }: Row): FailedRow => ({
  id: targetId,
  name: user?.fullName ?? '',
  email: user?.email ?? invitation?.email ?? '',
  message: message ?? texts.requestFailed,
});

const progressOf = (job: Job) => ({
  action: job.action,
  total: job.totalCount,
  done: job.doneCount,
  unchanged: job.unchangedCount,
  failed: job.failedCount,
  skipped: job.skippedCount,
  ended: job.state === 'WAITING' || job.state === 'RUNNING' ? null : job.state,
});

const toFailedRows = (rows: readonly Row[]) => rows.map(toFailedRow);

const readPage = async (client: ApolloClient, variables: UseBulkJob_RowsQueryVariables): Promise<Page> => {
  const { data } = await client.query({ query: rowsQuery, variables, fetchPolicy: 'network-only' });
  return (data as UseBulkJob_RowsQuery | undefined)?.bulkJob?.rows;
};

/** Null where it is another user's or gone; undefined while it cannot be read. */
const readJob = async (client: ApolloClient, id: string): Promise<Job | null | undefined> => {
  try {
    const { data } = await client.query({ query: progressQuery, variables: { id }, fetchPolicy: 'network-only' });
    return data?.bulkJob;
  } catch (error) {
    return toFailure(error).has('NOT_FOUND') ? null : undefined;
  }
};

export interface BulkJobOptions {
  /** The list, and the job that the viewer last started on it before this page was loaded, in any browser. */
  job: { name: string; recent: string | undefined };
  /** The completed rows, or null if there are too many to read. */
  onEnded: (action: Job['action'], users: readonly BulkUser[] | null) => void;
}

/** A bulk action as a job of the platform: it continues when the page is closed, and is found again. */
export const useBulkJob = ({ job: { name, recent }, onEnded }: BulkJobOptions) => {
  const client = useApolloClient();
  const [closed, setClosed] = useLocalStorage<string>({
    key: closedBulkJobKey(name),
    getInitialValueInEffect: false,
  });
  const start = useMutationAction(startDocument, {
    handles: (failure) => isShownInDialog(failure) || failure.has('CONFLICT'),
  });
  const cancel = useMutationAction(cancelDocument);
  const [started, setStarted] = useState<{ name: string; id: string }>();
  // Pages of two organisations share the component, so the name of the list is checked.
  const startedHere = started?.name === name ? started.id : undefined;
  const newest = startedHere ?? recent;
  const id = newest === closed ? undefined : newest;
  const forget = useEffectEvent(() => newest !== undefined && setClosed(newest));
  const [job, setJob] = useState<Job | null>(null);
  const current = job?.id === id ? job : null;
  const isEnded = current !== null && current.finishedAt !== null;
  const [failedRows, setFailedRows] = useState<readonly FailedRow[]>();

  const readRows = async (states: BulkRowState[], most: number) => {
    const rows: Row[] = [];
    let after: string | null = null;
    do {
      const page: Page = await readPage(client, { id: id ?? '', states, after });
      rows.push(...(page?.nodes ?? []));
      after = page?.hasNextPage ? page.endCursor : null;
    } while (after !== null && rows.length < most);
    return rows;
  };
  // Lists that were read during or after the job already contain some of its changes.
  const end = useEffectEvent(async ({ action, doneCount, failedCount }: Job, wasRunning: boolean) => {
    const isPlaced = id === startedHere && doneCount <= maxPlaced;
    if (isPlaced)
      onEnded(
        action,
        (await readRows(['DONE'], maxPlaced)).flatMap(({ user }) => user ?? []),
      );
    else if (wasRunning) onEnded(action, null);
    setFailedRows(failedCount > 0 ? await readRows(['FAILED'], Number.POSITIVE_INFINITY).then(toFailedRows) : []);
  });
  useEffect(
    function pollUntilEnd() {
      if (!id || isEnded) return;
      const polling = { stopped: false };
      const poll = async () => {
        for (let wasRunning = false; !polling.stopped; wasRunning = true) {
          const found = await readJob(client, id);
          if (polling.stopped) return;
          if (found === null) return void forget();
          if (found) setJob(found);
          if (found?.finishedAt) return void end(found, wasRunning);
          await new Promise((resolve) => setTimeout(resolve, pollMs));
        }
      };
      void poll();
      return () => {
        polling.stopped = true;
      };
    },
    [client, id, isEnded],
  );
  const close = () => {
    if (id) setClosed(id);
    setFailedRows(undefined);
  };
  const run: BulkRun = {
    progress: current && progressOf(current),
    failedRows,
    startedHere: id === startedHere,
    goesOn: true,
    close,
    cancel: () => void (id && cancel.mutate({ input: { id } }).catch(() => undefined)),
    cancelling: cancel.busy,
  };
  return {
    run: id ? run : null,
    busy: start.busy,
    start: async ({ ids, count, action, ...order }: BulkOrder, currentPassword?: string) => {
      if (action === 'COPY_LINKS') return undefined;
      const given = { action, ...(ids ? { ids: [...ids] } : { count }) };
      const data = await start.mutate({ input: { ...order, ...given, ...(currentPassword && { currentPassword }) } });
      if (!data) return undefined;
      setFailedRows(undefined);
      setStarted({ name, id: data.startBulkAction.job.id });
      return data;
    },
  };
};
