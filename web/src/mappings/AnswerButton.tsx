import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { toFailure } from '../apollo/failure.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';

interface AnswerButtonProps {
  verb: 'Accept' | 'Reject';
  brandName: string;
  /** What will happen. */
  effect: string;
  busy: boolean;
  /** Answers whether the row has to be asked for, and nothing when the act is under way already; rejects once the person was told why. */
  onAnswer: () => Promise<{ stale: boolean } | undefined>;
  onChanged: (stale: boolean) => void;
}

/** An answer to a request, behind a question. */
export function AnswerButton({ verb, brandName, effect, busy, onAnswer, onChanged }: AnswerButtonProps) {
  const [asked, setAsked] = useState(false);
  const danger = verb === 'Reject';
  const close = (stale: boolean) => {
    setAsked(false);
    onChanged(stale);
    focusIfLost();
  };
  const answer = async () => {
    try {
      const done = await onAnswer();
      if (done) close(done.stale);
    } catch (error) {
      // Somebody was quicker, or the other organisation is disabled: how it stands now is asked for. A request that was rejected is in no list any more.
      const failure = toFailure(error);
      if (failure.has('CONFLICT') || failure.has('NOT_FOUND')) close(true);
    }
  };
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`${verb} ${brandName}`} onClick={() => setAsked(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={`${verb} ${brandName}?`}
        confirmLabel={verb}
        danger={danger}
        busy={busy}
        onCancel={() => setAsked(false)}
        onConfirm={answer}
      >
        <Text>{effect}</Text>
      </ConfirmDialog>
    </>
  );
}
