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

interface Polling {
  stopped: boolean;
}

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

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs));

// Only clearing the cache rejects a query. Any other error is in its result.
const asResult = (error: unknown) => ({ data: undefined, error });

/** What a failed read returns: null where the job is another user's or gone; undefined while it cannot be read. */
const withoutData = (error: unknown): null | undefined =>
  error && !toFailure(error).has('NOT_FOUND') ? undefined : null;

const readPage = async (client: ApolloClient, variables: UseBulkJob_RowsQueryVariables): Promise<Page> => {
  const { data, error } = await client
    .query({ query: rowsQuery, variables, fetchPolicy: 'network-only' })
    .catch(asResult);
  return (data as UseBulkJob_RowsQuery | undefined)?.bulkJob?.rows ?? withoutData(error);
};

const readJob = async (client: ApolloClient, id: string): Promise<Job | null | undefined> => {
  const { data, error } = await client
    .query({ query: progressQuery, variables: { id }, fetchPolicy: 'network-only' })
    .catch(asResult);
  return data?.bulkJob ?? withoutData(error);
};

export interface BulkJobOptions {
  /** The list, and the job that the viewer last started on it before this page was loaded, in any browser. */
  job: { name: string; recent: string | undefined };
  /** The completed rows, or null if there are too many to read, or they could not be read. */
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
  const [failedRows, setFailedRows] = useState<readonly FailedRow[]>();
  // The rows of a job are moved in the cached lists only once.
  const isRead = useEffectEvent(() => Boolean(current?.finishedAt && failedRows));

  /** Null if a page could not be read. */
  const readRows = async (states: BulkRowState[], most: number) => {
    const rows: Row[] = [];
    let after: string | null = null;
    do {
      const page: Page = await readPage(client, { id: id ?? '', states, after });
      if (page === undefined) return null;
      rows.push(...(page?.nodes ?? []));
      after = page?.hasNextPage ? page.endCursor : null;
    } while (after !== null && rows.length < most);
    return rows;
  };
  // Lists that were read during or after the job already contain some of its changes.
  const end = useEffectEvent(async ({ action, doneCount, failedCount }: Job, wasRunning: boolean, polling: Polling) => {
    const isPlaced = id === startedHere && doneCount <= maxPlaced;
    const done = isPlaced ? await readRows(['DONE'], maxPlaced) : null;
    if (isPlaced || wasRunning) onEnded(action, done?.flatMap(({ user }) => user ?? []) ?? null);
    while (!polling.stopped) {
      const failed = failedCount > 0 ? await readRows(['FAILED'], Number.POSITIVE_INFINITY) : [];
      if (failed && !polling.stopped) return setFailedRows(failed.map(toFailedRow));
      await pause();
    }
  });
  useEffect(
    function pollUntilEnd() {
      if (!id || isRead()) return;
      const polling: Polling = { stopped: false };
      const poll = async () => {
        for (let wasRunning = false; !polling.stopped; wasRunning = true) {
          const found = await readJob(client, id);
          if (polling.stopped) return;
          if (found === null) return void forget();
          if (found) setJob(found);
          if (found?.finishedAt) return void end(found, wasRunning, polling);
          await pause();
        }
      };
      void poll();
      return () => {
        polling.stopped = true;
      };
    },
    [client, id],
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
