import { userOf } from './lists.ts';
import { asked } from './responses.ts';
import { openUsers } from './userActions.ts';

/** A job as the gateway returns it. */
export const bulkJobOf = (more: object = {}) => ({
  __typename: 'BulkJob',
  id: '5',
  action: 'DEACTIVATE',
  state: 'FINISHED',
  totalCount: 2,
  doneCount: 2,
  unchangedCount: 0,
  failedCount: 0,
  skippedCount: 0,
  createdAt: '2026-11-25T09:30:00.000Z',
  finishedAt: '2026-11-25T09:31:00.000Z',
  stopCode: null,
  ...more,
});

interface JobStart {
  job?: object;
  /** Users that failed. */
  failed?: { id: string; message: string }[];
  /** Changed users with their new values. */
  done?: ReturnType<typeof userOf>[];
  path?: string;
  lengths?: object;
  answers?: object;
}

const rowOf = (user: ReturnType<typeof userOf>, message: string | null) => ({
  __typename: 'BulkRow',
  targetId: user.id,
  message,
  user,
  invitation: null,
});

/** The list of users, with a job that ends as given. */
export const openBulkActions = ({
  job = {},
  failed = [],
  done = [],
  path = '/U',
  lengths = {},
  answers = {},
}: JobStart = {}) =>
  openUsers({
    path,
    lengths,
    answers: {
      useBulkJob_Start: asked(() => ({
        data: {
          startBulkAction: {
            __typename: 'StartBulkActionPayload',
            job: bulkJobOf({ state: 'WAITING', finishedAt: null, doneCount: 0 }),
          },
        },
      })),
      useBulkJob_Progress: asked(() => ({ data: { bulkJob: bulkJobOf(job) } })),
      useBulkJob_Rows: asked(({ variables }) => {
        const isFailed = String(variables.states) === 'FAILED';
        const nodes = isFailed
          ? failed.map(({ id, message }) => rowOf(userOf(id), message))
          : done.map((user) => rowOf(user, null));
        const rows = { __typename: 'BulkRowPage', hasNextPage: false, endCursor: null, nodes };
        return { data: { bulkJob: { __typename: 'BulkJob', id: '5', rows } } };
      }),
      UserBulkActions_Count: asked(() => ({
        data: { organisation: { __typename: 'Organisation', id: '7', activeUserCount: 1200 } },
      })),
      ...answers,
    },
  });
