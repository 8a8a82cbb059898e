import { texts } from '@console/contract/rules';
import { useState } from 'react';
import { type Failure, toFailure } from '../../feedback/failure.ts';
import { useHeldConfirmation } from './confirmation.ts';

/** The refusal of an action that was sent without a password. */
export const passwordNeeded = 'Enter your own password to confirm.';

/** Failures that the dialog shows itself. */
export const isShownInDialog = (failure: Failure): boolean =>
  failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

const wrongPassword = 'This is not your password. Nothing was changed.';

/** The message of a failure that a dialog shows itself. */
export const dialogMessage = (failure: Failure, password: string | undefined): string | undefined => {
  if (failure.has('WRONG_PASSWORD') && password !== undefined) return wrongPassword;
  return isShownInDialog(failure) ? failure.message : undefined;
};

/** Resolves with nothing when the mutation is already running. */
type SendWithPassword<Data> = (password?: string) => Promise<Data | undefined>;

export interface ConfirmedMutationOptions<Data> {
  /** The dialog's title after a wrong password; by default that of the users' actions. */
  wrongTitle?: string;
  /** When the password is required: always, once in five minutes on a settings page, or (default) after the server has required it. */
  password?: 'always' | 'onceOnPage' | 'whenNeeded';
  onChanged?: (data: Data) => void;
  /** A failure that the screen shows itself: the dialog closes. */
  refusal?: { code: Parameters<Failure['has']>[0]; show: () => void };
}

/** State of a mutation with a confirmation. `dialog` gets the question and the sending function; `handles` must include failures of `isShownInDialog` and `refusal`. */
export const useConfirmedMutation = <Data>({
  wrongTitle = texts.users.invalidCredentials,
  password = 'whenNeeded',
  onChanged,
  refusal,
}: ConfirmedMutationOptions<Data>) => {
  const [opened, setOpened] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(password === 'always');
  const { isHeld, hold } = useHeldConfirmation();
  const [shown, setShown] = useState<{ failure: Failure; withPassword: boolean; confirmed: boolean } | null>(null);
  const close = () => setOpened(false);
  const confirm = async (send: SendWithPassword<Data>, ownPassword: string | undefined) => {
    try {
      const data = await send(ownPassword);
      if (!data) return;
      if (password === 'onceOnPage' && needsPassword) hold();
      close();
      onChanged?.(data);
    } catch (error) {
      const failure = toFailure(error);
      setShown(
        isShownInDialog(failure)
          ? { failure, withPassword: ownPassword !== undefined, confirmed: needsPassword }
          : null,
      );
      if (failure.has('WRONG_PASSWORD')) setNeedsPassword(true);
      if (refusal && failure.has(refusal.code)) {
        refusal.show();
        close();
      }
    }
  };
  const refused = shown?.failure.has('WRONG_PASSWORD') ?? false;
  const wrong = refused && shown?.withPassword === true;
  // A confirmation without the password is no longer valid; the server's message says which one is needed.
  const unconfirmed = shown?.confirmed ? shown.failure.message : passwordNeeded;
  const passwordError = wrong ? wrongPassword : unconfirmed;
  return {
    open: () => {
      setShown(null);
      if (password === 'onceOnPage') setNeedsPassword(!isHeld());
      setOpened(true);
    },
    dialog: (question: string, send: SendWithPassword<Data>) => ({
      opened,
      title: wrong ? wrongTitle : question,
      question: wrong ? question : undefined,
      password: needsPassword,
      error: refused ? passwordError : shown?.failure.message,
      onCancel: close,
      onConfirm: (ownPassword?: string) => confirm(send, ownPassword),
    }),
  };
};

/** Like `useConfirmedMutation`, for a settings form that shows its invalid fields. */
export const useConfirmedSave = <Data>(onSaved: () => void) =>
  useConfirmedMutation<Data>({
    password: 'onceOnPage',
    onChanged: onSaved,
    refusal: { code: 'INVALID', show: () => undefined },
  });
