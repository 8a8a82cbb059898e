import { Anchor, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { DeactivationImpactQuery, HandOverInput, UserDuty } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { isolated } from '../ui/values/isolated.ts';
import { DutyKeys } from './DutyKeys.tsx';
import { HandOverField } from './HandOverField.tsx';
import { useDutyPaths } from './useDutyPaths.ts';
import { useUserPaths } from './useUserPaths.ts';

type Duties = NonNullable<NonNullable<DeactivationImpactQuery['user']>['duties']>;

/** Something that depends on a user: its module, and what to do about it. */
interface DutyRow {
  module: string;
  what: string;
  todo: string;
  /** The page on which this can be done. */
  to?: string;
  /** A link that leaves the console for the module. */
  href?: string | undefined;
  /** Shown after `todo`: users to change, and the number of further ones. */
  users?: readonly { id: string; fullName: string; viewerCanEdit: boolean }[];
  more?: number;
}

interface DutyPlaces {
  organisation: string;
  nomination: (designationId: string) => string;
  keys: string;
  openableModules: readonly string[];
}

const responderModules = [
  ['continuer', 'Continuer'],
  ['investigator', 'Investigator'],
  ['arc', 'Arc'],
] as const;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Responsibilities of a user, first those that prevent a deactivation. `handedOver`: responsibilities that another user takes over. */
function dutyRowsOf(
  duties: Duties,
  { organisation, nomination, keys, openableModules }: DutyPlaces,
  handedOver: readonly UserDuty[],
): DutyRow[] {
  const { responder, seniorDesignation, isOrganiser, supervisedUserCount, supervisedUsers, movableDuties } = duties;
  const rows: DutyRow[] = responderModules.flatMap(([kind, module]) =>
    responder?.[kind]
      ? {
          module,
          what: `Responder in ${module}`,
          todo: 'Assign another responder in that module first.',
          href: openableModules.includes(kind) ? `/login?source=${kind}` : undefined,
        }
      : [],
  );
  const add = (what: string, todo: string, more: Partial<DutyRow> = {}) =>
    rows.push({ module: 'Console', what, todo, ...more });
  const taken = 'Handed over when the user is deactivated.';
  if (isOrganiser && handedOver.includes('ORGANISER')) add('Main Organiser of this organisation', taken);
  else if (isOrganiser)
    add(
      'Main Organiser of this organisation',
      movableDuties.includes('ORGANISER')
        ? 'Hand over to another user below.'
        : 'Choose another main Organiser on the organisation’s page.',
      { to: organisation },
    );
  if (seniorDesignation)
    add(seniorDesignation, 'The position becomes vacant. Nominate another user under Senior management.', {
      to: nomination(seniorDesignation),
    });
  if (supervisedUserCount) {
    const users = supervisedUsers ?? [];
    const more = supervisedUserCount - users.length;
    const what = `Supervisor of ${counted(supervisedUserCount, 'user')}`;
    if (handedOver.includes('SUPERVISED_USERS')) add(what, taken);
    else add(what, 'Choose another supervisor for', { users, more });
  }
  if (duties.apiKeyCount)
    add(
      counted(duties.apiKeyCount, 'API key'),
      'These stop working immediately. Move programs to an organisation API key first.',
      {
        to: keys,
      },
    );
  if (duties.sessionCount) add(counted(duties.sessionCount, 'session'), 'Signed out immediately. No action needed.');
  return rows;
}

/** Names of the checks that failed. */
const unknownDutiesOf = ({ responder, isOrganiser, supervisedUserCount, apiKeyCount, sessionCount }: Duties) => [
  ...(responderModules.some(([kind]) => (responder?.[kind] ?? null) === null) ? ['responder assignments'] : []),
  ...(isOrganiser === null ? ['whether they are the main Organiser'] : []),
  ...(supervisedUserCount === null ? ['supervised users'] : []),
  ...(apiKeyCount === null ? ['API keys'] : []),
  ...(sessionCount === null ? ['sessions'] : []),
];

const dutiesQuery = graphql(`
  query DeactivationImpact($id: ID!) {
    viewer { modules { id label origin } }
    user(id: $id) {
      id
      organisationId
      duties {
        responder { continuer investigator arc }
        seniorDesignation
        isOrganiser
        supervisedUserCount
        supervisedUsers { id fullName viewerCanEdit }
        apiKeyCount
        sessionCount
        movableDuties
        apiKeys { id name scopes lifetime replacementRole unavailableScopes isReplaced }
      }
    }
  }
`);

/** The user who has the responsibilities. */
export interface DeactivationImpactProps {
  userId: string;
  name: string;
  /** The user who takes over responsibilities. If `onHandOver` is missing there is no choice. */
  handOver?: HandOverInput | null;
  onHandOver?: (handOver: HandOverInput | null) => void;
}

/** Responsibilities of a user before a deactivation, loaded on display. A failure is shown here and does not prevent the deactivation. */
export function DeactivationImpact({ userId, name, handOver = null, onHandOver }: DeactivationImpactProps) {
  const { data, loading } = usePageQuery(dutiesQuery, { id: userId }, { quiet: true });
  const places = useDutyPaths();
  const { duties: read, organisationId } = data?.user ?? {};
  const duties = read && { ...read, movableDuties: onHandOver ? read.movableDuties : [] };
  if (!duties && loading)
    return <Skeleton h={44} aria-label={`Loading the responsibilities of ${isolated(name)}`} role="status" />;
  if (!duties)
    return (
      <Text c="dimmed">
        Could not load the responsibilities of <bdi translate="no">{name}</bdi>.
      </Text>
    );
  const openableModules =
    data?.viewer?.modules.flatMap(({ id: module, origin }) => (origin === null ? [] : [module])) ?? [];
  const rows = dutyRowsOf(duties, { ...places, openableModules }, handOver?.duties ?? []);
  const unknown = unknownDutiesOf(duties);
  return (
    <Stack gap="xs">
      {rows.length === 0 && (
        <Text>
          {unknown.length > 0 ? 'No responsibilities found for' : 'There is nothing to hand over from'}{' '}
          <bdi translate="no">{name}</bdi>.
        </Text>
      )}
      {rows.length > 0 && (
        <Stack component="ul" aria-label={`Responsibilities of ${isolated(name)}`} gap="xs" m={0} p={0}>
          {rows.map((row) => (
            <Duty key={row.what} row={row} />
          ))}
        </Stack>
      )}
      {organisationId != null && duties.apiKeys && duties.apiKeys.length > 0 && (
        <DutyKeys organisationId={organisationId} apiKeys={duties.apiKeys} />
      )}
      {organisationId != null && onHandOver && duties.movableDuties.length > 0 && (
        <HandOverField
          userId={userId}
          name={name}
          organisationId={organisationId}
          duties={duties.movableDuties}
          value={handOver}
          onChange={onHandOver}
        />
      )}
      {unknown.length > 0 && (
        <Text c="dimmed" size="sm">
          Could not check: {unknown.join(', ')}.
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
          {users?.map(({ id, fullName, viewerCanEdit }, index) => (
            <Fragment key={id}>
              {index > 0 ? ', ' : ' '}
              {viewerCanEdit ? (
                <Anchor component={Link} to={edit(id)} state={trail} inherit underline="always">
                  {fullName}
                </Anchor>
              ) : (
                `${isolated(fullName)} (an Administrator must choose)`
              )}
            </Fragment>
          ))}
          {users && more > 0 && `${users.length > 0 ? ',' : ''} ${more} more`}
          {users && '.'}
        </Text>
      </div>
    </Group>
  );
}
