import { useRef } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { saveCsv } from '../feedback/saveCsv.ts';
import { graphql } from '../gql/gql.ts';
import type { BulkOrder } from '../ui/dialog/bulkRun.ts';
import { maxSingleActions, useSingleActions } from '../ui/dialog/useSingleActions.ts';
import { formatCount, formatMoment } from '../ui/values/format.ts';

const copyDocument = graphql(`
  mutation useCopyLinks_Copy($input: CopyInvitationLinkInput!) {
    copyInvitationLink(input: $input) { invitation { id email name expiresAt ...InvitationTable_invitation } link }
  }
`);

const titles = ['Name', 'Email', 'Link', 'Expires', 'Skipped because'];

/** Copies the links of selected invitations, one after another, and saves them as one file, with the reason for each that was skipped. */
export const useCopyLinks = (emailOf: (id: string) => string | undefined, onEnded: () => void) => {
  const { mutate } = useMutationAction(copyDocument, { handles: () => true, keyed: false });
  const lines = useRef<string[][]>([]);
  const copy = async (id: string) => {
    try {
      const data = await mutate({ input: { id } });
      if (!data) return undefined;
      const { invitation, link } = data.copyInvitationLink;
      const expires = invitation.expiresAt ? formatMoment(new Date(invitation.expiresAt)) : '';
      lines.current.push([invitation.name ?? '', invitation.email, link ?? '', expires, '']);
      return data;
    } catch (error) {
      lines.current.push(['', emailOf(id) ?? '', '', '', toFailure(error).message]);
      throw error;
    }
  };
  const { start, ...runner } = useSingleActions(
    { COPY_LINKS: copy },
    (id) => ({ name: '', email: emailOf(id) ?? '' }),
    () => {
      saveCsv([titles, ...lines.current], 'invitation-links.csv');
      onEnded();
    },
  );
  return {
    ...runner,
    start: async (order: BulkOrder) => {
      if (!order.ids || order.ids.length > maxSingleActions)
        throw new Error(`Select at most ${formatCount(maxSingleActions)} invitations to copy their links.`);
      lines.current = [];
      return start(order);
    },
  };
};
