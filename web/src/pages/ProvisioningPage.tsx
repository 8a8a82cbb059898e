import { Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganisationKeySectionProps } from '../keys/OrganisationKeySection.tsx';
import type { ProvisioningCausesProps } from '../provisioning/ProvisioningCauses.tsx';
import type { ProvisioningFailuresProps } from '../provisioning/ProvisioningFailures.tsx';
import { ProvisioningHelp } from '../provisioning/ProvisioningHelp.tsx';
import type { ProvisioningIssuesProps } from '../provisioning/ProvisioningIssues.tsx';
import { ProvisioningSettings } from '../provisioning/ProvisioningSettings.tsx';
import { ProvisioningState } from '../provisioning/ProvisioningState.tsx';
import { PageColumns } from '../ui/layout/PageColumns.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useSignInHeader } from '../ui/page/useSignInHeader.tsx';
import { useUserPaths } from '../users/useUserPaths.ts';

const pageQuery = graphql(`
  query ProvisioningPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...ProvisioningPage_organisation @unmask # whether there is provisioning
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...ProvisioningPage_organisation @unmask # whether there is provisioning
    }
    lookups { ...ProvisioningForm_lookups }
  }
`);

graphql(`
  fragment ProvisioningPage_organisation on Organisation {
    id
    brandName
    viewerCanManageProvisioning
    ...OrganisationKeySection_organisation
    provisioning {
      id
      ...ProvisioningState_provisioning
      ...ProvisioningSettings_provisioning
      ...ProvisioningCauses_provisioning
      ...ProvisioningIssues_provisioning
      ...ProvisioningFailures_provisioning
      ...ProvisioningHelp_provisioning
    }
  }
`);

const OrganisationKeySection = lazyPart<OrganisationKeySectionProps>(
  async () => (await import('../keys/OrganisationKeySection.tsx')).OrganisationKeySection,
);

const ProvisioningIssues = lazyPart<ProvisioningIssuesProps>(
  async () => (await import('../provisioning/ProvisioningIssues.tsx')).ProvisioningIssues,
);

const ProvisioningCauses = lazyPart<ProvisioningCausesProps>(
  async () => (await import('../provisioning/ProvisioningCauses.tsx')).ProvisioningCauses,
);

const ProvisioningFailures = lazyPart<ProvisioningFailuresProps>(
  async () => (await import('../provisioning/ProvisioningFailures.tsx')).ProvisioningFailures,
);

const title = 'Provisioning';
const main = ['provisioning'];

/** How the identity provider manages the users of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const page = useOrganisationQuery(pageQuery, { main });
  const header = useSignInHeader('provisioning', { sso: true, rules: true });
  const { view } = useUserPaths();
  const { loading, failed, retry, data } = page;
  return (
    <OrganisationFrame title={title} header={header} of="form" page={page} needs="viewerCanManageProvisioning">
      {(organisation) => {
        const { provisioning } = organisation;
        if (!provisioning) return failed ? <LoadFailure what={title} onRetry={retry} /> : <ContentSkeleton of="form" />;
        return (
          <PageColumns side={<ProvisioningHelp provisioning={provisioning} />} sideLabel="Help">
            <Stack gap="md">
              <Suspense>
                <ProvisioningCauses provisioning={provisioning} loading={loading} onRetry={retry} />
                <ProvisioningIssues provisioning={provisioning} userPath={view} loading={loading} onRetry={retry} />
              </Suspense>
              <ProvisioningState provisioning={provisioning} />
              <Suspense fallback={<Skeleton h={120} />}>
                <OrganisationKeySection organisation={organisation} provisioning loading={loading} onRetry={retry} />
              </Suspense>
              <ProvisioningSettings provisioning={provisioning} lookups={data?.lookups} />
              <Suspense fallback={<Skeleton h={120} />}>
                <ProvisioningFailures provisioning={provisioning} loading={loading} onRetry={retry} />
              </Suspense>
            </Stack>
          </PageColumns>
        );
      }}
    </OrganisationFrame>
  );
}
