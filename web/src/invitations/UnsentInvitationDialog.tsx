import { bothForms } from '@console/contract/fields/shown-domain';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { toFailure } from '../feedback/failure.ts';
import type { MadeInvitation } from '../feedback/unsentInvitation.ts';
import { CopyOnceDialog } from '../ui/dialog/CopyOnceDialog.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { DialogDescription } from '../ui/dialog/DialogDescription.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { copyDocument, copyOnceTexts } from './useInvitationActions.ts';

export interface UnsentInvitationDialogProps {
  invitations: readonly MadeInvitation[];
  opened: boolean;
  /** Called with the invitation's id. */
  onCopied: (id: string) => void;
  onClose: () => void;
}

const textOf = (invitations: readonly MadeInvitation[], isSetUp: boolean): string => {
  const copies = invitations.some(({ viewerCanCopyLink }) => viewerCanCopyLink);
  const [first, ...others] = invitations;
  const isOne = others.length === 0;
  const emails = isOne ? `This email to ${bothForms(first?.email ?? '')}` : 'These emails';
  const invites = isOne ? `The invitation to ${bothForms(first?.email ?? '')}` : 'The invitations to these people';
  const failure = invitations.find((invitation) => invitation.failure !== null)?.failure?.replace(/\.?$/, '.');
  let why = `${emails} cannot be sent until a mail server is set up.`;
  if (isSetUp) why = `Email is not being sent right now. ${invites} will be sent when email works again.`;
  if (failure)
    why = isOne ? `${invites} was not sent. ${failure} Resend it later.` : `${failure} Resend the invitations later.`;
  if (!copies) return isSetUp || failure ? why : `${why} ${isOne ? 'Its link' : 'Their links'} can only be emailed.`;
  return `${why} ${isOne ? 'To invite this person now, copy the link' : 'To invite someone now, copy their link'} and send it yourself.`;
};

/** Says that the emails of new invitations are not sent, and offers their links. */
export function UnsentInvitationDialog({ invitations, opened, onCopied, onClose }: UnsentInvitationDialogProps) {
  const [shown, setShown] = useState(invitations);
  const unsentEmails = useUnsentEmails();
  // The text stays while the dialog closes.
  if (invitations.length > 0 && invitations !== shown) setShown(invitations);
  const [link, setLink] = useState<string | null>(null);
  const [refused, setRefused] = useState('');
  const [copying, setCopying] = useState('');
  const { mutate, busy } = useMutationAction(copyDocument, { handles: isShownInDialog, keyed: false });
  const close = () => {
    setRefused('');
    onClose();
  };
  const copy = async ({ id }: MadeInvitation) => {
    setCopying(id);
    setRefused('');
    try {
      const data = await mutate({ input: { id } });
      if (!data) return;
      setLink(data.copyInvitationLink.link);
      onCopied(id);
    } catch (error) {
      const failure = toFailure(error);
      setRefused(isShownInDialog(failure) ? failure.message : '');
    }
  };
  const [first] = shown;
  if (!first) return null;
  const several = shown.length > 1;
  const canCopyFirst = first.viewerCanCopyLink;
  const copyButton = (invitation: MadeInvitation) =>
    invitation.viewerCanCopyLink && (
      <Button
        aria-label={several ? `Copy link for ${invitation.email}` : undefined}
        data-autofocus={invitation === first || undefined}
        variant={several ? 'default' : undefined}
        loading={busy && copying === invitation.id}
        disabled={busy && copying !== invitation.id}
        onClick={() => void copy(invitation)}
      >
        Copy link
      </Button>
    );
  return (
    <>
      <Dialog
        opened={opened && link === null}
        onClose={close}
        title={several ? 'The invitations were not sent' : 'The invitation was not sent'}
        withCloseButton={false}
      >
        <Stack gap="lg">
          <DialogDescription>
            <Text style={{ overflowWrap: 'anywhere' }}>{textOf(shown, unsentEmails?.sending !== false)}</Text>
          </DialogDescription>
          {several && (
            <Stack component="ul" gap="xs" m={0} p={0}>
              {shown.map((invitation) => (
                <Group key={invitation.id} component="li" justify="space-between" gap="sm" wrap="nowrap">
                  <Text style={{ overflowWrap: 'anywhere' }}>{bothForms(invitation.email)}</Text>
                  {copyButton(invitation)}
                </Group>
              ))}
            </Stack>
          )}
          {refused && (
            <Text role="alert" c="var(--mantine-color-error)">
              {refused}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} data-autofocus={!canCopyFirst || undefined} onClick={close}>
              Close
            </Button>
            {!several && copyButton(first)}
          </Group>
        </Stack>
      </Dialog>
      <CopyOnceDialog {...copyOnceTexts} opened={link !== null} text={link ?? ''} onClose={() => setLink(null)} />
    </>
  );
}
