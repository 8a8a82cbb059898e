import { CopyOnceDialog } from '../ui/dialog/CopyOnceDialog.tsx';
import { NoticeDialog } from '../ui/dialog/NoticeDialog.tsx';

export interface WebhookSecretDialogProps {
  opened: boolean;
  /** Null for one that an earlier press has made, of which the answer was lost. */
  secret: string | null;
  onClose: () => void;
}

/** Shows a secret once. */
export function WebhookSecretDialog({ secret, ...rest }: WebhookSecretDialogProps) {
  if (secret === null)
    return (
      <NoticeDialog title="The secret cannot be shown" {...rest}>
        It was made when you pressed first, and the answer was lost. It is shown once: change the secret to get another.
      </NoticeDialog>
    );
  return (
    <CopyOnceDialog
      title="Copy the secret of the webhook"
      warning="This is the only time that the secret is shown. The receiver needs it to check that events come from here."
      label="Secret"
      text={secret}
      doneLabel="I have stored it"
      {...rest}
    />
  );
}
