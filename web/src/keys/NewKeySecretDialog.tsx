import { CopyOnceDialog } from '../ui/dialog/CopyOnceDialog.tsx';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';

export interface NewKeySecretDialogProps {
  opened: boolean;
  /** Null for a key that an earlier press has made, of which the answer was lost. */
  secret: string | null;
  onClose: () => void;
}

/** Shows a new key once. */
export function NewKeySecretDialog({ secret, ...rest }: NewKeySecretDialogProps) {
  if (secret === null)
    return (
      <NoticeDialog title="The new key cannot be shown" {...rest}>
        It was made when you pressed first, and the answer was lost. Its text is shown once and not stored: revoke this
        key and create another.
      </NoticeDialog>
    );
  return (
    <CopyOnceDialog
      title="Copy your API key"
      warning="This is the only time that the key is shown. Store it like a password: a program that has it acts as you."
      label="API key"
      text={secret}
      doneLabel="I have stored it"
      {...rest}
    />
  );
}
