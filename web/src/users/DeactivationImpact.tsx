import { Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import { withParameters } from '../ui/table/listAddress.ts';
import { type DutyRow, dutyRowsOf, unknownDutiesOf } from './dutyRows.ts';
import { useUserPaths } from './useUserPaths.ts';

const dutiesQuery = graphql(`
  query DeactivationImpact($id: ID!) {
    viewer { modules { id label origin } }
    user(id: $id) {
      id
      duties {
        responder { continuer investigator arc }
        seniorDesignation
        isOrganiser
        supervisedUserCount
        supervisedUsers { id fullName }
        apiKeyCount
        sessionCount
      }
    }
  }
`);

/** The user with the duties. */
export interface DeactivationImpactProps {
  userId: string;
  name: string;
}

/** Everything that depends on a user (their duties), shown before they are deactivated: loaded when it is shown. A failure is said here and hinders nothing. */
export function DeactivationImpact({ userId, name }: DeactivationImpactProps) {
  const { data, loading } = usePageQuery(dutiesQuery, { id: userId }, { quiet: true });
  const places = useDutyPaths();
  const duties = data?.user?.duties;
  if (!duties && loading)
    return <Skeleton h={72} aria-label={`What ${isolated(name)} holds is loading`} role="status" />;
  if (!duties)
    return (
      <Text c="dimmed">
        What <bdi>{name}</bdi> holds could not be loaded.
      </Text>
    );
  const openableModules =
    data.viewer?.modules.flatMap(({ id: module, origin }) => (origin === null ? [] : [module])) ?? [];
  const rows = dutyRowsOf(duties, { ...places, openableModules });
  const unknown = unknownDutiesOf(duties);
  return (
    <Stack gap="xs">
      {rows.length === 0 && (
        <Text>
          {unknown.length > 0 ? 'As far as is known, nothing' : 'Nothing'} depends on <bdi>{name}</bdi>.
        </Text>
      )}
      {rows.length > 0 && (
        <Stack component="ul" aria-label={`What ${isolated(name)} holds`} gap="xs" m={0} p={0}>
          {rows.map((row) => (
            <Duty key={row.what} row={row} />
          ))}
        </Stack>
      )}
      {unknown.length > 0 && (
        <Text c="dimmed" size="sm">
          Not known: {unknown.join(', ')}.
        </Text>
      )}
    </Stack>
  );
}

function Duty({ row: { module, what, todo, to, href, users, more = 0 } }: { row: DutyRow }) {
  const { edit } = useUserPaths();
  const { trail } = useTrail();
  return (
    <Group component="li" gap="xs" align="baseline" wrap="nowrap">
      <Badge color="gray" flex="none">
        {module}
      </Badge>
      <div>
        <Text fw={500}>
          {to && (
            <Anchor component={Link} to={to} state={trail} inherit>
              {what}
            </Anchor>
          )}
          {href && (
            <Anchor href={href} inherit>
              {what}
            </Anchor>
          )}
          {!to && !href && what}
        </Text>
        <Text c="dimmed" size="sm">
          {todo}
          {users?.map(({ id, fullName }, index) => (
            <Fragment key={id}>
              {index > 0 ? ', ' : ' '}
              <Anchor component={Link} to={edit(id)} state={trail} inherit underline="always">
                {fullName}
              </Anchor>
            </Fragment>
          ))}
          {users && more > 0 && `${users.length > 0 ? ',' : ''} ${more} more`}
          {users && '.'}
        </Text>
      </div>
    </Group>
  );
}

/** The pages of the user's organisation on which duties are handed over. */
const useDutyPaths = () => {
  const { orgId } = useParams();
  const { search } = useLocation();
  if (orgId === undefined) return { organisation: '/O', keys: '/O/keys' };
  const from = new URLSearchParams(search).get('from');
  const at = (tab: string) => `/O/${orgId}?${withParameters(new URLSearchParams(), { from, tab })}`;
  return { organisation: at('info'), keys: at('keys') };
};
