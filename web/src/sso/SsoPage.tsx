import { Stack } from '@mantine/core';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useSignInHeader } from '../ui/page/useSignInHeader.tsx';
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx';
import { SsoSettings } from './SsoSettings.tsx';
import { SsoSummary } from './SsoSummary.tsx';

const pageQuery = graphql(`
  query SsoPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...SsoPage_organisation @unmask # whether there are settings
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...SsoPage_organisation @unmask # whether there are settings
    }
  }
`);

graphql(`
  fragment SsoPage_organisation on Organisation {
    id
    brandName
    viewerCanManageProvisioning
    sso { id }
    signInRules { id }
    singleSignOnRedirectUrl
    singleSignOn { id redirectUrl logoutUrl postLogoutRedirectUrl }
    ...SsoSettings_organisation
    ...SingleSignOnPanel_organisation
  }
`);

const main = ['sso'];

/** Single sign-on of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const page = useOrganisationQuery(pageQuery, { main });
  const { organisation, whole, failed, retry } = page;
  const header = useSignInHeader('sso', {
    rules: Boolean(organisation?.signInRules),
    provisioning: organisation?.viewerCanManageProvisioning ?? false,
  });
  return (
    <OrganisationFrame title="Single sign-on" header={header} of="form" page={page}>
      {(organisation) => {
        // In an incomplete result a null does not mean that there are no settings.
        if (organisation.sso === null && !whole)
          return failed ? <LoadFailure what="Single sign-on" onRetry={retry} /> : <ContentSkeleton of="form" />;
        return (
          <PageColumns side={<SsoSummary organisation={organisation} />}>
            <Stack gap="md">
              <SsoSettings organisation={organisation} />
              <SingleSignOnPanel organisation={organisation} />
            </Stack>
          </PageColumns>
        );
      }}
    </OrganisationFrame>
  );
}
