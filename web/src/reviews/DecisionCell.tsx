import { Badge, Group, Kbd, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { ReviewTable_ItemFragment } from '../gql/graphql.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { roleLabels } from '../ui/layout/roleLabels.ts';
import type { Choice, DecisionQueue } from './decisionQueue.ts';
import { decisionColors, decisionLabels, decisionText } from './reviewWords.ts';

export interface DecisionActions {
  queue: DecisionQueue;
  /** The person who is being given a new role. */
  choosing: string | undefined;
  decide: (id: string, choice: Choice) => void;
  startChoosing: (id: string) => void;
  stopChoosing: () => void;
}

/** The decision about a person, or the buttons for it. */
export function DecisionCell({ item, actions }: { item: ReviewTable_ItemFragment; actions: DecisionActions }) {
  const { queue, choosing, decide, startChoosing, stopChoosing } = actions;
  const { id, fullName, viewerCanDecide, reviewer, assignableRoles, outcome } = item;
  const entry = useSyncExternalStore(queue.subscribe, () => queue.read(id));
  const { decision, newRole, reason } = entry?.choice ?? item;
  const of = (label: string) => `${label} ${isolated(fullName)}`;
  if (choosing === id)
    return (
      <Group gap={4} role="group" aria-label={`New role of ${isolated(fullName)}`}>
        {assignableRoles.map((role, index) => (
          <RowButton
            key={role}
            primary
            style={{ whiteSpace: 'nowrap' }}
            onClick={() => decide(id, { decision: 'CHANGE_ROLE', newRole: role, reason })}
          >
            <Kbd size="xs" aria-hidden>
              {index + 1}
            </Kbd>{' '}
            {roleLabels[role]}
          </RowButton>
        ))}
        <RowButton onClick={stopChoosing}>Cancel</RowButton>
      </Group>
    );
  if (!decision && viewerCanDecide)
    return (
      <Group gap={4} wrap="nowrap" data-undecided>
        <RowButton
          aria-label={of('Keep')}
          onClick={() => decide(id, { decision: 'KEEP', newRole: null, reason: null })}
        >
          Keep
        </RowButton>
        {assignableRoles.length > 0 && (
          <RowButton aria-label={of('Change role of')} onClick={() => startChoosing(id)}>
            Change role
          </RowButton>
        )}
        <RowButton
          aria-label={of('Remove')}
          onClick={() => decide(id, { decision: 'REMOVE', newRole: null, reason: null })}
        >
          Remove
        </RowButton>
        {entry?.state === 'failed' && <Failure id={id} message={entry.message} queue={queue} name={fullName} />}
      </Group>
    );
  return (
    <Group gap={4} wrap="nowrap">
      {decision ? (
        <Badge color={decisionColors[decision]} title={reason ?? undefined}>
          {newRole ? roleLabels[newRole] : decisionLabels[decision]}
        </Badge>
      ) : (
        <Text span size="sm" c="dimmed">
          {reviewer ? `${outcome ? 'Reviewer' : 'Pending'}: ${reviewer}` : 'No one may decide'}
        </Text>
      )}
      {entry?.state === 'failed' && <Failure id={id} message={entry.message} queue={queue} name={fullName} />}
      {decision && viewerCanDecide && entry?.state !== 'failed' && (
        <RowButton
          aria-label={`Take back: ${decisionText(decision, newRole)} ${isolated(fullName)}`}
          onClick={() => decide(id, { decision: null, newRole: null, reason: null })}
        >
          Take back
        </RowButton>
      )}
    </Group>
  );
}

interface FailureProps {
  id: string;
  name: string;
  message: string | undefined;
  queue: DecisionQueue;
}

/** A decision that was not saved. */
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
