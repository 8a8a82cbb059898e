import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { useOriginList } from '../ui/layout/useOriginList.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
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

const main = ['organisation', 'viewer.organisation'];

/** Edits the viewer's own organisation, or the one in the address. */
export function Component() {
  const { from, crumb } = useOriginList();
  const { data, own, organisation, failed, missing, whole, retry } = useOrganisationQuery(pageQuery, { main });
  usePageTitle('Edit', organisation?.brandName);
  if (missing || (whole && !organisation) || organisation?.viewerCanEdit === false) return <RedirectToPageNotFound />;
  if (!data || !organisation)
    return (
      <PagePlaceholder
        of="form"
        what={own ? 'Your organisation' : 'This organisation'}
        failed={failed}
        onRetry={retry}
      />
    );
  const view = own ? '/O' : `/O/${organisation.id}?from=${from}&tab=info`;
  const crumbs = own ? [{ label: 'Organisation', to: view }] : [crumb, { label: organisation.brandName, to: view }];
  return (
    <PageFrame header={<PageHeader crumbs={crumbs} title={`Edit ${isolated(organisation.brandName)}`} />}>
      <EditOrganisationForm
        key={organisation.id}
        organisation={organisation}
        own={own || organisation.id === data.viewer?.user.organisationId}
        lookups={data.lookups}
        viewPath={view}
        onRetry={retry}
      />
    </PageFrame>
  );
}
