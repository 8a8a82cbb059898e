import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useUnsavedQuestion } from '../ui/dialog/useUnsavedQuestion.ts';
import type { Decisions } from './useDecisions.ts';

const decideDocument = graphql(`
  mutation DecisionSender_Decide($input: DecideInAccessReviewInput!) {
    decideInAccessReview(input: $input) {
      accessReview { id ...ReviewHeader_review }
      items { id ...ReviewTable_item }
      failures { itemId message }
    }
  }
`);

interface DecisionSenderProps {
  reviewId: string;
  decisions: Pick<Decisions, 'queue' | 'itemOf'>;
}

/** Sends decisions in the background, one request at a time with all queued ones. Failures stay at their row. Leaving waits until all are saved, and asks after a failure or a second. */
export function DecisionSender({ reviewId, decisions: { queue, itemOf } }: DecisionSenderProps) {
  const { pathname } = useLocation();
  const queued = useSyncExternalStore(queue.subscribe, queue.queuedCount);
  const unsaved = useSyncExternalStore(queue.subscribe, queue.unsavedCount);
  const failed = useSyncExternalStore(queue.subscribe, queue.failedCount);
  const { mutate, busy } = useMutationAction(decideDocument, { keyed: false, handles: () => true });
  const send = useEffectEvent(async () => {
    const batch = queue.take();
    const ids = batch.map(([id]) => id);
    const decisions = batch.map(([itemId, choice]) => ({ itemId, ...choice, version: itemOf(itemId)?.version ?? 0 }));
    try {
      const data = await mutate({ input: { reviewId, decisions } });
      if (data) queue.settle(ids, data.decideInAccessReview.failures);
      else queue.requeue(ids);
    } catch (error) {
      const { message } = toFailure(error);
      const failures = ids.map((itemId) => ({ itemId, message }));
      queue.settle(ids, failures);
    }
  });
  useEffect(
    function sendQueued() {
      if (queued > 0 && !busy) void send();
    },
    [queued, busy],
  );
  const question = useUnsavedQuestion(
    (there) => queue.unsavedCount() + queue.failedCount() > 0 && there?.pathname !== pathname,
  );
  const isAsked = question !== null;
  const [isSlow] = useDebouncedValue(isAsked, 1_000);
  const isSaved = isAsked && unsaved + failed === 0;
  const leave = useEffectEvent(() => question?.leave());
  useEffect(
    function leaveOnceSaved() {
      if (isSaved) leave();
    },
    [isSaved],
  );
  return (
    <ConfirmDialog
      opened={isAsked && !isSaved && (isSlow || unsaved === 0)}
      title="Continue without saving?"
      confirmLabel="Continue"
      danger
      onCancel={() => question?.stay()}
      onConfirm={() => question?.leave()}
    >
      <Text>Decisions that are not saved will be lost if you leave this review.</Text>
    </ConfirmDialog>
  );
}

/** Whether all decisions are saved. Separate, so that the table does not render again. */
export function DecisionStatus({ queue }: Pick<Decisions, 'queue'>) {
  const unsaved = useSyncExternalStore(queue.subscribe, queue.unsavedCount);
  const failed = useSyncExternalStore(queue.subscribe, queue.failedCount);
  const text =
    failed > 0 ? `${failed} not saved` : unsaved > 0 ? 'Saving…' : queue.canUndo() ? 'All decisions saved' : '';
  return (
    <Text size="sm" c={failed > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {text}
    </Text>
  );
}
