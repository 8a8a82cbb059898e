import { texts } from '@console/contract/rules';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { CreateOrganisationForm } from './CreateOrganisationForm.tsx';

const pageQuery = graphql(`
  query OrganisationWizardPage {
    viewer { ...Shell_viewer can { createOrganisation } }
    lookups { ...CreateOrganisationForm_lookups }
  }
`);

/** A new organisation with its people, in three steps. */
export function Component() {
  const { data, failed, retry } = usePageQuery(pageQuery);
  const { back } = useTrail();
  const viewer = data?.viewer;
  usePageTitle(texts.organisations.create);
  if (viewer?.can.createOrganisation === false) return <RedirectToPageNotFound />;
  const header = <PageHeader crumbs={[{ label: 'Setting', to: back('/T') }]} title={texts.organisations.create} />;
  if (!data || !viewer) return <PagePlaceholder of="form" header={header} failed={failed} onRetry={retry} />;
  return (
    <PageFrame header={header}>
      <CreateOrganisationForm lookups={data.lookups} />
    </PageFrame>
  );
}
