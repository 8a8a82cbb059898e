import { Badge } from '@mantine/core';
import type { UserStatus } from '../gql/graphql.ts';

export function UserStatusBadge({ status }: { status: UserStatus }) {
  return status === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="gray">Inactive</Badge>;
}
