import { CopyOnceDialog } from '../ui/dialog/CopyOnceDialog.tsx';

export interface NewKeySecretDialogProps {
  opened: boolean;
  secret: string;
  onClose: () => void;
}

/** Shows a new key once. */
export function NewKeySecretDialog({ secret, ...rest }: NewKeySecretDialogProps) {
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
