import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MutationActionOptions, useMutationAction } from '../../apollo/useMutationAction.ts';
import { ActionButton } from '../layout/RowButton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type ConfirmedMutationOptions, isShownInDialog, useConfirmedMutation } from './useConfirmedMutation.ts';

interface ConfirmedMutationButtonProps<Data, Variables>
  extends ConfirmedMutationOptions<Data>,
    Pick<MutationActionOptions<Data>, 'update' | 'keyed' | 'readsAgain'> {
  mutation: TypedDocumentNode<Data, Variables>;
  variables: (password: string | undefined) => Variables;
  /** Text of the alert after success; none where another dialog follows. */
  success?: string;
  label: string;
  /** Names the object, if several objects have the button. */
  ariaLabel?: string;
  /** Small, for a table row. */
  compact?: boolean;
  /** Why the mutation is not possible now. */
  disabledReason?: string | undefined;
  /** Called instead of opening the dialog, for example to show a notice. */
  onPress?: (() => void) | undefined;
  /** Shown instead of the button. */
  trigger?: ((open: () => void) => ReactNode) | undefined;
  /** Default: the name of the button. */
  question?: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The dialog is used like a form, so its password field has the focus. */
  leadsToPassword?: boolean;
  danger?: boolean;
  /** Further content of the dialog, below the effect. It may load. */
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
  const {
    mutation,
    variables,
    success,
    update,
    keyed = true,
    readsAgain = false,
    danger = false,
    trigger,
    details,
    children,
    ...options
  } = props;
  const { refusal } = options;
  const { cancelLabel, leadsToPassword } = props;
  const { mutate, busy } = useMutationAction(mutation, {
    keyed,
    readsAgain,
    ...(success && { success }),
    handles: (failure) => isShownInDialog(failure) || (refusal !== undefined && failure.has(refusal.code)),
    ...(update && { update }),
  });
  const { open, dialog } = useConfirmedMutation(options);
  return (
    <>
      {trigger?.(onPress ?? open) ?? (
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
        cancelLabel={cancelLabel}
        leadsToPassword={leadsToPassword}
        danger={danger}
        busy={busy}
        details={details}
      >
        <Text>{children}</Text>
      </ConfirmDialog>
    </>
  );
}
