import { type ComponentType, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { withParameters } from '../ui/table/listAddress.ts';
import type { OrganisationTab } from './OrganisationHeader.tsx';
import { OrganisationInformationPage } from './OrganisationInformationPage.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

type TabPage = ComponentType<{ id: string }>;

const pages: readonly (readonly [OrganisationTab, TabPage])[] = [
  ['model', lazyPart(async () => (await import('./OrganisationModelsPage.tsx')).OrganisationModelsPage)],
  ['asmt', lazyPart(async () => (await import('./OrganisationAssessmentsPage.tsx')).OrganisationAssessmentsPage)],
  ['sso', lazyPart(async () => (await import('./OrganisationSsoPage.tsx')).OrganisationSsoPage)],
  ['config', lazyPart(async () => (await import('./OrganisationConfigPage.tsx')).OrganisationConfigPage)],
  ['keys', lazyPart(async () => (await import('./OrganisationKeysPage.tsx')).OrganisationKeysPage)],
  ['activity', lazyPart(async () => (await import('./OrganisationActivityPage.tsx')).OrganisationActivityPage)],
];

/** An organisation's page by its `tab`. A tab with its own path redirects, an unknown tab shows Information. */
export function Component() {
  const { orgId = '' } = useParams();
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const tab = address.get('tab');
  if (tab === 'user') {
    const kept = withParameters(address, { tab: null });
    return <Navigate to={{ pathname: `/O/${orgId}/user`, search: String(kept) }} state={state} replace />;
  }
  const [current, Page] = pages.find(([key]) => key === tab) ?? ['info', OrganisationInformationPage];
  return (
    <Suspense fallback={<OrganisationPlaceholder id={orgId} tab={current} />}>
      <Page key={orgId} id={orgId} />
    </Suspense>
  );
}
