import { texts } from '@console/contract/rules';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { InviteOrganisationForm } from './InviteOrganisationForm.tsx';
import { useMappingPaths } from './useMappingPaths.ts';

const pageQuery = graphql(`
  query InviteOrganisationPage($id: ID!, $own: Boolean!) {
    viewer { ...Shell_viewer organisation @include(if: $own) { id brandName viewerCanInviteOrganisations } }
    organisation(id: $id) @skip(if: $own) { id brandName viewerCanInviteOrganisations }
    lookups { subscribedModules { id label } }
  }
`);

/** Requests a mapping for the viewer's own organisation, or for the one in the address. */
export function Component() {
  const { list, crumbs } = useMappingPaths();
  const page = useOrganisationQuery(pageQuery);
  const title = texts.mappings.inviteOrganisation;
  return (
    <OrganisationFrame
      title={title}
      header={
        <PageHeader
          crumbs={[...crumbs(page.organisation?.brandName), { label: 'External Mapping', to: list }]}
          title={title}
        />
      }
      of="form"
      page={page}
      needs="viewerCanInviteOrganisations"
    >
      {({ id, brandName }, { lookups }) => (
        <InviteOrganisationForm
          key={id}
          organisationId={id}
          brandName={brandName}
          modules={lookups.subscribedModules}
        />
      )}
    </OrganisationFrame>
  );
}
