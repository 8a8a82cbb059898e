import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { AccessReviewState, ReviewPeople_ItemsFragment, RoleKey } from '../gql/graphql.ts';
import { PeekContext } from '../ui/keyboard/peekContext.ts';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { type RowChoice, useChosenRows, useRowChoice } from '../ui/table/RowChoice.ts';
import { countOf } from '../ui/values/format.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionStatus } from './DecisionSender.tsx';
import { type Choice, plainChoice } from './decisionQueue.ts';
import { MoreRightsDialog } from './MoreRightsDialog.tsx';
import { ReviewPeek } from './ReviewPeek.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { hasMoreRights, lowestFirst } from './reviewWords.ts';
import { type DecisionKey, nextRow, personRow, previousRow, useDecisionKeys } from './useDecisionKeys.ts';
import type { Decisions } from './useDecisions.ts';

graphql(`
  fragment ReviewPeople_items on AccessReviewItemConnection {
    totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { id fullName viewerCanDecide ...ReviewTable_item }
  }
`);

interface ReviewPeopleProps {
  decisions: Decisions;
  state: AccessReviewState;
  /** The page of a user. */
  pathOf: (userId: string) => string;
  items: ReviewPeople_ItemsFragment | null | undefined;
  loading: boolean;
  emptyReason: string;
  /** Above the table. */
  toolbar: ReactNode;
  onRetry: () => void;
  /** Shows the people after a cursor; null for the first ones. */
  onPage: (after: string | null) => void;
}

/** The people of a review, with the decisions about them. */
export function ReviewPeople(props: ReviewPeopleProps) {
  return (
    <PeekList panel={(id) => id !== null && <ReviewPeek id={id} decisions={props.decisions} />}>
      <People {...props} />
    </PeekList>
  );
}

const tableName = 'people';

