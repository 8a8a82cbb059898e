import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import type { MadeInvitation } from '../feedback/unsentInvitation.ts';
import { CopyOnceDialog } from '../ui/dialog/CopyOnceDialog.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { copyDocument, copyOnceTexts } from './useInvitationActions.ts';

export interface UnsentInvitationDialogProps {
  invitation: MadeInvitation | null;
  opened: boolean;
  onClose: () => void;
}

/** Says that the mail of a new invitation does not leave, and offers its link. */
export function UnsentInvitationDialog({ invitation, opened, onClose }: UnsentInvitationDialogProps) {
  const [shown, setShown] = useState(invitation);
  // The text stays while the dialog closes.
  if (invitation && invitation !== shown) setShown(invitation);
  const [link, setLink] = useState<string | null>(null);
  const [refused, setRefused] = useState('');
  const { mutate, busy } = useMutationAction(copyDocument, { handles: isShownInDialog, keyed: false });
  if (!shown) return null;
  const close = () => {
    setRefused('');
    onClose();
  };
  const copy = async () => {
    try {
      const data = await mutate({ input: { id: shown.id } });
      if (!data) return;
      setLink(data.copyInvitationLink.link);
      close();
    } catch (error) {
      const failure = toFailure(error);
      setRefused(isShownInDialog(failure) ? failure.message : '');
    }
  };
  const { email, viewerCanCopyLink } = shown;
  return (
    <>
      <Dialog opened={opened} onClose={close} title="The invitation was not sent" withCloseButton={false}>
        <Stack gap="lg">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {`Mails do not leave at the moment. The mail to ${email} is sent when they do. `}
            {viewerCanCopyLink && 'To invite the person now, copy the link and hand it over yourself.'}
          </Text>
          {refused && (
            <Text role="alert" c="var(--mantine-color-error)">
              {refused}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} data-autofocus={!viewerCanCopyLink || undefined} onClick={close}>
              Close
            </Button>
            {viewerCanCopyLink && (
              <Button data-autofocus loading={busy} onClick={() => void copy()}>
                Copy link
              </Button>
            )}
          </Group>
        </Stack>
      </Dialog>
      <CopyOnceDialog {...copyOnceTexts} opened={link !== null} text={link ?? ''} onClose={() => setLink(null)} />
    </>
  );
}
