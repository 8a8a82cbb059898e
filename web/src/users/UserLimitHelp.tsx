import type { FragmentType } from '@apollo/client';
import { noUserLimit, texts } from '@console/contract/rules';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserLimitHelp_OrganisationFragment } from '../gql/graphql.ts';
import { formatCount } from '../ui/values/format.ts';
import { Meter } from '../ui/values/Meter.tsx';
import { configPathOf, UserLimitAdvice } from './UserLimitAdvice.tsx';

const organisationFragment = graphql(`
  fragment UserLimitHelp_organisation on Organisation { id userLimit userLimitText activeUserCount viewerCanEditConfig }
`);

export interface UserLimitHelpProps {
  organisation: FragmentType<UserLimitHelp_OrganisationFragment>;
}

/** How many more active users an organisation may have, and where its limit is changed. */
export function UserLimitHelp({ organisation }: UserLimitHelpProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete) return null;
  const { id, userLimit, userLimitText, activeUserCount: used, viewerCanEditConfig } = data;
  const limit = userLimit === noUserLimit ? null : userLimit;
  const left = limit === null || used === null ? null : Math.max(0, limit - used);
  return (
    <Stack gap="xs" fz="sm">
      {limit === null || used === null || left === null ? (
        <Text>{userLimitText || texts.noLimit}</Text>
      ) : (
        <Meter
          label="User limit used"
          text={`${formatCount(left)} of ${formatCount(limit)} left`}
          share={used / limit}
          look={left > 0 ? 'used' : 'full'}
        />
      )}
      {left === 0 && <UserLimitAdvice organisationId={id} canRaise={viewerCanEditConfig} />}
      {left !== 0 && viewerCanEditConfig && (
        <Anchor component={Link} to={configPathOf(id)} size="sm">
          Change the user limit
        </Anchor>
      )}
    </Stack>
  );
}
