import type { FragmentType } from '@apollo/client';
import { noUserLimit } from '@console/contract/rules';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationSeats_OrganisationFragment } from '../gql/graphql.ts';
import { countOf, formatCount } from '../ui/values/format.ts';
import { Meter } from '../ui/values/Meter.tsx';

const limitFragment = graphql(`
  fragment OrganisationSeats_organisation on Organisation { id userLimit userLimitText viewerCanEditConfig }
`);

// A fragment of its own: pages query it for viewers who may see the users.
const usedFragment = graphql(`fragment OrganisationSeats_used on Organisation { id activeUserCount }`);

/** The user limit of an organisation, its active users, where their number is known, and where the limit is changed. */
export function OrganisationSeats({
  organisation,
}: {
  organisation: FragmentType<OrganisationSeats_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(limitFragment, organisation);
  const { data: counted } = useFragment(usedFragment, { __typename: 'Organisation', id: data?.id ?? '' });
  if (!complete) return null;
  return (
    <>
      <div>{seatsOf(data, counted?.activeUserCount ?? null)}</div>
      {data.viewerCanEditConfig && (
        <Anchor component={Link} to={`/O/${data.id}?tab=config`} display="block" w="fit-content" inherit>
          Change the user limit
        </Anchor>
      )}
    </>
  );
}

function seatsOf({ userLimit, userLimitText }: OrganisationSeats_OrganisationFragment, used: number | null) {
  if (used === null) return userLimitText;
  if (userLimit === null || userLimit === noUserLimit) return `${userLimitText}, ${countOf(used, 'active user')}`;
  const text = `${formatCount(used)} of ${formatCount(userLimit)} used`;
  return (
    <Meter label="User limit used" text={text} share={used / userLimit} look={used < userLimit ? 'used' : 'full'} />
  );
}
