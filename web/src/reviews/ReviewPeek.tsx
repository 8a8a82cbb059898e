import { reviewLimits } from '@console/contract/review-limits';
import { Button, Textarea } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ReviewPeek_ItemFragment } from '../gql/graphql.ts';
import { PeekFacts } from '../ui/peek/PeekFacts.tsx';
import { PeekPanel } from '../ui/peek/PeekPanel.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { roleLabels } from '../users/roleLabels.ts';
import { decisionText, factEntry, hasMoreRights, outcomeLooks } from './reviewWords.ts';
import type { Decisions } from './useDecisions.ts';

// The row already has these fields, so they are shown at once.
const itemFragment = graphql(`
  fragment ReviewPeek_item on AccessReviewItem {
    id fullName email isExternal homeOrganisation role roleAtStart department reviewer decision newRole reason decidedBy decidedAt
    viewerCanDecide outcome outcomeReason removalNote facts { kind at count text }
  }
`);

interface ReviewPeekProps {
  id: string;
  decisions: Decisions;
}

/** A person of a review in the panel next to the list: facts for the decision, and the reason. */
export function ReviewPeek({ id, decisions }: ReviewPeekProps) {
  const { data, complete } = useFragment(itemFragment, { __typename: 'AccessReviewItem', id });
  if (!complete) return null;
  const { isExternal, role, roleAtStart, facts, viewerCanDecide } = data;
  return (
    <PeekPanel id={id} title={data.fullName}>
      <PeekFacts
        entries={[
          ['Email', data.email],
          ...(role || !isExternal ? [['Role', role && roleLabels[role]] as const] : []),
          ...(roleAtStart !== role
            ? [['Role when the review started', roleAtStart && roleLabels[roleAtStart]] as const]
            : []),
          isExternal ? ['Home organisation', data.homeOrganisation] : ['Department', data.department],
          ...facts.map(factEntry),
        ]}
      />
      <DecisionFacts key={id} item={data} decisions={decisions} />
      {viewerCanDecide && <ReasonForm key={`reason ${id}`} id={id} decisions={decisions} />}
    </PeekPanel>
  );
}

function DecisionFacts({ item, decisions: { queue } }: { item: ReviewPeek_ItemFragment; decisions: Decisions }) {
  const entry = useSyncExternalStore(queue.subscribe, () => queue.read(item.id));
  const { decision, newRole, reason } = entry?.choice ?? item;
  const { reviewer, decidedBy, decidedAt, outcome, outcomeReason, removalNote } = item;
  return (
    <PeekFacts
      heading="Decision"
      entries={[
        ['Reviewer', reviewer ?? 'No eligible reviewer'],
        ['Decision', decision ? decisionText(decision, newRole) : 'Pending'],
        ...(reason ? [['Reason', reason] as const] : []),
        ...(decision && !entry && decidedAt
          ? [['Decided by', decidedBy] as const, ['Decided', <Moment key="decided" at={decidedAt} withTime />] as const]
          : []),
        ...(removalNote ? [['Before a removal', removalNote] as const] : []),
        ...(outcome ? [['Outcome', outcomeReason ?? outcomeLooks[outcome][0]] as const] : []),
      ]}
    />
  );
}

/** Form for the reason of a decision. A decision that gives more permissions requires one. */
function ReasonForm({ id, decisions: { queue, itemOf, shownOf, decide } }: { id: string; decisions: Decisions }) {
  const shown = shownOf(id);
  const decision = useSyncExternalStore(queue.subscribe, () => shownOf(id).decision);
  const saved = shown.reason ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const reason = typed ?? saved;
  if (!decision) return null;
  const required = shown.newRole !== null && hasMoreRights(shown.newRole, itemOf(id)?.role ?? null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        decide([id], { ...shownOf(id), reason: reason.trim() || null });
        setTyped(null);
      }}
    >
      <Textarea
        label="Reason"
        description={`${required ? 'Required, because this role has more permissions' : 'Optional'}, at most ${reviewLimits.reasonLength} characters.`}
        required={required}
        maxLength={reviewLimits.reasonLength}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        mt="xs"
        disabled={reason.trim() === saved || (required && !reason.trim())}
      >
        Save reason
      </Button>
    </form>
  );
}
