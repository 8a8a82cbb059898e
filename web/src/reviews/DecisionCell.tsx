import { Badge, Group, Text } from '@mantine/core';
import { useRef, useSyncExternalStore } from 'react';
import type { ReviewTable_ItemFragment, RoleKey } from '../gql/graphql.ts';
import { ActionMenu } from '../ui/layout/MoreActions.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { roleLabels } from '../users/roleLabels.ts';
import { type Choice, type DecisionQueue, plainChoice } from './decisionQueue.ts';
import { ExplainButton } from './ExplainButton.tsx';
import { decisionColors, decisionLabels, decisionText, hasMoreRights, lowestFirst } from './reviewWords.ts';

export interface DecisionActions {
  queue: DecisionQueue;
  /** Whether the review is open. */
  open: boolean;
  /** The person who is about to get a new role. */
  choosing: string | undefined;
  chooseRole: (role: RoleKey) => void;
  decide: (id: string, choice: Choice) => void;
  startChoosing: (id: string) => void;
  stopChoosing: () => void;
}

/** The decision about a person, or the buttons for it. */
export function DecisionCell({ item, actions }: { item: ReviewTable_ItemFragment; actions: DecisionActions }) {
  const { queue, open, decide } = actions;
  const { id, fullName, reviewer, assignableRoles, outcome } = item;
  const viewerCanDecide = open && item.viewerCanDecide;
  const entry = useSyncExternalStore(queue.subscribe, () => queue.read(id));
  const { decision, newRole, reason } = entry?.choice ?? item;
  const of = (label: string) => `${label} of ${isolated(fullName)}`;
  if (!decision && viewerCanDecide)
    return (
      <Group gap={4} data-undecided>
        <RowButton aria-label={of('Keep access')} onClick={() => decide(id, plainChoice('KEEP'))}>
          Keep access
        </RowButton>
        {assignableRoles.length > 0 && <ChangeRole item={item} actions={actions} />}
        <RowButton aria-label={of('Remove access')} onClick={() => decide(id, plainChoice('REMOVE'))}>
          Remove access
        </RowButton>
        {entry?.state === 'failed' && <Failure id={id} message={entry.message} queue={queue} name={fullName} />}
      </Group>
    );
  return (
    <Group gap={4}>
      {decision ? (
        <Badge color={decisionColors[decision]} title={reason ?? undefined}>
          {newRole ? roleText(newRole, item.role) : decisionLabels[decision]}
        </Badge>
      ) : (
        <Text span size="sm" c="dimmed">
          {reviewer ? `${outcome ? 'Reviewer' : 'Pending'}: ${reviewer}` : 'No eligible reviewer'}
        </Text>
      )}
      {entry?.state === 'failed' && <Failure id={id} message={entry.message} queue={queue} name={fullName} />}
      {decision && viewerCanDecide && entry?.state !== 'failed' && (
        <RowButton
          aria-label={`Undo: ${decisionText(decision, newRole)} ${isolated(fullName)}`}
          onClick={() => decide(id, plainChoice(null))}
        >
          Undo
        </RowButton>
      )}
      {open && decision === 'REMOVE' && item.removalNote && (
        <Text size="sm" c="var(--mantine-color-orange-text)" w="100%">
          {item.removalNote}
        </Text>
      )}
      {item.viewerCanExplain && <ExplainButton itemId={id} fullName={fullName} />}
    </Group>
  );
}

const roleText = (role: RoleKey, before: RoleKey | null) =>
  `${roleLabels[role]}${hasMoreRights(role, before) ? ' (more permissions)' : ''}`;

/** A menu, so that a double press does not select a role. */
function ChangeRole({ item, actions }: { item: ReviewTable_ItemFragment; actions: DecisionActions }) {
  const { id, fullName, role, assignableRoles } = item;
  const button = useRef<HTMLButtonElement>(null);
  const label = `New role of ${isolated(fullName)}`;
  return (
    <>
      <RowButton
        ref={button}
        aria-label={`Change role of ${isolated(fullName)}`}
        aria-haspopup="menu"
        onClick={() => actions.startChoosing(id)}
      >
        Change role
      </RowButton>
      <ActionMenu
        label={label}
        actions={lowestFirst(assignableRoles).map((one, index) => ({
          label: `${index + 1} ${roleText(one, role)}`,
          onClick: () => actions.chooseRole(one),
        }))}
        button={button}
        portal
        opened={actions.choosing === id}
        onClose={actions.stopChoosing}
      />
    </>
  );
}

interface FailureProps {
  id: string;
  name: string;
  message: string | undefined;
  queue: DecisionQueue;
}

/** Shown for a decision that was not saved. */
const Failure = ({ id, name, message, queue }: FailureProps) => (
  <>
    <Text span size="sm" c="var(--mantine-color-error)" role="alert" title={message}>
      Not saved
    </Text>
    <RowButton primary aria-label={`Try again for ${isolated(name)}`} onClick={() => queue.retry(id)}>
      Try again
    </RowButton>
    <RowButton aria-label={`Discard for ${isolated(name)}`} onClick={() => queue.discard(id)}>
      Discard
    </RowButton>
  </>
);
