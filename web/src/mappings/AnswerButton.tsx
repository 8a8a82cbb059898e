import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/dialog/deferredDialogs.ts';
import { focusIfLost } from '../ui/dialog/focusIfLost.ts';
import { toFailure } from '../ui/feedback/failure.ts';

interface AnswerButtonProps {
  verb: 'Accept' | 'Reject';
  /** Whose request or invitation it is. */
  name: string;
  /** What will happen. */
  effect: string;
  busy: boolean;
  /** In a row of a table. */
  compact?: boolean;
  /** Resolves to whether the row must be read again, or to undefined while an earlier answer is on its way; rejects once the failure is shown. */
  onAnswer: () => Promise<{ stale: boolean } | undefined>;
  onChanged: (stale: boolean) => void;
}

/** An answer to a request, behind a question. */
export function AnswerButton({ verb, name, effect, busy, compact = true, onAnswer, onChanged }: AnswerButtonProps) {
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
      // Another user was quicker, or an organisation was disabled: the row is read again. A rejected request is in no list any more.
      const failure = toFailure(error);
      if (failure.has('CONFLICT') || failure.has('NOT_FOUND')) close(true);
    }
  };
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        aria-label={`${verb} ${name}`}
        onClick={() => setAsked(true)}
      >
        {verb}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={`${verb} ${name}?`}
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
