import { Anchor, Button } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import type { UserTable_UsersFragment } from '../gql/graphql.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import type { Narrowing, TableParams } from '../ui/useListParams.ts';
import { useTrail } from '../ui/useTrail.ts';

// A page of a list has no identity of its own to be read by: it is spread with @unmask.
graphql(`
  fragment UserTable_users on UserConnection {
    totalCount
    responderFailures
    nodes {
      id
      fullName
      email
      department
      role {
        id
        name
      }
    }
  }
`);

type Row = UserTable_UsersFragment['nodes'][number];

interface UserTableProps {
  caption: string;
  users: UserTable_UsersFragment | null | undefined;
  table: TableParams;
  narrowing: Narrowing;
  loading: boolean;
  onRetry: () => void;
  emptyWhy: string;
}

/** Users with a link to each; the list's own path decides where their view is. */
export function UserTable({ users, ...rest }: UserTableProps) {
  const { trail } = useTrail();
  const { pathname, search } = useLocation();
  const from = new URLSearchParams(search).get('from');
  const viewOf = (id: string) =>
    pathname === '/U' ? `/U/${id}/view` : `${pathname}/${id}${from ? `?from=${from}` : ''}`;
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      title: 'Name',
      sortable: true,
      full: ({ fullName }) => fullName,
      render: ({ id, fullName }) => (
        <Anchor component={Link} to={viewOf(id)} state={trail} fw={500}>
          {fullName}
        </Anchor>
      ),
    },
    textColumn('email', 'Email', ({ email }) => email),
    textColumn('department', 'Department', ({ department }) => department),
    textColumn('role', 'Role', ({ role }) => role?.name),
    {
      key: 'action',
      title: 'Action',
      kind: 'action',
      render: ({ id, fullName }) => (
        <Button
          component={Link}
          to={viewOf(id)}
          state={trail}
          variant="default"
          size="compact-sm"
          aria-label={`View ${fullName}`}
        >
          View
        </Button>
      ),
    },
  ];
  return <DataTable columns={columns} list={users} {...rest} />;
}

const textColumn = (key: string, title: string, text: (row: Row) => string | null | undefined): Column<Row> => ({
  key,
  title,
  sortable: true,
  full: (row) => text(row) ?? '',
  render: (row) => text(row) || '–',
});
