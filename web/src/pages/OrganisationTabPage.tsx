import { type ComponentType, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import type { ContentSkeletonProps } from '../feedback/ContentSkeleton.tsx';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { type OrganisationTab, useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { withParameters } from '../ui/table/listAddress.ts';
import { Component as OrganisationPage } from './OrganisationPage.tsx';

interface Tab extends ContentSkeletonProps {
  key: OrganisationTab;
  Page: ComponentType;
}

const information: Tab = { key: 'info', Page: OrganisationPage, of: 'facts' };

const tabs: readonly Tab[] = [
  { key: 'model', Page: lazyPart(async () => (await import('../assessments/ModelsPage.tsx')).Component) },
  { key: 'asmt', Page: lazyPart(async () => (await import('../assessments/AssessmentsPage.tsx')).Component) },
  { key: 'sso', Page: lazyPart(async () => (await import('../sso/SsoPage.tsx')).Component), of: 'form' },
  { key: 'rules', Page: lazyPart(async () => (await import('./SignInRulesPage.tsx')).Component), of: 'form' },
  { key: 'provisioning', Page: lazyPart(async () => (await import('./ProvisioningPage.tsx')).Component), of: 'form' },
  { key: 'config', Page: lazyPart(async () => (await import('../config/ConfigPage.tsx')).Component), of: 'form' },
  { key: 'keys', Page: lazyPart(async () => (await import('../keys/KeysPage.tsx')).Component) },
  { key: 'reviews', Page: lazyPart(async () => (await import('../reviews/ReviewsPage.tsx')).Component) },
  { key: 'activity', Page: lazyPart(async () => (await import('../audit/OrganisationActivityPage.tsx')).Component) },
];

/** An organisation's page by its `tab`. A tab with its own path redirects, an unknown tab shows Information. */
export function Component() {
  const { orgId = '' } = useParams();
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  const tab = address.get('tab');
  const { key, Page, of } = tabs.find((one) => one.key === tab) ?? information;
  const header = useOrganisationHeader(key);
  if (tab === 'user') {
    const kept = withParameters(address, { tab: null });
    return <Navigate to={{ pathname: `/O/${orgId}/user`, search: String(kept) }} state={state} replace />;
  }
  return (
    <Suspense fallback={<PagePlaceholder header={header} of={of} failed={false} onRetry={() => {}} />}>
      <Page key={orgId} />
    </Suspense>
  );
}
