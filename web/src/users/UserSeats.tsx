import type { FragmentType } from '@apollo/client';
import { noUserLimit, texts } from '@console/contract/rules';
import { Box } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserSeats_OrganisationFragment } from '../gql/graphql.ts';
import { HeaderFact } from '../ui/layout/PageHeader.tsx';
import { formatCount } from '../ui/values/format.ts';
import { ShareBar } from '../ui/values/ShareBar.tsx';

const organisationFragment = graphql(`
  fragment UserSeats_organisation on Organisation { id userLimit userLimitText activeUserCount }
`);

/** Active users and user limit of an organisation, in numbers and as a bar. */
export function UserSeats({ organisation }: { organisation: FragmentType<UserSeats_OrganisationFragment> }) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete) return null;
  const { userLimit, userLimitText, activeUserCount } = data;
  const limited = userLimit !== null && userLimit !== noUserLimit && activeUserCount !== null;
  return (
    <>
      <HeaderFact label={texts.users.active}>
        {activeUserCount === null ? '–' : formatCount(activeUserCount)}
      </HeaderFact>
      {limited && (
        <Box my="auto">
          <ShareBar share={activeUserCount / userLimit} look={activeUserCount >= userLimit ? 'full' : 'used'} />
        </Box>
      )}
      <HeaderFact label={texts.users.limit}>{userLimitText}</HeaderFact>
    </>
  );
}
