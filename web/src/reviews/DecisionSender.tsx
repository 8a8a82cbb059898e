import { useApolloClient } from '@apollo/client/react';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { DecisionQueue } from './decisionQueue.ts';
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

/** Sends decisions in the background, one request at a time with all queued ones. Failures stay at their row. Separate, so that the table does not render again. */
export function DecisionSender({ reviewId, decisions: { queue, itemOf } }: DecisionSenderProps) {
  const client = useApolloClient();
  const queued = useSyncExternalStore(queue.subscribe, queue.queuedCount);
  const unsaved = useSyncExternalStore(queue.subscribe, queue.unsavedCount);
  const failed = useSyncExternalStore(queue.subscribe, queue.failedCount);
  const { mutate, busy } = useMutationAction(decideDocument, { keyed: false, handles: () => true });
  const inputOf = (batch: ReturnType<DecisionQueue['take']>) => ({
    reviewId,
    decisions: batch.map(([itemId, choice]) => ({ itemId, ...choice, version: itemOf(itemId)?.version ?? 0 })),
  });
  const send = useEffectEvent(async () => {
    const batch = queue.take();
    const ids = batch.map(([id]) => id);
    try {
      const data = await mutate({ input: inputOf(batch) });
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
  const sendRest = useEffectEvent(() => {
    const batch = queue.take();
    if (batch.length === 0) return;
    client.mutate({ mutation: decideDocument, variables: { input: inputOf(batch) } }).catch(() => undefined);
  });
  useEffect(
    function sendRestOnLeaving() {
      const onUnload = (event: Event) => {
        if (queue.unsavedCount() > 0) event.preventDefault();
      };
      window.addEventListener('beforeunload', onUnload);
      return () => {
        window.removeEventListener('beforeunload', onUnload);
        sendRest();
      };
    },
    [queue],
  );
  const text =
    failed > 0 ? `${failed} not saved` : unsaved > 0 ? 'Saving…' : queue.canUndo() ? 'All decisions saved' : '';
  return (
    <Text size="sm" c={failed > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {text}
    </Text>
  );
}
