import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../layout/RowButton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type ConfirmedMutationOptions, type SendWithPassword, useConfirmedMutation } from './useConfirmedMutation.ts';

interface ConfirmedMutationButtonProps extends ConfirmedMutationOptions {
  label: string;
  /** Names the object, where several have the button. */
  ariaLabel?: string;
  /** Small, for a table row. */
  compact?: boolean;
  /** Why the mutation is not possible now. */
  disabledReason?: string | undefined;
  /** Shown instead of the question, such as a notice. */
  onPress?: (() => void) | undefined;
  /** Shown instead of the button. */
  trigger?: ((open: () => void) => ReactNode) | undefined;
  question: string;
  confirmLabel?: string;
  danger?: boolean;
  busy: boolean;
  send: SendWithPassword;
  /** Further content of the dialog, above the effect. */
  details?: ReactNode;
  /** The effect, shown in the dialog. */
  children: ReactNode;
}

/** A mutation after a confirmation, with the viewer's own password where it is required. */
export function ConfirmedMutationButton(props: ConfirmedMutationButtonProps) {
  const { label, ariaLabel, compact = false, disabledReason, onPress, question, confirmLabel = label } = props;
  const { danger = false, busy, send, trigger, details, children, ...options } = props;
  const { open, dialog } = useConfirmedMutation(options);
  return (
    <>
      {trigger?.(open) ?? (
        <ActionButton
          compact={compact}
          aria-label={ariaLabel}
          disabled={Boolean(disabledReason)}
          title={disabledReason}
          onClick={onPress ?? open}
        >
          {label}
        </ActionButton>
      )}
      <ConfirmDialog {...dialog(question, send)} confirmLabel={confirmLabel} danger={danger} busy={busy}>
        {details && <Box mb="md">{details}</Box>}
        <Text>{children}</Text>
      </ConfirmDialog>
    </>
  );
}