function People({ decisions, ...props }: ReviewPeopleProps) {
  const { state, pathOf, items, loading, emptyReason, toolbar, onRetry, onPage } = props;
  const { queue, itemOf } = decisions;
  const peek = useContext(PeekContext);
  const choice = useRowChoice();
  const [choosing, setChoosing] = useState<readonly string[]>([]);
  const [withReason, setWithReason] = useState<{ ids: readonly string[]; newRole: RoleKey } | null>(null);
  const shown = items?.nodes.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: no one is selected who is not shown.
  useEffect(
    function forgetChoice() {
      return () => {
        choice.clear();
        setChoosing([]);
      };
    },
    [choice, shown],
  );
  const ids = items?.nodes.flatMap(({ id, viewerCanDecide }) => (viewerCanDecide ? id : [])) ?? [];
  const canDecide = state === 'OPEN' && ids.length > 0;

  const focusRow = (row: HTMLElement | null | undefined) => {
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    if (row?.dataset.row && peek && peek.shown !== null) peek.show(row.dataset.row, { from: row });
  };
  /** All selected people if the row is selected, otherwise only the row. */
  const targetsOf = (id: string) => (choice.has(tableName, id) ? [...choice.read().ids] : [id]);
  const decidable = (targets: readonly string[]) => targets.filter((id) => itemOf(id)?.viewerCanDecide);
  const decideAll = (targets: readonly string[], choiceOf: Choice) => {
    const possible = decidable(targets);
    if (possible.length > 0) decisions.decide(possible, choiceOf);
    setChoosing([]);
    choice.clear();
  };
  const startChoosing = (targets: readonly string[]) => {
    const possible = decidable(targets).filter((id) => itemOf(id)?.assignableRoles.length);
    setChoosing(possible);
    return possible.length > 0;
  };
  const rolesFor = (targets: readonly string[]): readonly RoleKey[] => {
    const [first, ...others] = targets.map((id) => itemOf(id)?.assignableRoles ?? []);
    return lowestFirst(first?.filter((role) => others.every((roles) => roles.includes(role))) ?? []);
  };
  const changeRole = (targets: readonly string[], newRole: RoleKey, reason: string | null) => {
    decideAll(targets, { decision: 'CHANGE_ROLE', newRole, reason });
    focusRow(nextRow(targets.at(-1) ?? null));
  };
  const chooseRole = (newRole: RoleKey) => {
    if (!choosing.some((id) => hasMoreRights(newRole, itemOf(id)?.role ?? null)))
      return changeRole(choosing, newRole, null);
    setWithReason({ ids: choosing, newRole });
    setChoosing([]);
  };
  const undo = () => {
    const [first] = queue.undo();
    if (first !== undefined) focusRow(personRow(first));
  };
  const onKey = (key: DecisionKey, id: string | null) => {
    if (key === 'undo') return undo();
    // Focuses the first row before a decision by key, so that the user sees its person.
    if (id === null || key === 'next') return focusRow(nextRow(id));
    if (key === 'previous') return focusRow(previousRow(id));
    const targets = targetsOf(id);
    if (key === 'changeRole') return void startChoosing(targets);
    decideAll(targets, plainChoice(key === 'keep' ? 'KEEP' : 'REMOVE'));
    focusRow(nextRow(id));
  };
  const onNumber = (number: number) => {
    const role = rolesFor(choosing)[number - 1];
    if (role) chooseRole(role);
    return role !== undefined;
  };
  const stopChoosing = () => {
    const [first] = choosing;
    setChoosing([]);
    if (first !== undefined) focusRow(personRow(first));
  };
  useDecisionKeys({
    onKey: (key, id) => canDecide && onKey(key, id),
    onNumber: choosing.length > 0 ? onNumber : null,
    onCancel: stopChoosing,
  });
  const { hasNextPage = false, hasPreviousPage = false, endCursor = null } = items?.pageInfo ?? {};
  return (
    <Stack gap="sm">
      {toolbar}
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">{countOf(items?.totalCount ?? 0, 'person', 'people')}</Text>
        {state === 'OPEN' && (
          <Group gap="md">
            <DecisionStatus queue={queue} />
            {canDecide && (
              <>
                <DecisionKeys />
                <Button variant="default" onClick={undo}>
                  Undo
                </Button>
              </>
            )}
          </Group>
        )}
      </Group>
      <ReviewTable
        items={items}
        pathOf={pathOf}
        loading={loading}
        emptyReason={emptyReason}
        onRetry={onRetry}
        ended={state === 'ENDED' || state === 'ENDING'}
        choice={canDecide ? { choice, table: tableName, ids } : undefined}
        actions={{
          queue,
          open: state === 'OPEN',
          choosing: choosing.length === 1 ? choosing[0] : undefined,
          chooseRole,
          decide: (id, made) => {
            decisions.decide([id], made);
            setChoosing([]);
            focusRow(personRow(id));
          },
          startChoosing: (id) => {
            if (startChoosing([id])) personRow(id)?.focus();
          },
          stopChoosing,
        }}
      />
      <SelectedPeople choice={choice}>
        {(selected) => (
          <DecisionBar
            count={selected.length}
            roles={rolesFor(decidable(selected).filter((id) => itemOf(id)?.assignableRoles.length))}
            choosing={choosing.length > 1}
            onDecide={(decision) => {
              decideAll(selected, plainChoice(decision));
              focusRow(personRow(selected[0] ?? ''));
            }}
            onChangeRole={() => void startChoosing(selected)}
            onRole={chooseRole}
            onClear={() => {
              setChoosing([]);
              choice.clear();
              focusRow(personRow(selected[0] ?? ''));
            }}
          />
        )}
      </SelectedPeople>
      {withReason && (
        <MoreRightsDialog
          names={withReason.ids.map((id) => itemOf(id)?.fullName ?? '')}
          newRole={withReason.newRole}
          onCancel={() => setWithReason(null)}
          onReason={(reason) => {
            setWithReason(null);
            changeRole(withReason.ids, withReason.newRole, reason);
          }}
        />
      )}
      {(hasNextPage || hasPreviousPage) && (
        <Group component="nav" aria-label="Pages of people" justify="flex-end" gap="xs">
          <Button variant="default" disabled={!hasPreviousPage} onClick={() => onPage(null)}>
            First page
          </Button>
          <Button variant="default" disabled={!hasNextPage} onClick={() => onPage(endCursor ?? null)}>
            Next page
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Renders its children with the selected people. Separate, so that the table is not rendered with each press. */
function SelectedPeople({ choice, children }: { choice: RowChoice; children: (ids: string[]) => ReactNode }) {
  const { ids } = useChosenRows(choice);
  return ids.size > 0 && children([...ids]);
}

const keyHints = [
  ['Y', 'keep access and continue'],
  ['C', 'change role'],
  ['R', 'remove access'],
  ['J', 'next pending'],
  ['U', 'undo'],
] as const;

/** A list of the page's keys, if there is room. */
const DecisionKeys = () => (
  <Group gap="sm" visibleFrom="md">
    {keyHints.map(([key, effect]) => (
      <Text key={key} size="sm" c="dimmed">
        <Kbd size="xs">{key}</Kbd> {effect}
      </Text>
    ))}
  </Group>
);
