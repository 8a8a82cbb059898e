import type { FragmentType } from '@apollo/client';
import { Group, Text } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { graphql } from '../gql/gql.ts';
import type {
  UserTable_UserFragment,
  UserTable_UsersFragment,
  UseUserLimitNotice_OrganisationFragment,
} from '../gql/graphql.ts';
import { EmailAddress } from '../ui/layout/EmailAddress.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
import { WithAvatar } from '../ui/layout/WithAvatar.tsx';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import type { RowChoice } from '../ui/table/RowChoice.ts';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type Column, TableFitContext, textColumn } from '../ui/table/TableRow.tsx';
import { FactorBadges } from './FactorBadges.tsx';
import { UserAvatar } from './UserAvatar.tsx';
import { InvitedBadge, isWaitedFor } from './UserStatusBadge.tsx';
import { UserStatusButton } from './UserStatusButton.tsx';
import { useUserPaths } from './useUserPaths.ts';

graphql(`
  fragment UserTable_users on UserConnection {
    totalCount
    responderFailures
    hasLastSignIn
    hasSecondFactors
    nodes { id viewerCanEdit viewerCanActivate viewerCanDeactivate ...UserTable_user }
  }
`);

// Mutations select it too, so that a row added to a list is complete.
const rowFragment = graphql(`
  fragment UserTable_user on User {
    id
    fullName
    email
    department
    role { id name }
    status
    isInvited
    secondFactors
    createdAt
    lastSignInAt
    viewerCanEdit
    viewerCanActivate
    viewerCanDeactivate
    ...UserStatusButton_user
  }
`);

type Row = UserTable_UserFragment;

interface UserTableProps extends ListTableProps {
  caption: string;
  organisation: FragmentType<UseUserLimitNotice_OrganisationFragment>;
  users: UserTable_UsersFragment | null | undefined;
  showsLastSignIn: boolean;
  choice: RowChoice;
  /** The table's name in the choice. */
  name: string;
  /** A user was activated or deactivated. */
  onChanged: () => void;
}

/** Users with links and actions. */
export function UserTable({ users, organisation, showsLastSignIn, choice, name, onChanged, ...rest }: UserTableProps) {
  const { view } = useUserPaths();
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: 'Name',
      sortable: true,
      full: ({ fullName }) => fullName,
      render: (user) => (
        <NameLine isInvited={isWaitedFor(user)}>
          <WithAvatar avatar={<UserAvatar user={user} />}>
            <RowLink to={view(user.id)}>{user.fullName}</RowLink>
          </WithAvatar>
        </NameLine>
      ),
    },
    {
      ...textColumn<Row>('email', 'Email', ({ email }) => email),
      sortable: true,
      min: 244,
      weight: 4,
      narrow: 'second line',
      second: (user) => <SecondLine user={user} />,
    },
    {
      ...textColumn<Row>('department', 'Department', ({ department }) => department),
      sortable: true,
      narrow: 'left out',
    },
    {
      ...textColumn<Row>('role', 'Role', ({ role }) => role?.name),
      sortable: true,
      narrow: 'second line',
      second: () => null,
    },
    ...(users?.hasSecondFactors ? [factorColumn] : []),
    ...(showsLastSignIn ? [signInColumn] : []),
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      min: 116,
      narrow: 104,
      render: (user) => <UserStatusButton user={user} organisation={organisation} compact onChanged={onChanged} />,
    },
  ];
  const ids = users?.nodes.flatMap((user) => (user.viewerCanActivate || user.viewerCanDeactivate ? user.id : [])) ?? [];
  return (
    <DataTable columns={columns} list={users} fragment={rowFragment} choice={{ choice, table: name, ids }} {...rest} />
  );
}

function NameLine({ isInvited, children }: { isInvited: boolean; children: ReactNode }) {
  if (use(TableFitContext) === 'two lines') return children;
  return (
    <Group gap="xs" wrap="nowrap">
      {children}
      {isInvited && <InvitedBadge />}
    </Group>
  );
}

/** On a phone: what a person does, and below it their address, whole where it fits into two lines. */
function SecondLine({ user }: { user: Row }) {
  const { role, department, email } = user;
  return (
    <>
      <Group component="span" gap="xs" wrap="nowrap">
        <Text component="span" inherit truncate>
          {[role?.name, department].filter(Boolean).join(' · ')}
        </Text>
        {isWaitedFor(user) && <InvitedBadge />}
      </Group>
      <Text component="span" inherit lineClamp={2}>
        <EmailAddress email={email} />
      </Text>
    </>
  );
}

const factorColumn: Column<Row> = {
  key: 'factor',
  title: 'Second factor',
  min: 120,
  max: 196,
  narrow: 'second line',
  second: ({ secondFactors }) => (secondFactors?.length ? <FactorBadges factors={secondFactors} /> : null),
  render: ({ secondFactors }) => <FactorBadges factors={secondFactors} />,
};

const signInColumn: Column<Row> = {
  key: 'lastSignIn',
  title: 'Last sign-in',
  kind: 'date',
  narrow: 'second line',
  render: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : '–'),
};
