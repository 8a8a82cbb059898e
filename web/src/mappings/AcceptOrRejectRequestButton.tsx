import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { focusIfLost, followingControl } from '../ui/dialog/focusIfLost.ts';
import { ActionButton } from '../ui/layout/RowButton.tsx';

interface AcceptOrRejectRequestButtonProps {
  verb: 'Accept' | 'Reject';
  /** The sender of the request or invitation. */
  name: string;
  /** The effect, shown in the dialog. */
  effect: string;
  busy: boolean;
  /** Small, for a table row. */
  compact?: boolean;
  /** Resolves to whether the row has to be read again, or to undefined while an earlier answer is being sent; rejects after the failure was shown. */
  onAnswer: () => Promise<{ stale: boolean } | undefined>;
  onChanged: (stale: boolean) => void;
}

/** Accepts or rejects a request after a confirmation. */
export function AcceptOrRejectRequestButton({
  verb,
  name,
  effect,
  busy,
  compact = true,
  onAnswer,
  onChanged,
}: AcceptOrRejectRequestButtonProps) {
  const [asked, setAsked] = useState(false);
  const following = useRef<ReturnType<typeof followingControl>>(undefined);
  const ask = () => {
    following.current = followingControl(document.activeElement);
    setAsked(true);
  };
  const close = (stale: boolean) => {
    setAsked(false);
    onChanged(stale);
    focusIfLost(following.current);
  };
  const answer = async () => {
    try {
      const done = await onAnswer();
      if (done) close(done.stale);
    } catch (error) {
      // Another user was faster, or an organisation was disabled: the row is read again.
      const failure = toFailure(error);
      if (failure.has('CONFLICT') || failure.has('NOT_FOUND')) close(true);
    }
  };
  return (
    <>
      <ActionButton compact={compact} aria-label={`${verb} ${name}`} onClick={ask}>
        {verb}
      </ActionButton>
      <ConfirmDialog
        opened={asked}
        title={`${verb} ${name}?`}
        confirmLabel={verb}
        danger={verb === 'Reject'}
        busy={busy}
        onCancel={() => setAsked(false)}
        onConfirm={answer}
      >
        <Text>{effect}</Text>
      </ConfirmDialog>
    </>
  );
}
