import { texts } from '@console/contract/rules';
import { Group } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { ExternalUserTable_UserFragment, ExternalUserTable_UsersFragment } from '../gql/graphql.ts';
import { AcceptBlockReason } from '../mappings/AcceptBlockReason.tsx';
import { MappingStateBadge } from '../mappings/MappingStateBadge.tsx';
import { RowButtonLink } from '../ui/layout/RowButton.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { Avatar } from '../ui/values/Avatar.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import { useUserPaths } from '../users/useUserPaths.ts';
import { EndOrWithdrawExternalUserButton } from './EndOrWithdrawExternalUserButton.tsx';
import { RejectExternalUserButton } from './RejectExternalUserButton.tsx';

graphql(`
  fragment ExternalUserTable_users on ExternalUserConnection { totalCount nodes { id acceptBlock viewerCanEditPerson ...ExternalUserTable_user } }
`);

// Mutations select it too, so that a row added to a list is complete.
const rowFragment = graphql(`
  fragment ExternalUserTable_user on ExternalUser {
    id
    user { id fullName email }
    homeOrganisation { id brandName }
    state
    at
    viewerCanEditPerson
    viewerCanMap
    viewerCanReject
    viewerCanRemove
    viewerCanWithdraw
    takesReason
    acceptBlock
  }
`);

type Row = ExternalUserTable_UserFragment;

const avatarStates = {
  PENDING: 'invited',
  ACCEPTED: 'active',
  REJECTED: 'inactive',
  ENDED: 'inactive',
  WITHDRAWN: 'inactive',
} as const;

interface ExternalUserTableProps extends ListTableProps {
  organisationId: string;
  users: ExternalUserTable_UsersFragment | null | undefined;
  /** Called after an invitation was rejected; `stale` if another user did it. */
  onChanged: (stale: boolean) => void;
}

/** External and invited users of an organisation. */
export function ExternalUserTable({ organisationId, users, onChanged, ...rest }: ExternalUserTableProps) {
  const { trail } = useTrail();
  const { mapExternal } = useUserPaths();
  const columns: readonly Column<Row>[] = [
    {
      ...textColumn<Row>('name', 'Name', ({ user }) => user.fullName),
      render: ({ user: { id, fullName }, state }) => (
        <WithAvatar avatar={<Avatar kind="person" id={id} name={fullName} state={avatarStates[state]} />}>
          {fullName}
        </WithAvatar>
      ),
    },
    {
      ...textColumn<Row>('email', 'Email', ({ user }) => user.email),
      min: 200,
      weight: 4,
      wraps: true,
      narrow: 'second line',
      render: ({ user }) => <EmailAddress email={user.email} />,
      second: ({ user }) => <EmailAddress email={user.email} />,
    },
    {
      ...textColumn<Row>('home', 'Home organisation', ({ homeOrganisation }) => homeOrganisation?.brandName),
      narrow: 'left out',
    },
    {
      key: 'state',
      title: 'Status',
      kind: 'action',
      min: users?.nodes.some(({ acceptBlock }) => acceptBlock) ? 290 : undefined,
      narrow: 'second line',
      render: ({ state, acceptBlock }) => (
        <Group gap="xs" wrap="nowrap">
          <MappingStateBadge state={state} />
          {acceptBlock && <AcceptBlockReason block={acceptBlock} />}
        </Group>
      ),
    },
    { key: 'at', title: 'Date', kind: 'date', narrow: 'left out', render: ({ at }) => (at ? <Moment at={at} /> : '–') },
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      min: users?.nodes.some(({ viewerCanEditPerson }) => viewerCanEditPerson) ? 240 : 184,
      narrow: 160,
      render: ({ user, acceptBlock, viewerCanEditPerson, viewerCanMap, takesReason, ...may }) => {
        const { viewerCanReject, viewerCanWithdraw, viewerCanRemove } = may;
        if (![viewerCanMap, viewerCanReject, viewerCanWithdraw, viewerCanRemove].some(Boolean)) return null;
        const common = { user, organisationId, takesReason, onChanged };
        // The sender of an invitation withdraws it; other users accept or reject it.
        const withdraws = may.viewerCanWithdraw && (acceptBlock === 'OWN_INVITATION' || !may.viewerCanReject);
        const label = viewerCanEditPerson ? texts.mappings.addDetails : 'Accept';
        return (
          <Group gap="xs">
            {viewerCanMap && (
              <RowButtonLink
                primary
                to={mapExternal(user.id)}
                state={trail}
                aria-label={
                  viewerCanEditPerson
                    ? `${label} for ${isolated(user.fullName)}`
                    : `${label} ${isolated(user.fullName)}`
                }
              >
                {label}
              </RowButtonLink>
            )}
            {may.viewerCanReject && !withdraws && <RejectExternalUserButton {...common} compact />}
            {withdraws && <EndOrWithdrawExternalUserButton verb="Withdraw" {...common} />}
            {may.viewerCanRemove && <EndOrWithdrawExternalUserButton verb="Remove" {...common} />}
          </Group>
        );
      },
    },
  ];
  return <DataTable caption="External users" columns={columns} list={users} fragment={rowFragment} {...rest} />;
}
