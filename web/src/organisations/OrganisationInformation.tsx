import type { FragmentType } from '@apollo/client';
import { organisationFields } from '@console/contract/fields/organisation-fields';
import { bothForms } from '@console/contract/fields/shown-domain';
import { Image, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationInformation_OrganisationFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { WebsiteLink } from './WebsiteLink.tsx';

const organisationFragment = graphql(`
  fragment OrganisationInformation_organisation on Organisation {
    id
    brandName
    legalName
    industry
    emailDomains
    website
    logo { name url }
    icon { name url }
    facility { pin country state city registeredAddress }
  }
`);

/** The details of an organisation. */
export function OrganisationInformation({
  organisation,
}: {
  organisation: FragmentType<OrganisationInformation_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  if (!complete) return null;
  const { facility } = data;
  return (
    <Stack gap="md">
      <DescriptionGroup
        heading="General"
        entries={[
          [organisationFields.brandname.label, data.brandName],
          [organisationFields.legalname.label, data.legalName],
          [organisationFields.industry.label, data.industry],
          [organisationFields.email_domain.label, data.emailDomains.map(bothForms).join(', ')],
          [organisationFields.website.label, data.website && <WebsiteLink address={data.website} />],
        ]}
      />
      <DescriptionGroup
        heading="Logo and icon"
        entries={[
          [organisationFields.logo.label, data.logo && <Picture file={data.logo} />],
          [organisationFields.icon.label, data.icon && <Picture file={data.icon} />],
        ]}
      />
      <DescriptionGroup
        heading="Address"
        entries={[
          [organisationFields.registered_address.label, facility?.registeredAddress],
          [organisationFields.city.label, facility?.city],
          [organisationFields.state.label, facility?.state],
          [organisationFields.pin.label, facility?.pin],
          [organisationFields.country.label, facility?.country],
        ]}
      />
    </Stack>
  );
}

/** A stored image; its file name where it cannot be displayed. */
function Picture({ file }: { file: { name: string; url: string } }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === file.url) return <Text>{file.name}</Text>;
  return (
    <Image src={file.url} alt={file.name} h={40} w="auto" maw={200} fit="contain" onError={() => setFailed(file.url)} />
  );
}
