import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MutationActionOptions, useMutationAction } from '../../apollo/useMutationAction.ts';
import type { Failure } from '../feedback/failure.ts';
import { ActionButton } from '../layout/RowButton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type ConfirmedMutationOptions, isShownInDialog, useConfirmedMutation } from './useConfirmedMutation.ts';

interface ConfirmedMutationButtonProps<Data, Variables>
  extends Omit<ConfirmedMutationOptions<Data>, 'answers'>,
    Pick<MutationActionOptions<Data>, 'update'> {
  mutation: TypedDocumentNode<Data, Variables>;
  variables: (password: string | undefined) => Variables;
  /** Text of the alert after success. */
  success: string;
  /** A failure that the screen shows itself: the dialog closes. */
  refusal?: { code: Parameters<Failure['has']>[0]; show: () => void };
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
  /** By default it is the name of the button. */
  question?: string;
  confirmLabel?: string;
  danger?: boolean;
  /** Further content of the dialog, above the effect. */
  details?: ReactNode;
  /** The effect, shown in the dialog. */
  children: ReactNode;
}

/** A mutation after a confirmation, with the viewer's own password where it is required. */
export function ConfirmedMutationButton<Data, Variables extends OperationVariables>(
  props: ConfirmedMutationButtonProps<Data, Variables>,
) {
  const { label, ariaLabel, compact = false, disabledReason, onPress, confirmLabel = label } = props;
  const { question = `${ariaLabel ?? label}?` } = props;
  const { mutation, variables, success, update, refusal, danger = false, trigger, details, children, ...rest } = props;
  const isRefusal = (failure: Failure) => refusal !== undefined && failure.has(refusal.code);
  const { mutate, busy } = useMutationAction(mutation, {
    success,
    handles: (failure) => isShownInDialog(failure) || isRefusal(failure),
    ...(update && { update }),
  });
  const { open, dialog } = useConfirmedMutation({
    ...rest,
    answers(failure) {
      if (isRefusal(failure)) refusal?.show();
      return isRefusal(failure);
    },
  });
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
      <ConfirmDialog
        {...dialog(question, (password) => mutate(variables(password)))}
        confirmLabel={confirmLabel}
        danger={danger}
        busy={busy}
      >
        {details && <Box mb="md">{details}</Box>}
        <Text>{children}</Text>
      </ConfirmDialog>
    </>
  );
}
