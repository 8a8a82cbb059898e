import type { FragmentType } from '@apollo/client';
import { Button, Group, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { InvitationActions_InvitationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import type { CopyOnceDialogProps } from '../ui/dialog/CopyOnceDialog.tsx';
import { MoreActions } from '../ui/layout/MoreActions.tsx';
import { copyOnceTexts, useInvitationActions } from './useInvitationActions.ts';

const CopyOnceDialog = lazyPart<CopyOnceDialogProps>(
  async () => (await import('../ui/dialog/CopyOnceDialog.tsx')).CopyOnceDialog,
  whenOpened,
);

const invitationFragment = graphql(`
  fragment InvitationActions_invitation on Invitation { id email isUnsent viewerCanResend viewerCanCopyLink viewerCanRevoke }
`);

interface InvitationActionsProps {
  invitation: FragmentType<InvitationActions_InvitationFragment>;
  /** Resend is a button of its own, not an item of the menu. */
  resendButton?: boolean;
  onChanged: () => void;
}

/** Sends an invitation again, copies its link and revokes it, as far as the viewer may. */
export function InvitationActions({ invitation, ...rest }: InvitationActionsProps) {
  const { data, complete } = useFragment(invitationFragment, invitation);
  return complete && <Actions invitation={data} {...rest} />;
}

interface ActionsProps extends Omit<InvitationActionsProps, 'invitation'> {
  invitation: InvitationActions_InvitationFragment;
}

function Actions({ invitation, resendButton = false, onChanged }: ActionsProps) {
  const { possible, ask, confirmation, link, hideLink } = useInvitationActions(invitation, onChanged);
  const copiesAtOnce = invitation.isUnsent && invitation.viewerCanCopyLink;
  const inMenu = possible.filter(
    ({ name }) => (!resendButton || name !== 'resend') && (!copiesAtOnce || name !== 'copyLink'),
  );
  const { children, ...dialog } = confirmation;
  return (
    <Group gap="4px xs">
      {resendButton && invitation.viewerCanResend && (
        <Button variant="default" onClick={() => ask('resend')}>
          Resend
        </Button>
      )}
      {copiesAtOnce && (
        <Button variant="default" size={resendButton ? 'sm' : 'compact-sm'} onClick={() => ask('copyLink')}>
          Copy link
        </Button>
      )}
      {inMenu.length > 0 && (
        <MoreActions
          place="row"
          label={`Actions for ${invitation.email}`}
          actions={inMenu.map(({ name, label }) => ({ label, danger: name === 'revoke', onClick: () => ask(name) }))}
        />
      )}
      <ConfirmDialog {...dialog}>
        <Text>{children}</Text>
      </ConfirmDialog>
      <CopyOnceDialog {...copyOnceTexts} opened={link !== null} text={link ?? ''} onClose={hideLink} />
    </Group>
  );
}
