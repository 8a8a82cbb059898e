import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { OrganisationInformation_OrganisationFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/DescriptionGroup.tsx';
import { Picture } from '../ui/Picture.tsx';
import { WebsiteLink } from '../ui/WebsiteLink.tsx';

const organisationFragment = graphql(`
  fragment OrganisationInformation_organisation on Organisation {
    id
    brandName
    legalName
    industry
    emailDomains
    website
    userLimitText
    logo {
      name
      url
    }
    icon {
      name
      url
    }
    organiser {
      id
      fullName
      email
    }
    facility {
      pin
      country
      state
      city
      registeredAddress
    }
  }
`);

/** All that is known of an organisation. */
export function OrganisationInformation({
  organisation,
}: {
  organisation: FragmentType<OrganisationInformation_OrganisationFragment>;
}) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  if (!complete) return null;
  const { facility, organiser } = data;
  return (
    <Stack gap="md">
      <DescriptionGroup
        heading="General"
        entries={[
          ['Brand name', data.brandName],
          ['Legal name', data.legalName],
          ['Industry', data.industry],
          ['Email domains', data.emailDomains.join(', ')],
          ['Website', data.website && <WebsiteLink address={data.website} />],
        ]}
      />
      <DescriptionGroup
        heading="Logo and icon"
        entries={[
          ['Logo', data.logo && <Picture file={data.logo} />],
          ['Icon', data.icon && <Picture file={data.icon} />],
        ]}
      />
      <DescriptionGroup
        heading="Users"
        entries={[
          ['User limit', data.userLimitText],
          ['Organiser', organiser && `${organiser.fullName} (${organiser.email})`],
        ]}
      />
      <DescriptionGroup
        heading="Address"
        entries={[
          ['Registered address', facility?.registeredAddress],
          ['City', facility?.city],
          ['State', facility?.state],
          ['PIN', facility?.pin],
          ['Country', facility?.country],
        ]}
      />
    </Stack>
  );
}
