import { type ComponentType, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { OrganisationPage } from '../organisations/OrganisationPage.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { withChanges } from '../ui/listAddress.ts';
import { lazyPart } from './lazyRoute.ts';

type TabPage = ComponentType<{ id: string }>;

const pages = new Map<string | null, TabPage>([
  ['model', lazyPart(async () => (await import('./OrganisationModelsPage.tsx')).OrganisationModelsPage)],
  ['asmt', lazyPart(async () => (await import('./OrganisationAssessmentsPage.tsx')).OrganisationAssessmentsPage)],
  ['sso', lazyPart(async () => (await import('./OrganisationSsoPage.tsx')).OrganisationSsoPage)],
  ['config', lazyPart(async () => (await import('./OrganisationConfigPage.tsx')).OrganisationConfigPage)],
]);

/** An organisation by its tab; a tab that has a path of its own leads there, one that is unknown is Information. */
export function Component() {
  const { orgId = '' } = useParams();
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const tab = address.get('tab');
  if (tab === 'user') {
    const kept = withChanges(address, { tab: null });
    return <Navigate to={{ pathname: `/O/${orgId}/user`, search: String(kept) }} state={state} replace />;
  }
  const Page = pages.get(tab) ?? OrganisationPage;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page key={orgId} id={orgId} />
    </Suspense>
  );
}
