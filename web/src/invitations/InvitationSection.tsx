import { lazyPart } from '../feedback/lazyPart.tsx';
import { TableSection } from '../ui/table/TableSection.tsx';
import type { InvitationListProps } from './InvitationList.tsx';

const InvitationList = lazyPart<InvitationListProps>(
  async () => (await import('./InvitationList.tsx')).InvitationList,
  { loadOn: 'need' },
);

/** The invitations of an organisation, collapsed until they are wanted for the first time. */
export function InvitationSection(props: InvitationListProps) {
  return (
    <TableSection heading="Invitations" collapsible="invitations" initiallyClosed>
      <InvitationList {...props} />
    </TableSection>
  );
}
