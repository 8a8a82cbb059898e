import { Stack } from '@mantine/core';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { AllowedAddresses } from '../security/AllowedAddresses.tsx';
import { SignInRules } from '../sso/SignInRules.tsx';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useSignInHeader } from '../ui/page/useSignInHeader.tsx';

const pageQuery = graphql(`
  query SignInRulesPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      ...AllowedAddresses_viewer
      organisation @include(if: $own) {
        ...SignInRulesPage_organisation @unmask # whether there are rules
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...SignInRulesPage_organisation @unmask # whether there are rules
    }
  }
`);

graphql(`
  fragment SignInRulesPage_organisation on Organisation {
    id
    brandName
    viewerCanManageProvisioning
    signInRules { id }
    ...SignInRules_organisation
    ...AllowedAddresses_organisation
  }
`);

/** Sign-in rules and allowed addresses of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const page = useOrganisationQuery(pageQuery);
  const { organisation, whole } = page;
  const header = useSignInHeader('rules', {
    sso: true,
    provisioning: organisation?.viewerCanManageProvisioning ?? false,
  });
  // The tab is missing if the product API has no rules.
  if (whole && organisation?.signInRules === null) return <RedirectToPageNotFound />;
  return (
    <OrganisationFrame title="Rules and IP addresses" header={header} of="form" page={page}>
      {(organisation) => (
        <Stack gap="md" maw={720}>
          <SignInRules organisation={organisation} />
          <AllowedAddresses organisation={organisation} />
        </Stack>
      )}
    </OrganisationFrame>
  );
}
