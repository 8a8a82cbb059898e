import { invitationPauseSeconds } from '@console/contract/rules';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { useKnownUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { graphql } from '../gql/gql.ts';
import type { InvitationActions_InvitationFragment } from '../gql/graphql.ts';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';

const resendDocument = graphql(`
  mutation useInvitationActions_Resend($input: ResendInvitationInput!) {
    resendInvitation(input: $input) { invitation { id isUnsent ...InvitationTable_invitation } }
  }
`);

const revokeDocument = graphql(`
  mutation useInvitationActions_Revoke($input: RevokeInvitationInput!) {
    revokeInvitation(input: $input) { invitation { id ...InvitationTable_invitation } }
  }
`);

export const copyDocument = graphql(`
  mutation useInvitationActions_CopyLink($input: CopyInvitationLinkInput!) {
    copyInvitationLink(input: $input) { invitation { id ...InvitationTable_invitation } link }
  }
`);

export const copyOnceTexts = {
  title: 'Copy the link',
  warning: 'The link is shown only once. Anyone with this link can accept the invitation.',
  label: 'Link',
  doneLabel: 'I have copied it',
};

export type InvitationAction = 'resend' | 'copyLink' | 'revoke';

/** The question and the mutation of each action. */
const questions = {
  resend: {
    label: 'Resend',
    question: (email: string) => `Resend the invitation to ${email}?`,
    effect: `A new link is emailed and the previous link stops working. You can do this once every ${invitationPauseSeconds} seconds.`,
    effectWithoutEmail:
      'Email is not set up, so the new link is not emailed. It cannot be sent until a mail server is set up. The previous link stops working.',
  },
  copyLink: {
    label: 'Copy link',
    question: (email: string) => `Copy a new link for ${email}?`,
    effect:
      'Links are not stored, so a new one is created and shown once. The previous link stops working. Give the new link only to the invited person. The activity log records that you copied it.',
  },
  revoke: {
    label: 'Revoke',
    question: (email: string) => `Revoke the invitation to ${email}?`,
    effect: 'The link stops working immediately. No new link is sent until you invite them again.',
  },
} as const;

/** The actions of an invitation: each is confirmed. `link` is a copied link, until it is hidden. */
export const useInvitationActions = (
  { id, email, viewerCanResend, viewerCanCopyLink, viewerCanRevoke }: InvitationActions_InvitationFragment,
  onChanged: () => void,
) => {
  const [action, setAction] = useState<InvitationAction>('resend');
  const [link, setLink] = useState<string | null>(null);
  const handles = isShownInDialog;
  const resend = useMutationAction(resendDocument, {
    success: ({ resendInvitation: { invitation } }) =>
      invitation?.isUnsent ? 'Invitation renewed, email not sent' : 'Invitation queued',
    handles,
  });
  const revoke = useMutationAction(revokeDocument, { success: 'Invitation revoked', handles });
  const copy = useMutationAction(copyDocument, { handles, keyed: false });
  // The row, and with it the link, may disappear from the list, so the link is stored here.
  const { open, dialog } = useConfirmedMutation({ onChanged: () => action !== 'copyLink' && onChanged() });
  const copyLink = async () => {
    const data = await copy.mutate({ input: { id } });
    if (data) setLink(data.copyInvitationLink.link);
    return data;
  };
  const send = () => {
    if (action === 'copyLink') return copyLink();
    return action === 'resend' ? resend.mutate({ input: { id } }) : revoke.mutate({ input: { id } });
  };
  const may: [InvitationAction, boolean][] = [
    ['resend', viewerCanResend],
    ['copyLink', viewerCanCopyLink],
    ['revoke', viewerCanRevoke],
  ];
  const unsentEmails = useKnownUnsentEmails();
  const { label, question, effect } = questions[action];
  const isOff = action === 'resend' && unsentEmails?.sending === false;
  return {
    possible: may.flatMap(([name, allowed]) => (allowed ? [{ name, label: questions[name].label }] : [])),
    ask: (name: InvitationAction) => {
      setAction(name);
      open();
    },
    confirmation: {
      ...dialog(question(email), send),
      confirmLabel: label,
      danger: action === 'revoke',
      busy: resend.busy || revoke.busy || copy.busy,
      children: isOff ? questions.resend.effectWithoutEmail : effect,
    },
    link,
    hideLink: () => {
      setLink(null);
      onChanged();
    },
  };
};
