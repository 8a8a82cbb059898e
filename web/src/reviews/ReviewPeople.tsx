import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { type ReactNode, useContext, useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { AccessReviewState, ReviewPeople_ItemsFragment, RoleKey } from '../gql/graphql.ts';
import { countOf } from '../ui/layout/format.ts';
import { PeekContext } from '../ui/layout/peekContext.ts';
import { PeekList } from '../ui/peek/PeekList.tsx';
import { type RowChoice, useChosenRows, useRowChoice } from '../ui/table/RowChoice.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionSender } from './DecisionSender.tsx';
import type { Choice } from './decisionQueue.ts';
import { ReviewPeek } from './ReviewPeek.tsx';
import { ReviewTable } from './ReviewTable.tsx';
import { type DecisionKey, nextRow, personRow, useDecisionKeys } from './useDecisionKeys.ts';
import { type Decisions, useDecisions } from './useDecisions.ts';

graphql(`
  fragment ReviewPeople_items on AccessReviewItemConnection {
    totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { id fullName viewerCanDecide ...ReviewTable_item }
  }
`);

interface ReviewPeopleProps {
  reviewId: string;
  state: AccessReviewState;
  items: ReviewPeople_ItemsFragment | null | undefined;
  loading: boolean;
  emptyReason: string;
  /** Above the table, next to the keys. */
  toolbar?: ReactNode;
  onRetry: () => void;
  /** Shows the people after a cursor, or with null the first ones. */
  onPage: (after: string | null) => void;
}

/** The people of a review, with the decisions about them. */
export function ReviewPeople(props: ReviewPeopleProps) {
  const decisions = useDecisions();
  return (
    <PeekList panel={(id) => id !== null && <ReviewPeek id={id} decisions={decisions} />}>
      <People {...props} decisions={decisions} />
    </PeekList>
  );
}

const tableName = 'people';
const plain = (decision: 'KEEP' | 'REMOVE'): Choice => ({ decision, newRole: null, reason: null });

function People({ decisions, ...props }: ReviewPeopleProps & { decisions: Decisions }) {
  const { reviewId, state, items, loading, emptyReason, toolbar, onRetry, onPage } = props;
  const { queue, itemOf } = decisions;
  const peek = useContext(PeekContext);
  const choice = useRowChoice();
  const [choosing, setChoosing] = useState<readonly string[]>([]);
  const ids = items?.nodes.flatMap(({ id, viewerCanDecide }) => (viewerCanDecide ? id : [])) ?? [];
  const canDecide = ids.length > 0;

  const focusRow = (row: HTMLElement | null | undefined) => {
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
    if (row?.dataset.row && peek && peek.shown !== null) peek.show(row.dataset.row, { from: row });
  };
  /** The selected people if the row is one of them, otherwise only the row. */
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
    return first?.filter((role) => others.every((roles) => roles.includes(role))) ?? [];
  };
  const chooseRole = (newRole: RoleKey, row: string | undefined) => {
    const last = choosing.at(-1) ?? null;
    decideAll(choosing, { decision: 'CHANGE_ROLE', newRole, reason: null });
    focusRow(row === undefined ? nextRow(last) : personRow(row));
  };
  const undo = () => {
    const [first] = queue.undo();
    if (first !== undefined) focusRow(personRow(first));
  };
  const onKey = (key: DecisionKey, id: string | null) => {
    if (key === 'undo') return undo();
    // Without a row the first one gets the focus, so that what is decided about is seen first.
    if (id === null) return focusRow(nextRow(null));
    const targets = targetsOf(id);
    if (key === 'changeRole') return void startChoosing(targets);
    decideAll(targets, plain(key === 'keep' ? 'KEEP' : 'REMOVE'));
    focusRow(nextRow(id));
  };
  const onNumber = (number: number) => {
    const role = rolesFor(choosing)[number - 1];
    if (role) chooseRole(role, undefined);
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
  const single = choosing.length === 1;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          {toolbar}
          <Text c="dimmed">{countOf(items?.totalCount ?? 0, 'person', 'people')}</Text>
        </Group>
        {canDecide && (
          <Group gap="md">
            <DecisionSender reviewId={reviewId} decisions={decisions} />
            <DecisionKeys />
            <Button variant="default" onClick={undo}>
              Undo
            </Button>
          </Group>
        )}
      </Group>
      <ReviewTable
        items={items}
        loading={loading}
        emptyReason={emptyReason}
        onRetry={onRetry}
        ended={state === 'ENDED' || state === 'ENDING'}
        choice={canDecide ? { choice, table: tableName, ids } : undefined}
        actions={{
          queue,
          choosing: single ? choosing[0] : undefined,
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
              decideAll(selected, plain(decision));
              focusRow(personRow(selected[0] ?? ''));
            }}
            onChangeRole={() => void startChoosing(selected)}
            onRole={(role) => chooseRole(role, choosing[0])}
            onClear={() => {
              setChoosing([]);
              choice.clear();
              focusRow(personRow(selected[0] ?? ''));
            }}
          />
        )}
      </SelectedPeople>
      {(hasNextPage || hasPreviousPage) && (
        <Group component="nav" aria-label="Pages of people" justify="flex-end" gap="xs">
          <Button variant="default" disabled={!hasPreviousPage} onClick={() => onPage(null)}>
            First people
          </Button>
          <Button variant="default" disabled={!hasNextPage} onClick={() => onPage(endCursor ?? null)}>
            Next people
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Renders its children with the selected people, so that the table is not rendered with each press. */
function SelectedPeople({ choice, children }: { choice: RowChoice; children: (ids: string[]) => ReactNode }) {
  const { ids } = useChosenRows(choice);
  return ids.size > 0 && children([...ids]);
}

const keyHints = [
  ['J', 'next row'],
  ['Y', 'keep'],
  ['C', 'change role'],
  ['R', 'remove'],
  ['U', 'undo'],
] as const;

/** The keys of the page, where there is room. */
const DecisionKeys = () => (
  <Group gap="sm" visibleFrom="md">
    {keyHints.map(([key, effect]) => (
      <Text key={key} size="sm" c="dimmed">
        <Kbd size="xs">{key}</Kbd> {effect}
      </Text>
    ))}
  </Group>
);
