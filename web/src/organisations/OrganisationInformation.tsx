import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { OrganisationInformation_OrganisationFragment } from '../gql/graphql.ts';
import { DescriptionGroup, MissingValue } from '../ui/layout/DescriptionGroup.tsx';
import { Picture } from '../ui/layout/Picture.tsx';
import { WebsiteLink } from '../ui/layout/WebsiteLink.tsx';
import { OrganiserField } from './OrganiserField.tsx';
import { personLabel } from './personLabel.ts';

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
    viewerCanChangeOrganiser
    facility {
      pin
      country
      state
      city
      registeredAddress
    }
  }
`);

interface OrganisationInformationProps {
  organisation: FragmentType<OrganisationInformation_OrganisationFragment>;
  /** Without links to change it. */
  readOnly?: boolean;
}

/** The details of an organisation. */
export function OrganisationInformation({ organisation, readOnly = false }: OrganisationInformationProps) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'OrganisationInformation_organisation',
    from: organisation,
  });
  const [changing, setChanging] = useState(false);
  if (!complete) return null;
  const { facility, organiser } = data;
  const shownOrganiser = organiser && personLabel(organiser);
  const organiserEntry = changing ? (
    <OrganiserField organisation={data} onClose={() => setChanging(false)} />
  ) : (
    <Group gap="sm">
      <Text span>{shownOrganiser ?? <MissingValue />}</Text>
      <Button variant="default" size="compact-sm" aria-label="Change the organiser" onClick={() => setChanging(true)}>
        Change
      </Button>
    </Group>
  );
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
          ['Organiser', data.viewerCanChangeOrganiser && !readOnly ? organiserEntry : shownOrganiser],
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
