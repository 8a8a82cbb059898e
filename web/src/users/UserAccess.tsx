import type { FragmentType } from '@apollo/client';
import { Anchor, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type {
  UserAccess_DutiesFragment,
  UserAccess_ProviderFragment,
  UserAccess_UserFragment,
} from '../gql/graphql.ts';
import { type Description, DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { countOf } from '../ui/values/format.ts';
import { IdentityProvider } from './IdentityProvider.tsx';
import { ResponderBadges } from './ResponderBadges.tsx';
import { useDutyPaths } from './useDutyPaths.ts';

const userFragment = graphql(`
  fragment UserAccess_user on User { id organisation { id brandName } ...ResponderBadges_user }
`);

// Parts of a query that is sent after the page is shown.
const dutiesFragment = graphql(`
  fragment UserAccess_duties on User {
    id
    duties {
      seniorDesignation
      isOrganiser
      supervisedUserCount
      apiKeyCount
      externalOrganisations { id brandName }
    }
  }
`);

const providerFragment = graphql(`
  fragment UserAccess_provider on User {
    id
    fullName
    security { identityProvider { issuer linkedAt } }
    viewerCanEndSessions
  }
`);

type Duties = NonNullable<UserAccess_DutiesFragment['duties']>;

interface UserAccessProps {
  user: FragmentType<UserAccess_UserFragment>;
  /** Visible responsibilities and identity provider of the user; unset until loaded. */
  details: (FragmentType<UserAccess_DutiesFragment> & FragmentType<UserAccess_ProviderFragment>) | null | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
}

/** What a user may use and what depends on them: organisations, responsibilities, keys, identity provider. */
export function UserAccess({ user, details, loading, failed, onRetry }: UserAccessProps) {
  const { data, complete } = useFragment(userFragment, user);
  const { data: withDuties, complete: hasDuties } = useFragment(dutiesFragment, details ?? null);
  const { data: withProvider, complete: hasProvider } = useFragment(providerFragment, details ?? null);
  const { orgId } = useParams();
  const { trail } = useTrail();
  const { keys } = useDutyPaths();
  if (!complete) return null;
  const duties = hasDuties && withDuties.duties;
  const provider = hasProvider && withProvider.security?.identityProvider;
  const linkTo = (to: string, text: string) => (
    <Anchor component={Link} to={to} state={trail} inherit>
      {text}
    </Anchor>
  );
  const entriesOf = ({ externalOrganisations, apiKeyCount, ...rest }: Duties): Description[] => [
    ['Responsibilities', dutiesText(rest)],
    ...(externalOrganisations === null
      ? []
      : [
          [
            'External user of',
            externalOrganisations.length === 0
              ? 'No other organisation'
              : externalOrganisations.map(({ id, brandName }) => (
                  <div key={id}>{orgId === undefined ? brandName : linkTo(`/O/${id}?from=T`, brandName)}</div>
                )),
          ] as const,
        ]),
    ...(apiKeyCount === null
      ? []
      : [['API keys', apiKeyCount === 0 ? 'None' : linkTo(keys, countOf(apiKeyCount, 'API key'))] as const]),
  ];
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>Access</Title>
        <DescriptionList
          entries={[
            ['Organisation', data.organisation?.brandName],
            ['Responder', <ResponderBadges key="responder" user={data} />],
            ...(duties ? entriesOf(duties) : []),
          ]}
        />
        {!details && loading && <Skeleton h={80} />}
        {!details && failed && <LoadFailure what="Responsibilities" onRetry={onRetry} />}
        {provider && (
          <IdentityProvider user={withProvider} link={provider} viewerCanUnlink={withProvider.viewerCanEndSessions} />
        )}
      </Stack>
    </Paper>
  );
}

/** Null if nothing is known, because not everything could be read. */
function dutiesText({ isOrganiser, seniorDesignation, supervisedUserCount }: Partial<Duties>): string | null {
  const duties = [
    isOrganiser && 'Main Organiser',
    seniorDesignation,
    supervisedUserCount && `Supervisor of ${countOf(supervisedUserCount, 'user')}`,
  ].filter((text) => typeof text === 'string');
  if (duties.length > 0) return duties.join(', ');
  return isOrganiser === null || supervisedUserCount === null ? null : 'None';
}
