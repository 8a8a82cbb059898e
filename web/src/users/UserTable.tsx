import type { FragmentType } from '@apollo/client';
import { Group } from '@mantine/core';
import { use } from 'react';
import { graphql } from '../gql/gql.ts';
import type {
  UserTable_UserFragment,
  UserTable_UsersFragment,
  UseUserLimitNotice_OrganisationFragment,
} from '../gql/graphql.ts';
import { MoreActions } from '../ui/layout/MoreActions.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { DataTable, type ListTableProps } from '../ui/table/DataTable.tsx';
import type { RowChoice } from '../ui/table/RowChoice.ts';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type Column, TableFitContext, textColumn } from '../ui/table/TableRow.tsx';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { WithAvatar } from '../ui/values/WithAvatar.tsx';
import { FactorBadges } from './FactorBadges.tsx';
import { UserAvatar } from './UserAvatar.tsx';
import { isWithoutSignIn, WithoutSignInBadge } from './UserStatusBadge.tsx';
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
    signInBlockedAt
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
  /** Columns that are shown on request. */
  shown: readonly string[];
  choice: RowChoice;
  /** The table's name in the selection. */
  name: string;
  /** A user was activated or deactivated. */
  onChanged: () => void;
}

/** Users with links and actions. */
export function UserTable({ users, organisation, shown, choice, name, onChanged, ...rest }: UserTableProps) {
  const { view } = useUserPaths();
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: 'Name',
      sortable: true,
      full: ({ fullName }) => fullName,
      render: (user) => (
        <Group gap="xs" wrap="nowrap">
          <WithAvatar avatar={<UserAvatar user={user} />}>
            <RowLink to={view(user.id)}>{user.fullName}</RowLink>
          </WithAvatar>
          {isWithoutSignIn(user) && <WithoutSignInBadge user={user} />}
        </Group>
      ),
    },
    {
      ...textColumn<Row>('email', 'Email', ({ email }) => email),
      sortable: true,
      min: 244,
      weight: 4,
      wraps: true,
      narrow: 'second line',
      render: ({ email }) => <EmailAddress email={email} />,
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
    ...(users?.hasSecondFactors && shown.includes(factorColumn.key) ? [factorColumn] : []),
    ...(users?.hasLastSignIn && shown.includes(signInColumn.key) ? [signInColumn] : []),
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      min: 116,
      narrow: 52,
      render: (user) => <RowActions user={user} organisation={organisation} onChanged={onChanged} />,
    },
  ];
  const ids = users?.nodes.flatMap((user) => (user.viewerCanActivate || user.viewerCanDeactivate ? user.id : [])) ?? [];
  return (
    <DataTable columns={columns} list={users} fragment={rowFragment} choice={{ choice, table: name, ids }} {...rest} />
  );
}

/** On a phone the button is in a menu, because its text would distract from each name. */
function RowActions({ user, ...rest }: Pick<UserTableProps, 'organisation' | 'onChanged'> & { user: Row }) {
  const isPhone = use(TableFitContext) === 'two lines';
  const { edit } = useUserPaths();
  const { trail } = useTrail();
  const menu = (change: PageAction) => (
    <MoreActions
      place="row"
      label={`Actions for ${isolated(user.fullName)}`}
      actions={[...(user.viewerCanEdit ? [{ label: 'Edit', to: edit(user.id), state: trail }] : []), change]}
    />
  );
  return <UserStatusButton user={user} compact trigger={isPhone ? menu : undefined} {...rest} />;
}

/** On a phone: the role and the complete email address. */
const SecondLine = ({ user: { role, email } }: { user: Row }) => (
  <>
    {role && `${role.name} · `}
    <EmailAddress email={email} />
  </>
);

const factorColumn: Column<Row> = {
  key: 'factor',
  title: 'Second factor',
  min: 120,
  max: 196,
  narrow: 'left out',
  render: ({ secondFactors }) => <FactorBadges factors={secondFactors} />,
};

const signInColumn: Column<Row> = {
  key: 'lastSignIn',
  title: 'Last sign-in',
  kind: 'date',
  narrow: 'left out',
  render: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : '–'),
};
