import { Badge, Text } from '@mantine/core';
import type { SsoPage_OrganisationFragment } from '../gql/graphql.ts';
import { CopyableId } from '../ui/layout/CopyableId.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';

/** The side column of the single sign-on settings. */
export function SsoSummary({ organisation: { id, brandName, sso } }: { organisation: SsoPage_OrganisationFragment }) {
  return (
    <DescriptionGroup
      heading="About these settings"
      // The form says this while there are no settings.
      lead={sso && <Text>These settings belong to the application registered for this organisation in ADFS.</Text>}
      entries={[
        ['State', <State key="state" set={sso !== null} />],
        ['Organisation', brandName],
        ['ID', <CopyableId key="id" id={id} />],
      ]}
    />
  );
}

const State = ({ set }: { set: boolean }) => (
  <Badge color={set ? 'green' : 'gray'}>{set ? 'Set up' : 'Not set up'}</Badge>
);
