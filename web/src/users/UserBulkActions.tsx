import { useApolloClient } from '@apollo/client/react';
import { bulkActionMaxIds, bulkActionMaxRows } from '@console/contract/rules';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { BulkAction, UserFilter } from '../gql/graphql.ts';
import { BulkActions } from '../ui/dialog/BulkActions.tsx';
import type { BulkChoices } from '../ui/dialog/BulkQuestion.tsx';
import type { BulkOrder } from '../ui/dialog/bulkRun.ts';
import { type BulkJobOptions, type BulkUser, useBulkJob } from '../ui/dialog/useBulkJob.ts';
import { maxSingleActions, type SingleAction, useSingleActions } from '../ui/dialog/useSingleActions.ts';
import { type RowChoice, useChosenRows } from '../ui/table/RowChoice.ts';
import { activateDocument } from './ActivateUserButton.tsx';
import { deactivateDocument } from './DeactivateUserButton.tsx';
import { useRoleQuestion } from './useRoleQuestion.tsx';
import { placeUser } from './userListCache.ts';

const updateDocument = graphql(`
  mutation UserBulkActions_Update($input: UpdateUserInput!) { updateUser(input: $input) { user { id ...UserTable_user } } }
`);

const nameFragment = graphql(`fragment UserBulkActions_name on User { id fullName email }`);

export interface UserBulkActionsProps {
  choice: RowChoice;
  organisation: { id: string; brandName: string };
  /** Whether the organisation is the viewer's own. */
  own: boolean;
  search: string;
  filter: UserFilter;
  totals: { active: number; inactive: number };
  /** The ids of the users of both pages, in their order. */
  shown: { active: readonly string[]; inactive: readonly string[] };
  choices: BulkChoices & { roles: Parameters<typeof useRoleQuestion>[0]['roles'] };
  job: BulkJobOptions['job'];
  /** Whether the product API runs bulk actions as jobs. */
  hasBulkActions: boolean;
  /** Whether the viewer may change some of the users. */
  mayEdit: boolean;
  /** Called after the cached lists have changed. */
  onChanged: () => void;
  /** Called when the lists must be read again. */
  onRetry: () => void;
}

const changes = ['CHANGE_ROLE', 'CHANGE_DEPARTMENT'] as const satisfies BulkAction[];
const silent = { handles: () => true };

/** The actions for the selected users. */
export function UserBulkActions(props: UserBulkActionsProps) {
  const { choice, organisation, own, search, filter, totals, shown, choices, hasBulkActions, mayEdit } = props;
  const { id: organisationId, brandName } = organisation;
  const runner = { jobs: useUserJob(props), singles: useSingleUserActions(props) }[hasBulkActions ? 'jobs' : 'singles'];
  const question = useRoleQuestion({ brandName, own, counted: 'user', roles: choices.roles });
  const nameOf = useNameOf();
  const others = mayEdit ? changes : [];
  const found = (status: 'ACTIVE' | 'INACTIVE') => ({
    users: { organisationId, filter: { ...filter, status }, ...(search && { search }) },
  });
  return (
    <>
      <BulkActions
        chosen={useChosenRows(choice)}
        onAll={(table) => choice.chooseAll(table)}
        onClear={choice.clear}
        noun="user"
        choices={choices}
        limits={
          hasBulkActions ? { ids: bulkActionMaxIds, rows: bulkActionMaxRows } : { ids: maxSingleActions, rows: null }
        }
        note={
          hasBulkActions
            ? undefined
            : `Users are changed one after another while this page is open. You can select at most ${maxSingleActions}.`
        }
        tables={{
          active: {
            total: totals.active,
            shown: shown.active,
            actions: ['DEACTIVATE', ...others],
            ...found('ACTIVE'),
          },
          inactive: {
            total: totals.inactive,
            shown: shown.inactive,
            actions: ['ACTIVATE', ...others],
            ...found('INACTIVE'),
          },
        }}
        nameOf={(id) => nameOf(id).name || undefined}
        runner={{
          ...runner,
          start: async (order, password) =>
            (await question.agreed(peopleOf(order))) ? runner.start(order, password) : undefined,
        }}
      />
      {question.dialog}
    </>
  );
}

/** Users of an order; the role question only needs to distinguish them. */
const peopleOf = ({ ids, users, count, roleId = '' }: BulkOrder) =>
  Array.from({ length: count }, (_, index) => ({
    firstName: '',
    lastName: '',
    roleId,
    email: ids?.[index] ?? `${index} of ${JSON.stringify(users)}`,
  }));

const countQuery = graphql(`query UserBulkActions_Count($id: ID!) { organisation(id: $id) { id activeUserCount } }`);

/** Runs a job. Moves rows between cached lists like the single mutation, or reads lists again after many. */
const useUserJob = ({ organisation, job, onChanged, onRetry }: UserBulkActionsProps) => {
  const client = useApolloClient();
  return useBulkJob({
    job,
    onEnded: (action: BulkAction, users: readonly BulkUser[] | null) => {
      if (!users) return onRetry();
      for (const user of users) {
        if (action === 'ACTIVATE') placeUser(client.cache, user, 'INACTIVE');
        if (action === 'DEACTIVATE') placeUser(client.cache, user, 'ACTIVE');
      }
      // With another policy a failed read would be cached as a missing organisation, and its page would disappear.
      void client
        .query({
          query: countQuery,
          variables: { id: organisation.id },
          fetchPolicy: 'network-only',
          errorPolicy: 'none',
        })
        .catch(() => undefined);
      onChanged();
    },
  });
};

/** The names of users that were on a page. */
const useNameOf = () => {
  const { cache } = useApolloClient();
  return (id: string) => {
    const user = cache.readFragment({ fragment: nameFragment, id: cache.identify({ __typename: 'User', id }) ?? '' });
    const { fullName = '', email = '' } = (user ?? {}) as { fullName?: string; email?: string };
    return { name: fullName, email };
  };
};

/** Sends single mutations, for a product API that has no jobs. */
const useSingleUserActions = ({ onChanged }: UserBulkActionsProps) => {
  const { mutate: activate } = useMutationAction(activateDocument, {
    ...silent,
    update: (cached, { activateUser: { user } }) => user && placeUser(cached, user, 'INACTIVE'),
  });
  const { mutate: deactivate } = useMutationAction(deactivateDocument, {
    ...silent,
    update: (cached, { deactivateUser: { user } }) => user && placeUser(cached, user, 'ACTIVE'),
  });
  const { mutate: update } = useMutationAction(updateDocument, silent);
  const change: SingleAction = (id, { roleId, departmentName }) =>
    update({ input: { id, ...(roleId ? { roleId } : { department: departmentName ?? '' }) } });
  const nameOf = useNameOf();
  const actions: Partial<Record<BulkAction, SingleAction>> = {
    ACTIVATE: (id, _order, currentPassword) => activate({ id, ...(currentPassword && { currentPassword }) }),
    DEACTIVATE: (id, _order, currentPassword = '') => deactivate({ id, currentPassword }),
    CHANGE_ROLE: change,
    CHANGE_DEPARTMENT: change,
  };
  return useSingleActions(actions, nameOf, onChanged);
};
