import { maxLength } from '@console/contract/rules';
import { Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { tooLongMessage } from '../ui/form/textLength.ts';
import { ActionButton } from '../ui/layout/RowButton.tsx';

const ReasonField = lazyPart(async () => (await import('./ReasonField.tsx')).ReasonField);

interface MappingDecisionButtonProps {
  verb: 'Accept' | 'Reject' | 'End' | 'Remove' | 'Withdraw';
  /** The button's text, if it is longer than the verb. */
  text?: string;
  /** The action and its object, such as `Accept Acme`, beginning with the button's text. */
  label: string;
  /** The effect, shown in the dialog. */
  effect: ReactNode;
  /** What is decided about, below the effect. */
  facts?: ReactNode;
  /** Asks for a reason, which both organisations see. */
  takesReason?: boolean;
  busy: boolean;
  /** Small, for a table row. */
  compact?: boolean;
  /** Resolves to whether the row must be read again, or to undefined while an earlier decision is being sent. Rejects after the failure was shown. */
  onDecided: (reason: string | null) => Promise<{ stale: boolean } | undefined>;
  onChanged: (stale: boolean) => void;
}

/** Accepts, rejects or withdraws a request, or ends a mapping, after a confirmation. */
export function MappingDecisionButton({
  verb,
  text = verb,
  label,
  effect,
  facts,
  takesReason = false,
  busy,
  compact = true,
  onDecided,
  onChanged,
}: MappingDecisionButtonProps) {
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const reasonInput = useRef<HTMLInputElement>(null);
  const ask = () => {
    setReason('');
    setAsked(true);
  };
  const close = (stale: boolean) => {
    setAsked(false);
    onChanged(stale);
  };
  const decide = async () => {
    if (tooLongMessage(reason, maxLength.reason)) return reasonInput.current?.focus();
    try {
      const done = await onDecided(reason.trim() || null);
      if (done) close(done.stale);
    } catch (error) {
      // Another user has changed the mapping, or an organisation was disabled: the row is read again.
      const failure = toFailure(error);
      if (failure.has('CONFLICT') || failure.has('NOT_FOUND')) close(true);
    }
  };
  return (
    <>
      <ActionButton compact={compact} primary={verb === 'Accept'} aria-label={label} onClick={ask}>
        {text}
      </ActionButton>
      <ConfirmDialog
        opened={asked}
        title={`${label}?`}
        confirmLabel={verb}
        danger={verb !== 'Accept'}
        busy={busy}
        typed={reason !== ''}
        onCancel={() => setAsked(false)}
        onConfirm={decide}
      >
        <Stack gap="md">
          <Text>{effect}</Text>
          {facts}
          {takesReason && (
            <Suspense fallback={<Skeleton h={96} />}>
              <ReasonField inputRef={reasonInput} value={reason} onChange={setReason} />
            </Suspense>
          )}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
