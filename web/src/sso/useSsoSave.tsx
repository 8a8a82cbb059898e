import { Text } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog, useConfirmedSave } from '../ui/dialog/useConfirmedMutation.ts';

/** Failures that the save dialog shows. The dialog also opens if single sign-on was turned on in the meantime. */
export const isShownOnSave =
  (enabled: boolean) =>
  (failure: Failure): boolean =>
    failure.has('WRONG_PASSWORD') || (enabled && isShownInDialog(failure));

interface SsoSaveProps<Data> {
  /** Whether single sign-on is on with the stored settings. */
  enabled: boolean;
  replacesSecret?: boolean;
  /** The mutation; its `handles` is `isShownOnSave`. */
  send: (currentPassword?: string) => Promise<Data | undefined>;
  onSaved: () => void;
  busy: boolean;
}

/** Saves settings of single sign-on: while it is on, after a question and with the viewer's own password. */
export function useSsoSave<Data>({ enabled, replacesSecret = false, send, onSaved, busy }: SsoSaveProps<Data>) {
  const { open, dialog } = useConfirmedSave<Data>(onSaved);
  const save = async () => {
    if (enabled) return open();
    try {
      if (await send()) onSaved();
    } catch (error) {
      // Other failures were reported, and the input stays.
      if (toFailure(error).has('WRONG_PASSWORD')) open();
    }
  };
  const question = (
    <ConfirmDialog {...dialog('Change single sign-on?', send)} confirmLabel="Change" busy={busy}>
      <Text>
        Sign-ins use these settings. {replacesSecret && 'The client secret is replaced with the entered one. '}Changing
        the issuer, tenant or client turns single sign-on off. <OrganisersNotified />
      </Text>
    </ConfirmDialog>
  );
  return { save: () => void save(), question };
}
