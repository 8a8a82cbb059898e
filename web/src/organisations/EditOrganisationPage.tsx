import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useOriginList } from '../ui/navigation/useOriginList.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { EditOrganisationForm } from './EditOrganisationForm.tsx';

const pageQuery = graphql(`
  query EditOrganisationPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      user { id organisationId }
      organisation @include(if: $own) { ...EditOrganisationForm_organisation @unmask } # the form's initial values
    }
    organisation(id: $id) @skip(if: $own) { ...EditOrganisationForm_organisation @unmask } # the form's initial values
    lookups { ...EditOrganisationForm_lookups }
  }
`);

/** Edits the viewer's own organisation, or the one in the address. */
export function Component() {
  const { from, crumb } = useOriginList();
  const page = useOrganisationQuery(pageQuery);
  const { own, organisation } = page;
  const view = own ? '/O' : `/O/${organisation?.id}?from=${from}&tab=info`;
  const crumbsOf = (brandName: string) =>
    own ? [{ label: 'Organisation', to: view }] : [crumb, { label: brandName, to: view }];
  return (
    <OrganisationFrame
      title="Edit"
      header={
        organisation && (
          <PageHeader crumbs={crumbsOf(organisation.brandName)} title={`Edit ${isolated(organisation.brandName)}`} />
        )
      }
      of="form"
      page={page}
      needs="viewerCanEdit"
    >
      {(loaded, { viewer, lookups }) => (
        <EditOrganisationForm
          key={loaded.id}
          organisation={loaded}
          own={own || loaded.id === viewer?.user.organisationId}
          lookups={lookups}
          viewPath={view}
          onRetry={page.retry}
        />
      )}
    </OrganisationFrame>
  );
}
